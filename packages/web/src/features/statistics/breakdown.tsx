import { useState } from 'react'
import { plainFigure } from '../../core/money.ts'
import { today } from '../../core/time.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { Chart } from '../../kit/chart/chart.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { csvOf, saveFile } from '../../kit/list/csv.ts'
import { laterDialog } from '../../kit/later.tsx'
import { DataTable } from '../../kit/list/data-table.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Checkbox, Select } from '../../kit/ui.ts'
import { Change, Figure } from './change.tsx'
import { measureOf, measuresBy, measureWords, nameOf, unitOfMeasure, write, type Kind, type Line } from './kinds.ts'
import { columnsOf, type Row } from './breakdown-columns.tsx'
import { FailedFigures, NoFigures } from './states.tsx'
import type { Drilled } from './use-drill.ts'
import { isUnit, useStatistic, type Asked, type Unit } from './use-statistic.ts'

const Paper = laterDialog(() => import('./paper.tsx'))

interface BreakdownProps {
  kind: Kind
  asked: Asked
  unit: Unit
  currency: string | undefined
  total: Line | undefined
  drill: (drilled: Drilled) => void
}
/** More parts than these are distinguished by the table alone. */
const partsMost = 6

/** By what it is made of: one line for each product, way of payment, station, also period by period. */
export function Breakdown({ kind, asked, unit, currency, total, drill }: BreakdownProps) {
  const choices = ['period', ...(asked.company ? ['station'] : []), ...kind.things]
  const by = choices.includes(asked.search['by'] ?? '') ? asked.search['by']! : kind.things[0]!
  const split = asked.search['split'] === '1' && by !== 'period'
  const asking = groupOf(by, split, unit, asked.company)
  const { data, error, refetch, isPlaceholderData } = useStatistic(kind, asked, asking)
  const shown = shapeOf(data?.group ?? asking, unit)
  const rows = data?.content.filter(line => line.currency === currency).map((line, at): Row => ({ ...line, id: at + 1 }))
  const first = measuresBy(kind, shown.by)[0]!
  // A column of nothing but zeros says nothing.
  const isShown = (measure: string, earlier: boolean) =>
    (rows ?? []).some(row => (earlier ? row.before?.[measure] : measureOf(row, measure)))
  const measures = measuresBy(kind, shown.by).filter(measure => measure === first || isShown(measure, false))
  const left = data?.left ?? 0
  const open = (drilled: Drilled) => !isPlaceholderData && drill(drilled)
  const columns = columnsOf({ kind, compared: isShown(first, true), ...shown, measures, drill: open })
  return (
    <Section
      title={t('statistic.breakdown')}
      actions={
        <div className="statistic-tools">
          <Grouping asked={asked} choices={choices} by={by} split={split} unit={unit} />
          <Out columns={columns} rows={rows} total={total} measures={measures} asked={asked} />
        </div>
      }>
      {error && !rows ? (
        <FailedFigures asked={asked} error={error} onRetry={() => void refetch()} />
      ) : !rows ? (
        <Bones rows={6} />
      ) : rows.length === 0 ? (
        <NoFigures of={kind.name} asked={asked} />
      ) : (
        <>
          <div className={shown.whole ? 'statistic-beside' : undefined}>
            <DataTable
              label={t('statistic.table', { by: wordsFor(`statistic.by_${shown.by}`) })}
              columns={columns}
              rows={rows}
              old={isPlaceholderData}
              {...(total && { totals: { label: t('statistic.all'), values: totalsOf(kind, measures, total, drill) } })}
            />
            {shown.whole && <Parts kind={kind} by={shown.by} rows={rows} measure={measures[0]!} />}
          </div>
          {left > 0 && <p className="k-quiet">{t('statistic.left', { count: left })}</p>}
        </>
      )}
    </Section>
  )
}

interface GroupingProps {
  asked: Asked
  choices: readonly string[]
  by: string
  split: boolean
  unit: Unit
}
/** By what the lines are, and whether each period has lines of its own. */
const Grouping = ({ asked, choices, by, split, unit }: GroupingProps) => (
  <>
    <Select
      size="small"
      aria-label={t('statistic.by')}
      value={by}
      popupMatchSelectWidth={false}
      options={choices.map(value => ({
        value,
        label: value === 'period' ? t(`statistic.unit_${unit}`) : wordsFor(`statistic.by_${value}`),
      }))}
      onChange={value => asked.change({ by: value })}
    />
    {by !== 'period' && (
      <Checkbox checked={split} onChange={event => asked.change({ split: event.target.checked ? '1' : undefined })}>
        {t(`statistic.split_${unit}`)}
      </Checkbox>
    )}
  </>
)

/** How the rows of an answer are to be read: by what they are grouped, and whether each stands for the whole period. */
function shapeOf(group: readonly string[], unit: Unit) {
  const time = group.find(isUnit)
  const thing = group.find(each => !isUnit(each) && each !== 'station')
  const by = thing ?? (group.includes('station') ? 'station' : 'period')
  return { group, by, unit: time ?? unit, whole: time === undefined }
}

/** Nozzles and devices of several stations are distinguished by their station. */
function groupOf(by: string, split: boolean, unit: Unit, company: boolean): string[] {
  if (by === 'period') return [unit]
  const place = by === 'station' || (company && (by === 'nozzle' || by === 'device')) ? ['station'] : []
  return [...(split ? [unit] : []), ...place, ...(by === 'station' ? [] : [by])]
}

const totalsOf = (kind: Kind, measures: readonly string[], total: Line, drill: (drilled: Drilled) => void) =>
  Object.fromEntries([
    ...measures.map(measure => {
      const text = write(measure, measureOf(total, measure))
      const label = t('statistic.open', { what: measureWords(kind, measure), figure: text })
      const onOpen = () => drill({ measure, group: [], name: text })
      return [measure, <Figure key={measure} value={measureOf(total, measure)} text={text} label={label} onOpen={onOpen} />]
    }),
    ...(total.before
      ? [
          [`before.${measures[0]}`, write(measures[0]!, total.before[measures[0]!] ?? 0)],
          ['change', <Change key="change" now={measureOf(total, measures[0]!)} before={total.before[measures[0]!] ?? 0} />],
        ]
      : []),
  ])

/** Which part each has in the whole. What takes back cannot be a part of it. */
function Parts({ kind, by, rows, measure }: { kind: Kind; by: string; rows: readonly Row[]; measure: string }) {
  const parts = rows
    .filter(row => measureOf(row, measure) > 0)
    .toSorted((one, other) => measureOf(other, measure) - measureOf(one, measure))
  const shown = parts.length > partsMost ? parts.slice(0, partsMost - 1) : parts
  const rest = parts.slice(shown.length).reduce((sum, row) => sum + measureOf(row, measure), 0)
  const signed = rows.some(row => measureOf(row, measure) < 0)
  const listed = signed ? rows : shown
  const labels = [...listed.map(row => nameOf(by, row)), ...(!signed && rest > 0 ? [t('statistic.others')] : [])]
  return (
    <Chart
      title={t('statistic.shares', { measure: measureWords(kind, measure), by: wordsFor(`statistic.by_${by}`) })}
      kind={signed ? 'bar' : 'donut'}
      labels={labels}
      series={[
        {
          name: measureWords(kind, measure),
          values: [...listed.map(row => measureOf(row, measure)), ...(!signed && rest > 0 ? [rest] : [])],
          fuels: listed.map(row => row.color ?? null),
        },
      ]}
      unit={unitOfMeasure(measure)}
      write={value => write(measure, value)}
      labelName={wordsFor(`statistic.by_${by}`)}
    />
  )
}

interface OutProps {
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  total: Line | undefined
  measures: readonly string[]
  asked: Asked
}

/** What is shown, as a file or on paper. */
function Out({ columns, rows, total, measures, asked }: OutProps) {
  const { title } = usePage()
  const [paper, setPaper] = useState(false)
  const totals = Object.fromEntries([
    [columns[0]!.key, t('statistic.all')],
    ...(total ? measures.map(measure => [measure, write(measure, measureOf(total, measure))] as const) : []),
    ...(total?.before ? [[`before.${measures[0]}`, write(measures[0]!, total.before[measures[0]!] ?? 0)] as const] : []),
  ]) as Record<string, string>
  const table = () => [
    columns.map(({ title: head }) => head ?? ''),
    ...(rows ?? []).map(row => columns.map(({ text }) => plainFigure(text?.(row) ?? ''))),
    columns.map(({ key }) => plainFigure(totals[key] ?? '')),
  ]
  const none = !rows?.length
  return (
    <>
      <Button
        size="small"
        disabled={none}
        onClick={() => saveFile(`${title}-${asked.range.from}-${asked.range.to}-${today()}.csv`, csvOf(table()))}>
        {t('kit.export')}
      </Button>
      <Button size="small" disabled={none} onClick={() => setPaper(true)}>
        {t('kit.print')}
      </Button>
      {paper && (
        <Paper
          title={title}
          range={asked.range}
          company={asked.company}
          onClose={() => setPaper(false)}
          columns={columns}
          rows={rows ?? []}
          totals={totals}
        />
      )}
    </>
  )
}
