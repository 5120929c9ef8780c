import { change, percent } from '../../core/money.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { titled } from '../../kit/label.ts'
import type { Column } from '../../kit/list/columns.ts'
import { Change, Figure } from './change.tsx'
import { measureOf, measureWords, nameOf, unitOfMeasure, write, type Kind, type Line } from './kinds.ts'
import type { Drilled } from './use-drill.ts'
import { periodWords, type Unit } from './use-statistic.ts'

export type Row = Line & { id: number }
export interface ColumnsProps {
  kind: Kind
  compared: boolean
  unit: Unit
  by: string
  group: readonly string[]
  measures: readonly string[]
  drill: (drilled: Drilled) => void
}
const plain = { hidden: false, hideFor: [] }

/** What each line is of, its numbers, and what the first of them was before. */
export function columnsOf(props: ColumnsProps): Column<Row>[] {
  const { group, by, unit, measures, compared } = props
  const first = measures[0]!
  return [
    ...(group.includes(unit) ? [words('period', t(`statistic.unit_${unit}`), row => periodWords(unit, row.period ?? '', true))] : []),
    ...(group.includes('station') && by !== 'station' ? [words('station', t('statistic.by_station'), row => nameOf('station', row))] : []),
    ...(by === 'period' ? [] : [words('name', wordsFor(`statistic.by_${by}`), row => nameOf(by, row))]),
    ...measures.map(measure => number(props, measure, false)),
    ...(compared ? [number(props, first, true), changeOf(first)] : []),
  ]
}

const words = (key: string, title: string, text: (row: Row) => string): Column<Row> => ({
  ...plain,
  key,
  title,
  align: 'left',
  text,
  cell: text,
})

function number({ kind, by, group, drill }: ColumnsProps, measure: string, before: boolean): Column<Row> {
  const valueOf = (row: Row) => (before ? (row.before?.[measure] ?? 0) : measureOf(row, measure))
  return {
    ...plain,
    key: before ? `before.${measure}` : measure,
    title: titled(before ? t('statistic.before') : measureWords(kind, measure), unitOfMeasure(measure)),
    align: 'right',
    text: row => write(measure, valueOf(row)),
    cell: row => {
      const { period, stationId, station, key, name: label } = row
      const name = write(measure, valueOf(row))
      const what = [measureWords(kind, measure), by === 'period' ? '' : nameOf(by, row)].filter(Boolean).join(' ')
      return (
        <Figure
          value={valueOf(row)}
          text={name}
          label={t('statistic.open', { what, figure: name })}
          onOpen={() =>
            drill({ measure, group, period, stationId, station, key, name, ...(label && { label }), ...(before && { before }) })
          }
        />
      )
    },
  }
}

const changeOf = (measure: string): Column<Row> => ({
  ...plain,
  key: 'change',
  title: t('statistic.change'),
  align: 'right',
  cell: row => <Change now={measureOf(row, measure)} before={row.before?.[measure] ?? 0} />,
  text: row => changeText(row, measure),
})

function changeText(row: Row, measure: string): string {
  const by = change(measureOf(row, measure), row.before?.[measure] ?? 0)
  return by === undefined ? '' : percent(by, 1)
}
