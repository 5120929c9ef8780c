import { cardStatement, userCardDetails, userCards, type Returned, type StatementRow } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { equals } from '../../core/search.ts'
import { useSettings } from '../../core/settings.ts'
import { instantOf } from '../../core/periods.ts'
import { today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { RecordDrawer } from '../../kit/form/forms.tsx'
import { Descriptions, Figures, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { Money } from '../../kit/detail/figures.tsx'
import { RecordParts } from '../../kit/detail/record-parts.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { later, WhileLoading } from '../../kit/later.tsx'
import { Drill, open, pathTo } from '../../kit/links.ts'
import { choiceLabel } from '../../kit/label.ts'
import { columnsOf } from '../../kit/list/columns.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { saveRows } from '../../kit/list/export.ts'
import { readPeriod } from '../../kit/list/period.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { addressOf } from '../../kit/page/address.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { PeriodPicker } from '../../kit/period-picker.tsx'
import { session } from '../../core/session.ts'
import { Button } from '../../kit/ui.ts'
import { actsFor, editForm, hasLevel, useCardActs } from './card-acts.tsx'
import { Balance } from './card-balance.tsx'
import { shownNumber } from './shown-number.ts'
import { isLifeAct } from './asked-act.ts'
import { MoreActs } from './more-acts.tsx'
import { CardStatus } from './card-status.tsx'
import { movementColumns } from './movements.tsx'
import { pathToStatement } from './print-card.ts'
import type { Card } from './whole-card.ts'
import './card.css'

/** What stands below what the page is opened for comes after it. */
const CardLimits = later(() => import('./card-limits.tsx'))
const LowBalance = later(() => import('./low-balance.tsx'))
const CardChip = later(async () => ({ default: (await import('./card-chip.tsx')).CardChip }))
const Judgements = later(() => import('../../kit/judgement/judgements.tsx'))
const Slips = later(async () => ({ default: (await import('./slips.tsx')).Slips }))

const relations = ['card.discount', 'user', 'parent', 'group', 'discount', 'limitProfile']
/** Its own, or that of its product. */
const discountOf = ({ discount, card }: Card): string =>
  discount?.name ?? (card as { discount?: { name: string } | null })?.discount?.name ?? '—'
const facts: readonly Fact<Card>[] = [
  { path: 'number', value: card => shownNumber(card) },
  'kind',
  'cardId',
  'userId',
  { path: 'user.mobile' },
  'name',
  'physicalNumber',
  {
    path: 'billingType',
    value: card =>
      choiceLabel('userCards', 'billingType', card.billingType ?? 'charge') + (card.groupId === null ? '' : t('cardPage.ofFleet')),
  },
  'fuelType',
  { path: 'discountId', value: discountOf },
  'issueTime',
  { path: 'validUntil', value: card => card.validUntil ?? t('cardPage.withoutEnd') },
  'closedTime',
  { path: 'hasPayPassword', value: card => t(card.hasPayPassword ? 'cardPage.yes' : 'cardPage.no') },
  'remark',
]

/** 卡消费记录: one card, what its purses hold, and its statement for any period. */
export default function CardPage() {
  const page = usePage()
  const id = Number(page.params['userCardId'])
  const { data: card, error, refetch } = useRecord(userCards, Number.isSafeInteger(id) && id > 0 ? id : undefined, relations)
  const { setTitle } = page
  const number = card && shownNumber(card)
  useEffect(() => {
    if (number) setTitle(number)
  }, [number, setTitle])
  if (!card)
    return (
      <>
        <PageHeader />
        {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
      </>
    )
  return <Details card={card} />
}

function Details({ card }: { card: Card }) {
  const { start, dialogs } = useCardActs()
  const mayRead = useMay('card.detail.read')
  const mayEdit = useMay('card.userCard.write') && !card.closedTime
  const { search, setSearch } = usePage()
  const edit = (record: string | undefined) => setSearch(now => ({ ...now, record }))
  return (
    <>
      <PageHeader
        title={shownNumber(card)}
        meta={<CardStatus card={card} />}
        actions={
          <>
            {actsFor(card)
              .filter(act => !isLifeAct(act))
              .map(act => (
                <Button key={act} type={act === 'topUp' || act === 'writeChip' ? 'primary' : 'default'} onClick={() => start(act, card)}>
                  {t(`cardPage.${act}`)}
                </Button>
              ))}
            <MoreActs card={card} acts={actsFor(card).filter(isLifeAct)} start={start} />
            {mayEdit && <Button onClick={() => edit(String(card.id))}>{t('cardPage.edit')}</Button>}
          </>
        }
      />
      <Balance card={card} />
      <RecordParts of="userCards" row={card} />
      <Section title={t('cardPage.facts')}>
        <Descriptions of={userCards} row={card} facts={facts} />
        <ChipOf card={card} />
      </Section>
      <WhileLoading show={<Bones rows={6} />}>
        <CardLimits card={card} />
      </WhileLoading>
      {hasLevel(card) && (
        <WhileLoading show={<Bones rows={3} />}>
          <LowBalance card={card} onSet={() => start('lowBalance', card)} />
        </WhileLoading>
      )}
      {mayRead && <Statement card={card} />}
      {mayRead && <SlipsOf card={card} />}
      <WhileLoading show={<Bones rows={6} />}>
        <Judgements where={judgedOf(card.id)} of="card" />
      </WhileLoading>
      <RecordDrawer
        of={userCards}
        wanted={search['record']}
        rows={[card]}
        form={editForm()}
        called={shownNumber}
        onClose={() => edit(undefined)}
        onReopen={edit}
      />
      {dialogs}
    </>
  )
}

const judgedOf = (id: number) => [equals('userCard.id', id)]
function ChipOf({ card: { id, physicalNumber } }: { card: Card }) {
  const mayRead = useMay('chip.read')
  if (!mayRead || physicalNumber === null) return null
  return (
    <WhileLoading show={null}>
      <CardChip cardId={id} />
    </WhileLoading>
  )
}

const SlipsOf = ({ card }: { card: Card }) => (
  <WhileLoading show={<Bones rows={3} />}>
    <Slips cardId={card.id} />
  </WhileLoading>
)

/** The statement stands in the order of time; what is owed, and which sub card spent, has a column where anything was. */
const columns = columnsOf<StatementRow>(
  userCardDetails,
  movementColumns.map(column => ({ ...(typeof column === 'string' ? { path: column } : column), sort: false as const })),
)
const columnsFor = (rows: readonly StatementRow[]) =>
  columns.filter(
    ({ key, hidden }) =>
      !hidden ||
      (key === 'debtCents' && rows.some(row => row.debtCents !== 0)) ||
      (key === 'spentById' && rows.some(row => row.spentById !== null)),
  )
const newest = 20
const most = 500

/** What the card held at the beginning and at the end of a period, and what lay between; without a period, the newest movements. */
function Statement({ card }: { card: Card }) {
  const page = usePage()
  const density = useSettings(settings => settings.density)
  const period = page.search['period'] ?? ''
  const { from, to } = readPeriod(period, today()) ?? {}
  const query = {
    ...(from && { from: instantOf(from.slice(0, 10), '00:00:00') }),
    ...(to && { at: instantOf(to.slice(0, 10), '23:59:59.999') }),
    size: period ? most : newest,
  }
  const { data, error, refetch } = useQuery({
    queryKey: ['cardStatement', card.id, query],
    enabled: page.visible,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => call(cardStatement, { id: card.id, query }, { signal }),
  })
  return (
    <Section
      title={t('cardPage.statement')}
      actions={
        <div className="card-statement-tools">
          <PeriodPicker
            label={t('cardPage.statement')}
            value={period}
            onChange={next => page.setSearch(now => ({ ...now, period: next }))}
          />
          <Button disabled={!data?.movements.length} onClick={() => data && saveMovements(card, data.movements)}>
            {t('kit.export')}
          </Button>
          <PrintStatement cardId={card.id} period={period} />
        </div>
      }>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data ? <Read statement={data} card={card} period={period} density={density} /> : !error && <Bones rows={6} />}
    </Section>
  )
}

/** On a sheet for the file, or on the roll for the holder; without a period, of this month. */
function PrintStatement({ cardId, period }: { cardId: number; period: string }) {
  const papers = (['a4', '80'] as const).flatMap(paper => {
    const path = pathToStatement(cardId, period, paper)
    return path ? { paper, path } : []
  })
  return papers.map(({ paper, path }) => (
    <Button key={paper} onClick={() => open(path)}>
      {t(`cardPage.print_${paper}`)}
    </Button>
  ))
}

/** What the statement shows, as a file. */
const saveMovements = (card: Card, rows: readonly StatementRow[]) =>
  saveRows(`${t('cardPage.statement')}-${card.number}`, columnsFor(rows), rows)

type Density = React.ComponentProps<typeof DataTable>['density']

function Read({
  statement,
  card,
  period,
  density,
}: {
  statement: Returned<typeof cardStatement>
  card: Card
  period: string
  density: Density
}) {
  const { opening, closing, inCents, outCents, totalElements, movements } = statement
  const all = mayOpen('userCardDetails', session().profile)
    ? addressOf('userCardDetails', {}, { userCardId: card.id, createdDate: period || undefined })
    : undefined
  return (
    <>
      <Figures
        of={[
          ...(opening ? [{ label: t('cardPage.opening'), value: <Money cents={opening.balanceCents} unit /> }] : []),
          { label: t('cardPage.received'), value: <Money cents={inCents} unit /> },
          { label: t('cardPage.spent'), value: <Money cents={outCents} unit /> },
          { label: t('cardPage.closing'), value: <Money cents={closing.balanceCents} unit /> },
          { label: t('cardPage.movements'), value: count(totalElements) },
        ]}
      />
      <DataTable
        label={t('cardPage.statement')}
        columns={columnsFor(movements)}
        rows={movements}
        {...(density && { density })}
        empty={<p className="k-quiet">{t('cardPage.noMovements')}</p>}
        onOpen={row => {
          const path = pathTo('orders', row.orderId)
          if (path) open(path)
        }}
      />
      {totalElements > movements.length && (
        <p className="k-quiet">
          {t('cardPage.firstMovements', { shown: count(movements.length), count: count(totalElements) })}{' '}
          <Drill to={all}>{t('cardPage.allMovements')}</Drill>
        </p>
      )}
    </>
  )
}
