import { cardStatement, userCards, type PurseLine, type RecordNamed, type Returned, type StatementRow } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { count, money } from '../../core/money.ts'
import { instantOf } from '../../core/periods.ts'
import { fromTo, time, today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useRecord } from '../../kit/detail/use-record.ts'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { readPeriod } from '../../kit/list/period.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { PeriodPicker } from '../../kit/period-picker.tsx'
import { PrintPage, PrintTable, type Paper } from '../../kit/print/print-page.tsx'
import { grouped } from '../../kit/show.ts'
import { masked, maskedName } from './masked.ts'

type Card = RecordNamed<'userCards'>
type Told = 'opening' | 'closing' | 'inCents' | 'outCents' | 'totalElements' | 'master' | 'spentOfMasterCents'
interface Whole extends Pick<Returned<typeof cardStatement>, Told> {
  readonly purses: readonly PurseLine[]
  /** In the order of time. */
  readonly movements: readonly StatementRow[]
}

const relations = ['user', 'card']
const pageSize = 500
/** More than that nobody reads on paper: the list of movements is exported instead. */
const most = 5000
const thisMonth = 'thisMonth'

/** 对账单: what a card held, what came in and went out, purse by purse, and what it holds, with every movement of the period. */
export function StatementPaper({ id, paper }: { id: number; paper: Paper }) {
  const { search, setSearch, visible } = usePage()
  const raw = search['period'] || thisMonth
  const { from = today(), to = today() } = readPeriod(raw, today()) ?? readPeriod(thisMonth, today())!
  const days = { from: from.slice(0, 10), to: to.slice(0, 10) }
  const card = useRecord(userCards, id, relations)
  const statement = useQuery({
    queryKey: ['cardStatement', id, 'paper', days],
    enabled: visible,
    queryFn: ({ signal }) => wholeOf(id, days, signal),
  })
  const failed = [card, statement].find(({ error }) => error)
  if (failed) return <PageFailed error={failed.error!} onRetry={() => void failed.refetch()} />
  if (!card.data || !statement.data) return <Bones rows={12} />
  const picker = (
    <PeriodPicker
      label={t('receipt.period')}
      value={raw}
      onChange={period => setSearch(now => ({ ...now, period: period || undefined }), { replace: true })}
    />
  )
  return <Statement card={card.data} of={statement.data} period={fromTo(days.from, days.to)} paper={paper} tools={picker} />
}

/** All of it: a statement with movements missing would be none. */
async function wholeOf(id: number, { from, to }: { from: string; to: string }, signal: AbortSignal): Promise<Whole> {
  const begins = { from: instantOf(from, '00:00:00'), size: pageSize }
  const ask = (page: number, at?: string) => call(cardStatement, { id, query: { ...begins, page, ...(at && { at }) } }, { signal })
  // What comes in while it is read belongs to the next one.
  const first = await ask(0, to < today() ? instantOf(to, '23:59:59.999') : undefined)
  const { totalElements, purses, ...told } = first
  const newestFirst = [...first.movements]
  for (let page = 1; newestFirst.length < totalElements && totalElements <= most; page++) {
    const { movements } = await ask(page, first.at)
    if (movements.length === 0) break
    newestFirst.push(...movements)
  }
  return { ...told, purses: purses ?? [], totalElements, movements: newestFirst.toReversed() }
}

interface StatementProps {
  card: Card
  of: Whole
  period: string
  paper: Paper
  tools: React.ReactNode
}

function Statement({ card, of, period, paper, tools }: StatementProps) {
  const { movements, totalElements } = of
  const facts = [
    { label: t('receipt.period'), value: period },
    { label: t('receipt.card'), value: grouped(masked(card.number), 'cardNumber') },
    ...(card.user ? [{ label: t('receipt.holder'), value: maskedName(card.user.name) }] : []),
    ...(card.card ? [{ label: t('receipt.product'), value: card.card.name }] : []),
    ...(of.master
      ? [{ label: t('receipt.master'), value: [grouped(masked(of.master.number), 'cardNumber'), of.master.name].join(' ') }]
      : []),
    ...(of.spentOfMasterCents === 0 ? [] : [{ label: t('receipt.spentOfMaster'), value: money(of.spentOfMasterCents) }]),
    { label: t('receipt.count'), value: count(totalElements) },
  ]
  return (
    <PrintPage
      back={{ page: 'cardCostHistory', params: { userCardId: card.id } }}
      title={t('receipt.statement')}
      paper={paper}
      tools={tools}
      facts={facts}
      signatures={paper === '80' ? [] : [t('receipt.cashier'), t('receipt.customer')]}>
      <Purses of={of} />
      {movements.length < totalElements ? (
        <p>{t('receipt.tooMany', { count: count(totalElements), most: count(most) })}</p>
      ) : movements.length > 0 ? (
        <Movements rows={movements} />
      ) : (
        <p>{t('receipt.noMovements')}</p>
      )}
    </PrintPage>
  )
}

type Line = Pick<PurseLine, 'openingCents' | 'inCents' | 'outCents' | 'movedCents' | 'closingCents'> & { label: string }
const sides = ['openingCents', 'inCents', 'outCents', 'movedCents', 'closingCents'] as const

/** Purses in which there is nothing, and was nothing, are left out; principal and gift always stand there. */
function linesOf({ purses, opening, closing, inCents, outCents }: Whole): Line[] {
  const used = purses.filter(line => line.purse === 'principal' || line.purse === 'gift' || sides.some(side => line[side] !== 0))
  const all = { openingCents: opening?.balanceCents ?? 0, inCents, outCents, movedCents: 0, closingCents: closing.balanceCents }
  return [...used.map(line => ({ ...line, label: t(`receipt.purse_${line.purse}`) })), { ...all, label: t('receipt.sum') }]
}

/** Five figures stand beside each other on a sheet, and beneath each other on the roll. */
function Purses({ of }: { of: Whole }) {
  const lines = linesOf(of)
  const moved = lines.some(line => line.movedCents !== 0)
  const shown = sides.filter(side => side !== 'movedCents' || moved)
  const total = lines.at(-1)!
  const figure = (line: Line, side: (typeof sides)[number]) => money(line[side])
  return (
    <>
      <div className="k-a4-only">
        <PrintTable
          label={t('receipt.byPurse')}
          rows={lines.slice(0, -1)}
          columns={[
            { key: 'label', title: t('receipt.byPurse'), value: line => line.label },
            ...shown.map(side => ({ key: side, title: t(`receipt.${side}`), value: (line: Line) => figure(line, side), end: true })),
          ]}
          totals={{ label: total.label, ...Object.fromEntries(shown.map(side => [side, figure(total, side)])) }}
        />
      </div>
      <div className="k-roll-only">
        {lines.map(line => (
          <section key={line.label} aria-label={line.label}>
            <h2>{line.label}</h2>
            <dl className="k-sheet-sums">
              {shown.map(side => (
                <div key={side}>
                  <dt>{t(`receipt.${side}`)}</dt>
                  <dd>{figure(line, side)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  )
}

const stationOf = (row: StatementRow) => (row as { station?: { name: string } }).station?.name ?? '—'
const spenderOf = ({ spentBy }: StatementRow) => (spentBy ? [grouped(masked(spentBy.number), 'cardNumber'), spentBy.name].join(' ') : '—')
const Movements = ({ rows }: { rows: readonly StatementRow[] }) => (
  <>
    <h2>{t('receipt.movements')}</h2>
    <PrintTable
      label={t('receipt.movements')}
      rows={rows}
      columns={[
        { key: 'time', title: t('receipt.time'), value: row => time(row.createdDate, 'minute') },
        { key: 'type', title: t('receipt.kind'), value: row => choiceLabel('userCardDetails', 'type', row.type) },
        { key: 'station', title: t('receipt.station'), value: stationOf, a4: true },
        ...(rows.some(row => row.spentById !== null)
          ? [{ key: 'spentBy', title: t('receipt.spentBy'), value: spenderOf, a4: true } as const]
          : []),
        { key: 'principal', title: t('receipt.purse_principal'), value: row => money(row.principalCents), end: true, a4: true },
        { key: 'gift', title: t('receipt.purse_gift'), value: row => money(row.giftCents), end: true, a4: true },
        { key: 'amount', title: t('receipt.amount'), value: row => money(row.amountCents), end: true },
        { key: 'balance', title: t('receipt.balance'), value: row => money(row.balanceAfterCents), end: true },
      ]}
    />
  </>
)
