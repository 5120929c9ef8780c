import { foundDeliveries, type FoundDelivery, type LevelReading } from '@forecourt/contract/measure/found-deliveries.ts'
import { parse } from 'csv-parse/sync'

/** Where a log of a gauge has what. Columns are counted from 1, or named where the first line names them. */
export interface LogFormat {
  readonly delimiter: string
  readonly time: string
  readonly tank: string
  readonly volume: string
  /** Times without a zone of their own are of this one. */
  readonly zone: string
}
/** As the gauges of the log in docs/found-deliveries.md write. */
export const usualLog: LogFormat = { delimiter: ';', time: '1', tank: '4', volume: '6', zone: 'UTC' }

/** The log as a whole cannot be read. */
export class LogFault extends Error {}

export interface GaugeLog {
  readonly tanks: ReadonlyMap<string, LevelReading[]>
  /** Lines that could not be read, each with its number. */
  readonly faults: readonly string[]
}

/** Reads a log in which each line is one reading of one tank; litres may have a decimal comma. */
export function readGaugeLog(text: string, format: LogFormat): GaugeLog {
  const names = [format.time, format.tank, format.volume]
  const hasHead = names.some(name => !/^\d+$/.test(name))
  const rows = parse(text, { bom: true, delimiter: format.delimiter, skip_empty_lines: true, trim: true, relax_column_count: true })
  const places = placesOf(names, hasHead ? (rows[0] ?? []) : [])
  const tanks = new Map<string, LevelReading[]>()
  const faults: string[] = []
  rows.slice(hasHead ? 1 : 0).forEach((row, i) => {
    const [time, tank, volume] = places.map(place => row[place] ?? '') as [string, string, string]
    const [at, volumeCl] = [instantOf(time, format.zone), centilitresOf(volume)]
    if (at === undefined) faults.push(`line ${i + (hasHead ? 2 : 1)}: "${time}" is no time`)
    else if (volumeCl === undefined) faults.push(`line ${i + (hasHead ? 2 : 1)}: "${volume}" is no volume`)
    else tanks.set(tank, [...(tanks.get(tank) ?? []), { at, volumeCl }])
  })
  return { tanks, faults }
}

function placesOf(names: readonly string[], head: readonly string[]): number[] {
  return names.map(name => {
    const place = /^\d+$/.test(name) ? Number(name) - 1 : head.indexOf(name)
    if (place < 0) throw new LogFault(`there is no column ${name}`)
    return place
  })
}

function instantOf(text: string, zone: string): number | undefined {
  const [, day, time, offset] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[-+]\d\d:?\d\d)?$/.exec(text) ?? []
  if (!day || !time) return undefined
  try {
    if (offset) return Temporal.Instant.from(`${day}T${time}${offset}`).epochMilliseconds
    return Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return undefined
  }
}

function centilitresOf(text: string): number | undefined {
  const litres = Number(text.replace(',', '.'))
  return text === '' || !Number.isFinite(litres) ? undefined : Math.round(litres * 100)
}

const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z')
const litres = (cl: number) => (cl / 100).toFixed(2)

/** One line for each delivery, as CSV, in order of time. */
export function deliveriesOfLog({ tanks }: GaugeLog): string[] {
  const found = [...tanks].flatMap(([tank, readings]) => foundDeliveries(readings).map(delivery => ({ tank, delivery })))
  const lines = found.toSorted((a, b) => a.delivery.beginAt - b.delivery.beginAt).map(({ tank, delivery }) => lineOf(tank, delivery))
  return ['tank,begin,end,before,after,rise,soldMeanwhile,litres,uncertainty,over', ...lines]
}

function lineOf(tank: string, of: FoundDelivery): string {
  const volumes = [of.beforeCl, of.afterCl, of.afterCl - of.beforeCl, of.soldCl, of.litresCl, of.uncertaintyCl].map(litres)
  return [tank, iso(of.beginAt), iso(of.endAt), ...volumes, of.isOver ? 'yes' : 'no'].join(',')
}
