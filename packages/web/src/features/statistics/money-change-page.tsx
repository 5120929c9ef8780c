import { movementsBehind, paymentsBehind, type TenderLine } from '@forecourt/contract'
import { money, plainFigure } from '../../core/money.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { choiceLabel, titled } from '../../kit/label.ts'
import type { Column } from '../../kit/list/columns.ts'
import { csvOf } from '../../kit/list/csv.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { Behind } from './behind.tsx'
import { Figure } from './change.tsx'
import { FundFrame, FundHeadline } from './fund-frame.tsx'
import { FundBehind, fundCsv, FundTable } from './fund-table.tsx'
import { NoFigures } from './states.tsx'
import { useDrill, type Drilled } from './use-drill.ts'
import { useFundAsked, useMoneyChange, type FundAsked } from './use-report.ts'

/** 资金变动报表: how the money of cards changed, purse by purse, and what each way of payment brought. */
export default function MoneyChangePage() {
  const asked = useFundAsked()
  const { data, error, refetch, isPlaceholderData } = useMoneyChange(asked)
  const { drilled, drill, close } = useDrill(asked.company)
  const currencies = data ? [...new Set([...data.totals, ...data.tenders].map(line => line.currency))] : []
  const ofTender = drilled?.group[0] === 'payType'
  const write = () =>
    currencies
      .map(currency => {
        const [purses, total, tenders] = of(data!, currency)
        return `${fundCsv('purse', purses, total)}${tendersCsv(tenders)}`
      })
      .join('')
  return (
    <FundFrame
      asked={asked}
      print="printMoneyChange"
      csv={currencies.length > 0 ? write : undefined}
      data={data}
      error={error}
      onRetry={() => void refetch()}>
      {currencies.length === 0 && <NoFigures of="funds" asked={asked} />}
      {data &&
        currencies.map(currency => {
          const [purses, total, tenders] = of(data, currency)
          return (
            <div key={currency}>
              {currencies.length > 1 && <h2>{currency}</h2>}
              <FundHeadline total={total} drill={drill} />
              <Section title={t('fund.purses')}>
                <FundTable by="purse" label={t('fund.purses')} lines={purses} total={total} old={isPlaceholderData} drill={drill} />
              </Section>
              <Section title={t('fund.tenders')}>
                {tenders.length === 0 ? <NoFigures of="payments" asked={asked} /> : <Tenders tenders={tenders} drill={drill} />}
              </Section>
            </div>
          )
        })}
      {ofTender ? (
        <TenderBehind asked={asked} drilled={drilled} onClose={close} />
      ) : (
        <FundBehind asked={asked} drilled={drilled} onClose={close} />
      )}
    </FundFrame>
  )
}

type Data = NonNullable<ReturnType<typeof useMoneyChange>['data']>
const of = (data: Data, currency: string) =>
  [
    data.purses.filter(line => line.currency === currency),
    data.totals.find(line => line.currency === currency),
    data.tenders.filter(line => line.currency === currency),
  ] as const

export const tenderColumns = ['salesCents', 'refundedCents', 'topUpCents', 'netCents'] as const
export type TenderColumn = (typeof tenderColumns)[number]
export const tenderWords = (key: string): string => choiceLabel('orders', 'payType', key)
export const tenderSum = (tenders: readonly TenderLine[], column: TenderColumn): number =>
  tenders.reduce((sum, line) => sum + line[column], 0)

/** The net is made of the three beside it, which open their rows. */
function Tenders({ tenders, drill }: { tenders: readonly TenderLine[]; drill: (drilled: Drilled) => void }) {
  const rows = tenders.map((line, at) => ({ ...line, id: at + 1 }))
  const plain = { hidden: false, hideFor: [] }
  const columns: Column<TenderLine & { id: number }>[] = [
    { ...plain, key: 'payType', title: t('statistic.by_payType'), align: 'left', cell: line => tenderWords(line.key) },
    ...tenderColumns.map(column => ({
      ...plain,
      key: column,
      title: titled(t(`fund.${column}`), t('kit.unitMoney')),
      align: 'right' as const,
      cell: (line: TenderLine) =>
        column === 'netCents' ? (
          money(line.netCents)
        ) : (
          <Figure
            value={line[column]}
            text={money(line[column])}
            label={t('statistic.open', { what: `${t(`fund.${column}`)} ${tenderWords(line.key)}`, figure: money(line[column]) })}
            onOpen={() => drill({ measure: column, group: ['payType'], key: line.key, name: money(line[column]) })}
          />
        ),
    })),
  ]
  const totals = Object.fromEntries(tenderColumns.map(column => [column, money(tenderSum(tenders, column))]))
  return <DataTable label={t('fund.tenders')} columns={columns} rows={rows} totals={{ label: t('statistic.all'), values: totals }} />
}

function TenderBehind({ asked, drilled, onClose }: { asked: FundAsked; drilled: Drilled; onClose: () => void }) {
  const { measure, key = null } = drilled
  const cell = { range: asked.range, group: ['payType'], key }
  const movements = movementsBehind({ ...cell, measure: 'amountCents' })
  const opened = {
    title: [wordsFor(`fund.${measure}`), tenderWords(key ?? '')].join(' · '),
    figure: drilled.name ?? '',
    behind:
      measure === 'topUpCents'
        ? { ...movements, search: `${movements.search},type:(charge|refundCharge)` }
        : paymentsBehind({ ...cell, measure: measure === 'refundedCents' ? 'refundedCents' : 'amountCents' }),
    from: asked.range.from,
  }
  return <Behind opened={opened} onClose={onClose} />
}

const tendersCsv = (tenders: readonly TenderLine[]): string =>
  csvOf([
    [t('statistic.by_payType'), ...tenderColumns.map(column => titled(t(`fund.${column}`), t('kit.unitMoney')))],
    ...tenders.map(line => [tenderWords(line.key), ...tenderColumns.map(column => plainFigure(money(line[column])))]),
  ]).slice(1)
