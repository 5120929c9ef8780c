import { allows, transferUserCard, userCardActs, userCardDetails, userCards, type Permission, type RowOf } from '@forecourt/contract'
import { useEffect, useState, type ReactNode } from 'react'
import { equals } from '../../core/search.ts'
import { may, useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActForm, DialogForm, RecordDrawer } from '../../kit/form/forms.tsx'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Money, StatusTag } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { Bones, Empty } from '../../kit/feedback/states.tsx'
import { WhileLoading } from '../../kit/later.tsx'
import { confirmWhen } from '../../kit/form/confirmed.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Dropdown, Segmented } from '../../kit/ui.ts'
import { actsFor, useCardActs } from './card-acts.tsx'
import { shownNumber } from './shown-number.ts'
import { transferRules } from './card-rules.ts'
import type { Card } from './whole-card.ts'

const columns: readonly ColumnInput<Card>[] = [
  'name',
  'number',
  'user.name',
  'user.mobile',
  'principalCents',
  'paymentCentsMax',
  'dayCentsMax',
  'status',
]
/** At which station and for which order is none of a fleet's records: the statement tells when, what and how much. */
const movements: readonly ColumnInput<RowOf<typeof userCardDetails>>[] = [
  'createdDate',
  'type',
  'amountCents',
  'balanceAfterCents',
  'remark',
]
/** What a leader sets of the drivers' cards; the card itself and its holder are changed at the counter. */
const limits = { fields: ['name', 'paymentCentsMax', 'dayCentsMax'] }
const changed = ['userCards', 'userCardDetails']

/** What another part of the product shows of a fleet. */
interface FleetTab {
  readonly key: string
  readonly label: string
  readonly needs: Permission
  readonly show: (groupId: number) => ReactNode
}

/** 卡分配管理: the master card of a fleet, its sub cards, and the money between them. @source routes.csv /assginMge/{userCardId} */
export default function FleetPage({ tabs = [] }: { tabs?: readonly FleetTab[] }) {
  const { params, setTitle } = usePage()
  const id = Number(params['userCardId'])
  const { data: master, error, refetch } = useRecord(userCards, id > 0 ? id : undefined, ['group', 'card'])
  const fleet = useSession(({ profile }) => profile?.fleet)
  const name = master?.group?.name ?? fleet?.name
  useEffect(() => {
    if (name) setTitle(name)
  }, [name, setTitle])
  if (fleet && fleet.userCardId === null) return <Empty title={t('fleet.noMaster')} hint={t('fleet.noMasterHelp')} />
  if (error) return <PageFailed error={error} onRetry={() => void refetch()} />
  return master ? <Tabs master={master} name={name ?? ''} tabs={tabs.filter(({ needs }) => may(needs))} /> : <Bones rows={8} />
}

/** The cards of the fleet, or what else is shown of it. */
function Tabs({ master, name, tabs }: { master: Card; name: string; tabs: readonly FleetTab[] }) {
  const { search, setSearch } = usePage()
  const { groupId } = master
  const open = groupId !== null ? tabs.find(({ key }) => key === search['tab']) : undefined
  return (
    <>
      {groupId !== null && tabs.length > 0 && (
        <Segmented
          className="card-tabs"
          aria-label={t('fleet.tabs')}
          value={open?.key ?? 'cards'}
          onChange={next => setSearch({ tab: next === 'cards' ? undefined : next })}
          options={[{ value: 'cards', label: t('fleet.cardsTab') }, ...tabs.map(({ key, label }) => ({ value: key, label }))]}
        />
      )}
      {open ? <WhileLoading show={<Bones rows={8} />}>{open.show(groupId!)}</WhileLoading> : <Fleet master={master} name={name} />}
    </>
  )
}

function Fleet({ master, name }: { master: Card; name: string }) {
  const { search, setSearch } = usePage()
  const edit = (record: string | undefined) => setSearch(now => ({ ...now, record }))
  const { start, dialogs } = useCardActs()
  const [moving, setMoving] = useState<{ type: 'assign' | 'withdraw'; card: Card }>()
  const close = () => setMoving(undefined)
  return (
    <>
      <PageHeader title={name} meta={<StatusTag of="userCards" field="status" value={master.status} />} />
      <Section title={t('fleet.master', { number: shownNumber(master) })}>
        <Figures
          of={[
            { label: t('fleet.allocatable'), value: <Money cents={master.principalCents} unit /> },
            { label: t('userCards.giftCents'), value: <Money cents={master.giftCents} unit /> },
            { label: t('userCards.debtCents'), value: <Money cents={master.debtCents} unit /> },
            { label: t('userCards.childCardNum'), value: master.childCardNum },
          ]}
        />
      </Section>
      <Section title={t('fleet.subs')}>
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
            <SubActions card={card} move={type => setMoving({ type, card })} stop={start} edit={() => edit(String(card.id))} />
          )}
        />
      </Section>
      <Movements id={master.id} />
      <DialogForm
        title={moving && t(`fleet.${moving.type}Of`, { name: calledCard(moving.card) })}
        open={moving !== undefined}
        onClose={close}>
        {moving && <Transfer master={master} {...moving} close={close} />}
      </DialogForm>
      <RecordDrawer
        of={userCards}
        wanted={search['record']}
        rows={[]}
        form={limits}
        called={shownNumber}
        onClose={() => edit(undefined)}
        onReopen={edit}
      />
      {dialogs}
    </>
  )
}

const Movements = ({ id }: { id: number }) => (
  <Section title={t('fleet.movements')}>
    <Related of={userCardDetails} title={t('fleet.movements')} where={[equals('userCard.id', id)]} columns={movements} size={20} />
  </Section>
)

interface SubProps {
  card: Card
  move: (type: 'assign' | 'withdraw') => void
  stop: (act: 'loss' | 'unhook', card: Card) => void
  edit: () => void
}

function SubActions({ card, move, stop, edit }: SubProps) {
  const mayMove = useMay('card.assign')
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
