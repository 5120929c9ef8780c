import type { FuelColor, oilInfos, Returned, RowOf, tankAlarms, tankLevels } from '@forecourt/contract'
import { count, litres } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { Moment, TimeFigures, TimeLine, TimeMark } from '../../kit/chart/time-figures.ts'
import { withGaps } from '../../kit/chart/time-figures.ts'
import { choiceLabel } from '../../kit/label.ts'

type Levels = Returned<typeof tankLevels>
type Delivery = RowOf<typeof oilInfos>
type Alarm = RowOf<typeof tankAlarms>

/** A gauge that was silent for longer than this leaves a gap, also where buckets are shorter. */
const silentMs = 3_600_000

export interface LevelParts {
  readonly from: string
  readonly until: string
  readonly levels: Levels
  readonly deliveries: readonly Delivery[]
  readonly alarms: readonly Alarm[]
  readonly fuel: FuelColor
}

/** The level of a tank with its water, its limits and what happened to it, as they are drawn. */
export function levelFigures({ from, until, levels, deliveries, alarms, fuel }: LevelParts): TimeFigures {
  const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)]
  const longest = Math.max(silentMs, levels.bucketSeconds * 2500)
  const level = withGaps(
    levels.levels.map(({ at, volumeCl }) => [Date.parse(at), volumeCl]),
    longest,
  )
  const water = withGaps(
    levels.water.map(({ at, heightMm }) => [Date.parse(at), heightMm]),
    longest,
  )
  const limit = (name: string, value: number): TimeLine => ({
    name,
    quiet: true,
    moments: [
      [fromMs, value],
      [untilMs, value],
    ],
  })
  const inside = (mark: TimeMark) => mark.ms >= fromMs && mark.ms <= untilMs
  const at = levelAt(level)
  return {
    from: fromMs,
    until: untilMs,
    unit: t('kit.unitLitre'),
    write: litres,
    lines: [
      { name: t('stock.level'), moments: level, fuel },
      { name: t('stock.water'), moments: water, quiet: true, scale: { unit: t('kit.unitMillimetre'), write: count } },
      limit(t('stock.stopLine'), levels.limits.stopCl),
      limit(t('stock.lowLine'), levels.limits.lowCl),
    ],
    marks: [
      { name: t('stock.deliveries'), marks: deliveries.map(deliveryMark).filter(inside) },
      { name: t('stock.dips'), marks: levels.dips.map(dipMark).filter(inside) },
      { name: t('stock.alarms'), marks: alarms.map(alarm => alarmMark(alarm, at)).filter(inside) },
    ],
  }
}

/** What was measured last before a moment, or first after it; zero where nothing was. */
const levelAt = (level: readonly Moment[]) => (ms: number) => {
  const known = level.filter(([, value]) => value !== null)
  return (known.findLast(([moment]) => moment <= ms) ?? known[0])?.[1] ?? 0
}

/** It stands at its end; while it still unloads, at its begin. */
function deliveryMark({ docNo, beginTime, endTime, beforeVolumeCl, afterVolumeCl, offloadedCl }: Delivery): TimeMark {
  const name = docNo || t('stock.withoutNote')
  return {
    ms: Date.parse(endTime ?? beginTime),
    value: afterVolumeCl ?? beforeVolumeCl,
    words: offloadedCl === null ? t('stock.unloadingOf', { name }) : t('stock.deliveryOf', { name, volume: litres(offloadedCl) }),
  }
}
const dipMark = ({ at, volumeCl }: Levels['dips'][number]): TimeMark => ({
  ms: Date.parse(at),
  value: volumeCl,
  words: t('stock.dipOf', { volume: litres(volumeCl) }),
})
const alarmMark = ({ kind, measuredAt }: Alarm, levelThen: (ms: number) => number): TimeMark => ({
  ms: Date.parse(measuredAt),
  value: levelThen(Date.parse(measuredAt)),
  words: t('stock.alarmOf', { kind: choiceLabel('tankAlarms', 'kind', kind) }),
})
