import { enterDip, netVolumeOf, strikeReading, tankReadings, type RowOf, type tanks } from '@forecourt/contract'
import { count, litres } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Time } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import { wholeOf } from '../../kit/form/confirmed.ts'
import type { Values } from '../../kit/form/values.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { useChartInForce, useChartPoints } from './tank-charts.tsx'

type Tank = RowOf<typeof tanks>
type Reading = RowOf<typeof tankReadings>

/** Struck out or not, in words; what was struck out is crossed through besides. */
const stateOf = ({ struckAt, strikeReason }: Reading) => (struckAt ? t('tankReadings.struckFor', { reason: strikeReason ?? '' }) : '')
const figure = (reading: Reading, text: string) => (reading.struckAt ? <s className="k-quiet">{text}</s> : text)
const columns: readonly ColumnInput<Reading>[] = [
  { path: 'measuredAt', cell: reading => <Time at={reading.measuredAt} precision="minute" /> },
  'source',
  { path: 'oilHeightMm', cell: reading => figure(reading, count(reading.oilHeightMm)) },
  { path: 'waterHeightMm', cell: reading => figure(reading, count(reading.waterHeightMm)) },
  { path: 'volumeCl', cell: reading => figure(reading, litres(reading.volumeCl)) },
  { path: 'temperature', cell: reading => figure(reading, reading.temperature === null ? '—' : reading.temperature.toFixed(1)) },
  {
    path: 'chartId',
    sort: false,
    cell: ({ chart, chartId }) => (chartId === null ? <span className="k-dash">—</span> : <Time at={chart?.fromAt} precision="day" />),
  },
  { path: 'enteredById' },
  {
    path: 'struckAt',
    cell: reading => (reading.struckAt ? <span className="k-tag k-off">{stateOf(reading)}</span> : <span className="k-dash">—</span>),
    text: stateOf,
  },
]

/** 液位记录: what the gauge and people have measured of a tank, the newest first; a wrong one is struck out. */
export function TankReadings({ tank }: { tank: Tank }) {
  return (
    <>
      <div className="fc-tab-acts">
        <EnterDip tank={tank} />
      </div>
      <Related
        of={tankReadings}
        title={t('tankReadings.one')}
        where={[equals('tank.id', tank.id)]}
        columns={columns}
        expand={['chart']}
        size={30}
        rowActions={reading => reading.struckAt === null && <Strike reading={reading} />}
        empty={t('tankReadings.none')}
      />
    </>
  )
}

const changed = [tankReadings.name, 'tanks', 'tankAlarms']

const Strike = ({ reading }: { reading: Reading }) => (
  <ActButton
    of={strikeReading}
    id={reading.id}
    words={tankReadings.name}
    fields={['reason']}
    changes={changed}
    label={t('tankReadings.strike')}
    title={t('tankReadings.strikeOf', { volume: litres(reading.volumeCl) })}
    done={t('tankReadings.struck')}
    danger
    button={{ type: 'link', size: 'small', danger: true }}
  />
)

/** 人工量油: with a chart the heights make the volume, which is shown before it is saved; without one the volume is typed. */
function EnterDip({ tank }: { tank: Tank }) {
  const { data: version } = useChartInForce(tank.id)
  const { data: points } = useChartPoints(version?.id)
  const charted = version !== null && version !== undefined
  const volumeOf = ({ oilHeightMm, waterHeightMm }: Values) => {
    const height = wholeOf(oilHeightMm)
    return points && height !== undefined ? netVolumeOf(points, height, wholeOf(waterHeightMm) ?? null) : undefined
  }
  return (
    <ActButton
      of={enterDip}
      words={tankReadings.name}
      fields={['measuredAt', 'oilHeightMm', 'waterHeightMm', 'temperature', 'volumeCl']}
      defaults={{ tankId: tank.id }}
      when={{ volumeCl: () => !charted }}
      rules={values => ({
        required: [charted ? 'oilHeightMm' : 'volumeCl'],
        figures: [
          {
            label: t('tankReadings.volumeCl'),
            unit: 'litres',
            before: tank.measuredAt === null ? undefined : tank.volumeCl,
            after: charted ? volumeOf(values) : wholeOf(values['volumeCl']),
          },
        ],
      })}
      changes={changed}
      label={t('tankReadings.dip')}
      title={t('tankReadings.dipOf', { number: tank.number })}
      done={t('tankReadings.dipped')}
    />
  )
}
