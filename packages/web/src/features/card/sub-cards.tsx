import { allows, issueUserCard, transferUserCard, userCardActs, userCardDetails, userCards, type RowOf } from '@forecourt/contract'
import { useMemo, useState } from 'react'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActForm, DialogForm, RecordDrawer, SideForm } from '../../kit/form/forms.tsx'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { confirmWhen } from '../../kit/form/confirmed.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Dropdown } from '../../kit/ui.ts'
import { actsFor, useCardActs } from './card-acts.tsx'
import { shownNumber } from './shown-number.ts'
import { transferRules } from './card-rules.ts'
import { driverControl } from '../../kit/driver-select.tsx'
import type { Card } from './whole-card.ts'
import './card.css'

const columns: readonly ColumnInput<Card>[] = [
  'name',
  'number',
  'user.name',
  'user.mobile',
  'principalCents',
  'paymentCentsMax',
  'dayCentsMax',
  'plates',
  'status',
]
const movements: readonly ColumnInput<RowOf<typeof userCardDetails>>[] = [
  'createdDate',
  'type',
  'amountCents',
  'balanceAfterCents',
  'remark',
]
/** What a leader sets of the drivers' cards; the card itself and its holder are changed at the counter. */
const limits = { fields: ['name', 'paymentCentsMax', 'dayCentsMax'] }
const ofCounter = { fields: ['name', 'limitProfileId', 'paymentCentsMax', 'dayCentsMax', 'passwordFromCents', 'remark'] }
const changed = ['userCards', 'userCardDetails']

interface SubCardsProps {
  master: Card
  /** What the master card of a fleet that shares holds is spent by its sub cards: nothing is allocated. */
  shares: boolean
}

/** 副卡: the sub cards of a fleet's master card, and the money between them. @source routes.csv /assginMge/{userCardId} */
export function SubCards({ master, shares }: SubCardsProps) {
  const { search, setSearch } = usePage()
  const edit = (record: string | undefined) => setSearch(now => ({ ...now, record }))
  const { start, dialogs } = useCardActs()
  const mayIssue = useMay('card.issue') && !master.closedTime
  const [moving, setMoving] = useState<{ type: 'assign' | 'withdraw'; card: Card }>()
  const close = () => setMoving(undefined)
  const isNew = search['record'] === 'new'
  return (
    <>
      {mayIssue && (
        <div className="card-subs-tools">
          <Button type="primary" onClick={() => edit('new')}>
            {t('fleet.addSub')}
          </Button>
        </div>
      )}
      <Related
        of={userCards}
        title={t('fleet.subs')}
        where={[equals('parent.id', master.id)]}
        columns={columns}
        expand={['user']}
        sort="name,asc"
        size={200}
        empty={t('fleet.noSubs')}
        onOpen={card => edit(String(card.id))}
        rowActions={card => (
          <SubActions
            card={card}
            shares={shares}
            move={type => setMoving({ type, card })}
            stop={start}
            edit={() => edit(String(card.id))}
          />
        )}
      />
      <DialogForm
        title={moving && t(`fleet.${moving.type}Of`, { name: calledCard(moving.card) })}
        open={moving !== undefined}
        onClose={close}>
        {moving && <Transfer master={master} {...moving} close={close} />}
      </DialogForm>
      <SideForm title={t('fleet.addSub')} open={isNew} onClose={() => edit(undefined)}>
        {isNew && <NewSub master={master} close={() => edit(undefined)} />}
      </SideForm>
      <RecordDrawer
        of={userCards}
        wanted={isNew ? undefined : search['record']}
        rows={[]}
        form={useMay('card.issue') ? ofCounter : limits}
        called={shownNumber}
        onClose={() => edit(undefined)}
        onReopen={edit}
      />
      {dialogs}
    </>
  )
}

const subFields = ['number', 'userId', 'name', 'payPassword', 'passwordFromCents', 'paymentCentsMax', 'dayCentsMax', 'validUntil', 'remark']

/** Issued at the counter: of the product of its master, to an employee of the fleet or for a vehicle. */
function NewSub({ master, close }: { master: Card; close: () => void }) {
  const controls = useMemo(() => ({ userId: driverControl(master.groupId) }), [master.groupId])
  return (
    <ActForm
      of={issueUserCard}
      words="userCards"
      fields={subFields}
      controls={controls}
      defaults={{ kind: 'sub', cardId: master.cardId, parentId: master.id }}
      changes={['userCards', 'groups', 'fleetEmployees']}
      submitLabel={t('fleet.addSub')}
      done={t('cardPage.issued')}
      onDone={close}
      onCancel={close}
    />
  )
}

/** The movements of the master card. At which station and for which order is none of a fleet's records: when, what and how much is told. */
export const MasterMovements = ({ id }: { id: number }) => (
  <Section title={t('fleet.movements')}>
    <Related of={userCardDetails} title={t('fleet.movements')} where={[equals('userCard.id', id)]} columns={movements} size={20} />
  </Section>
)

interface SubProps {
  card: Card
  shares: boolean
  move: (type: 'assign' | 'withdraw') => void
  stop: (act: 'loss' | 'unhook', card: Card) => void
  edit: () => void
}

function SubActions({ card, shares, move, stop, edit }: SubProps) {
  const mayMove = useMay('card.assign') && !shares
  const mayEdit = useMay('card.userCard.write')
  const acts = actsFor(card)
  const items = [
    mayMove && { key: 'withdraw', label: t('fleet.withdraw'), disabled: card.principalCents === 0, onClick: () => move('withdraw') },
    mayEdit && { key: 'limits', label: t('fleet.limits'), onClick: edit },
    acts.includes('loss') && { key: 'loss', label: t('cardPage.loss'), danger: true, onClick: () => stop('loss', card) },
    acts.includes('unhook') && { key: 'unhook', label: t('cardPage.unhook'), onClick: () => stop('unhook', card) },
  ].filter(item => item !== false && item !== undefined)
  const called = calledCard(card)
  return (
    <>
      {mayMove && (
        <Button
          type="link"
          size="small"
          disabled={!allows(userCardActs.assign, card.status)}
          onClick={() => move('assign')}
          aria-label={t('fleet.assignOf', { name: called })}>
          {t('fleet.assign')}
        </Button>
      )}
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button type="link" size="small" aria-label={t('cardPage.moreOf', { number: called })}>
          {t('cardPage.more')}
        </Button>
      </Dropdown>
    </>
  )
}

const transferFields = ['amountCents', 'confirmAmountCents', 'remark']
const transferWhen = confirmWhen()
/** A card of a fleet by its driver's name, else by its number. */
const calledCard = (card: Card): string => card.name || shownNumber(card)

/** How much goes over, from which card to which, and what both hold before and after. */
function Transfer({ master, type, card, close }: { master: Card; type: 'assign' | 'withdraw'; card: Card; close: () => void }) {
  const [from, to] = type === 'assign' ? [master, card] : [card, master]
  const named = (one: Card) => t('fleet.principalOf', { card: one === master ? t('fleet.masterCard') : calledCard(card) })
  return (
    <ActForm
      of={transferUserCard}
      id={master.id}
      words="transfers"
      changes={changed}
      fields={transferFields}
      when={transferWhen}
      defaults={{ toId: card.id, type }}
      submitLabel={t(`fleet.${type}`)}
      done={t(`fleet.${type}Done`)}
      onDone={close}
      onCancel={close}
      effect={() => t(`fleet.${type}Help`, { master: shownNumber(master), card: calledCard(card) })}
      rules={values => transferRules(from, to, named, values)}
    />
  )
}
