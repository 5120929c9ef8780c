import { allows, transferUserCard, userCardActs, userCardDetails, userCards, type RowOf } from '@forecourt/contract'
import { useMemo, useState } from 'react'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActForm, DialogForm, RecordDrawer, SideForm } from '../../kit/form/forms.tsx'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { confirmWhen } from '../../kit/form/confirmed.ts'
import type { BulkAct } from '../../kit/list/bulk.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Dropdown } from '../../kit/ui.ts'
import { actsFor, useCardActs } from './card-acts.tsx'
import { shownNumber } from './shown-number.ts'
import { AssignMany } from './assign-many.tsx'
import { calledCard } from './called-card.ts'
import { transferRules } from './card-rules.ts'
import { NewSub } from './new-sub.tsx'
import type { Card } from './whole-card.ts'
import './card.css'

const columns: readonly ColumnInput<Card>[] = [
  { path: 'name', width: 150 },
  { path: 'number', width: 190 },
  { path: 'user.name', width: 110 },
  { path: 'user.mobile', width: 140 },
  { path: 'principalCents', width: 130 },
  { path: 'status', width: 90 },
  { path: 'paymentCentsMax', width: 130 },
  { path: 'dayCentsMax', width: 130 },
  { path: 'plates', width: 160, sort: false },
  { path: 'fuelType', width: 100 },
]
const filters: readonly FilterInput<Card>[] = ['name', 'number', 'user.name', 'user.mobile', 'status', 'fuelType', 'principalCents']
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
  /** No sub card is issued to an employee. */
  ofVehicles: boolean
}

/** 副卡: the sub cards of a fleet's master card, and the money between them. @source routes.csv /assginMge/{userCardId} */
export function SubCards({ master, shares, ofVehicles }: SubCardsProps) {
  const { search, setSearch } = usePage()
  const edit = (record: string | undefined) => setSearch(now => ({ ...now, record }))
  const { start, dialogs } = useCardActs()
  const mayIssue = useMay('card.issue') && !master.closedTime
  const mayAssign = useMay('card.assign') && !shares
  const [moving, setMoving] = useState<{ type: 'assign' | 'withdraw'; card: Card }>()
  const [many, setMany] = useState<readonly Card[] | 'all'>()
  const fixed = useMemo(() => [equals('parent.id', master.id)], [master.id])
  const list = useList<Card>(userCards, { columns, filters, fixed, sort: 'name,asc', prefix: 'subs.', periodBar: false })
  const bulk = useMemo(() => (mayAssign ? [assignTo(setMany)] : undefined), [mayAssign])
  const close = () => setMoving(undefined)
  const isNew = search['record'] === 'new'
  return (
    <>
      <ListView
        list={list}
        label={t('fleet.subs')}
        embedded
        onOpen={card => edit(String(card.id))}
        called={calledCard}
        bulk={bulk}
        emptyHint={t('fleet.noSubs')}
        {...(mayIssue && { onNew: () => edit('new'), newLabel: t('fleet.addSub') })}
        {...(mayAssign && { tools: <Button onClick={() => setMany('all')}>{t('fleet.assignAll')}</Button> })}
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
      <AssignMany master={master} to={many} onClose={() => setMany(undefined)} />
      <DialogForm
        title={moving && t(`fleet.${moving.type}Of`, { name: calledCard(moving.card) })}
        open={moving !== undefined}
        onClose={close}>
        {moving && <Transfer master={master} {...moving} close={close} />}
      </DialogForm>
      <SideForm title={t('fleet.addSub')} open={isNew} onClose={() => edit(undefined)}>
        {isNew && <NewSub {...{ master, shares, ofVehicles }} close={() => edit(undefined)} />}
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

const assignTo = (together: (cards: readonly Card[]) => void): BulkAct<Card> => ({
  key: 'assign',
  label: t('fleet.assign'),
  ask: String,
  run: () => Promise.resolve(),
  together,
})

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
  stop: (act: 'loss' | 'unhook' | 'lowBalance', card: Card) => void
  edit: () => void
}

function SubActions({ card, shares, move, stop, edit }: SubProps) {
  const mayMove = useMay('card.assign') && !shares
  const mayEdit = useMay('card.userCard.write')
  const acts = actsFor(card)
  const items = [
    mayMove && { key: 'withdraw', label: t('fleet.withdraw'), disabled: card.principalCents === 0, onClick: () => move('withdraw') },
    mayEdit && { key: 'limits', label: t('fleet.limits'), onClick: edit },
    acts.includes('lowBalance') &&
      !shares && { key: 'lowBalance', label: t('cardPage.lowBalance'), onClick: () => stop('lowBalance', card) },
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
