import { fundsBehind, type FundLine } from '@forecourt/contract'
import { money, plainFigure } from '../../core/money.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { choiceLabel, titled } from '../../kit/label.ts'
import type { Column } from '../../kit/list/columns.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { csvOf } from '../../kit/list/csv.ts'
import { Behind } from './behind.tsx'
import { Figure } from './change.tsx'
import type { Drilled } from './use-drill.ts'
import { centsOf, columnsShown, type FundAsked, type FundGroup, type FundMeasure } from './use-report.ts'

export type FundBy = FundGroup | 'purse'
const places = { day: 'period', kind: 'kind', station: 'station', purse: 'purse' } as const

/** What a line of a fund report is called. */
export function fundName(
  by: FundBy,
  { period = null, key = null, station = null }: Partial<Pick<FundLine, 'period' | 'key' | 'station'>>,
): string {
  if (by === 'day') return period ?? ''
  if (by === 'station') return station ?? t('statistic.ofCompany')
  if (by === 'purse') return wordsFor(`fund.purse_${key}`)
  return key === null ? t('statistic.none_kind') : choiceLabel('userCards', 'kind', key)
}
export const fundHead = (by: FundBy): string =>
  t(by === 'day' ? 'statistic.unit_day' : by === 'purse' ? 'fund.purse' : `statistic.by_${by}`)

interface FundTableProps {
  by: FundBy
  label: string
  lines: readonly FundLine[]
  total: FundLine | undefined
  old: boolean
  drill: (drilled: Drilled) => void
}

/** From what was held to what is held, line by line; every number opens its movements. */
export function FundTable({ by, label, lines, total, old, drill }: FundTableProps) {
  const rows = lines.map((line, at) => ({ ...line, id: at + 1 }))
  const shown = columnsShown([...lines, ...(total ? [total] : [])])
  const figure = (line: FundLine, column: FundMeasure, group: readonly string[]) => {
    const [cents, text] = [centsOf(line, column), money(centsOf(line, column))]
    const { period, stationId, station, key } = line
    const what = [t(`fund.${column}`), group.length > 0 ? fundName(by, line) : ''].filter(Boolean).join(' ')
    return (
      <Figure
        value={cents}
        text={text}
        label={t('statistic.open', { what, figure: text })}
        onOpen={() => drill({ measure: column, group, period, stationId, station, key, name: text })}
      />
    )
  }
  const columns: Column<FundLine & { id: number }>[] = [
    { key: places[by], title: fundHead(by), align: 'left', hidden: false, hideFor: [], cell: line => fundName(by, line) },
    ...shown.map(column => ({
      key: column,
      title: titled(t(`fund.${column}`), t('kit.unitMoney')),
      align: 'right' as const,
      hidden: false,
      hideFor: [],
      cell: (line: FundLine) => figure(line, column, [by]),
    })),
  ]
  const totals = total && Object.fromEntries(shown.map(column => [column, figure(total, column, [])]))
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      old={old}
      {...(totals && { totals: { label: t('statistic.all'), values: totals } })}
    />
  )
}

const behindOf = ({ measure, group, period, stationId, station, key }: Drilled, { range, kind }: FundAsked) =>
  fundsBehind({
    range,
    kind,
    column: measure as FundMeasure,
    ...(group.length > 0 && { group: group[0] as FundBy }),
    period: period ?? null,
    stationId: stationId ?? null,
    station: station ?? null,
    key: key ?? null,
  })

/** The movements behind the number that was pressed. */
export function FundBehind({ asked, drilled, onClose }: { asked: FundAsked; drilled: Drilled | undefined; onClose: () => void }) {
  const column = drilled?.measure as FundMeasure
  const group = drilled?.group[0] as FundBy | undefined
  const opened = drilled && {
    title: [t(`fund.${column}`), ...(group && drilled.key !== undefined ? [fundName(group, drilled)] : [])].join(' · '),
    figure: drilled.name ?? '',
    behind: behindOf(drilled, asked),
    from: column === 'opening' || column === 'closing' ? '0001-01-01' : asked.range.from,
  }
  return <Behind opened={opened} onClose={onClose} />
}

/** The report as a file: its lines and what they come to. */
export function fundCsv(by: FundBy, lines: readonly FundLine[], total: FundLine | undefined): string {
  const shown = columnsShown([...lines, ...(total ? [total] : [])])
  const plain = (line: FundLine) => shown.map(column => plainFigure(money(centsOf(line, column))))
  return csvOf([
    [fundHead(by), ...shown.map(column => titled(t(`fund.${column}`), t('kit.unitMoney')))],
    ...lines.map(line => [fundName(by, line), ...plain(line)]),
    ...(total ? [[t('statistic.all'), ...plain(total)]] : []),
  ])
}
