import type { MeasureCase } from '@forecourt/contract/measure/case.ts'
import type { ChartPoint } from '@forecourt/contract/measure/tank-chart.ts'
import type { MeasureSettings } from '@forecourt/contract/measure/terms.ts'
import {
  commodityNamed,
  headsNamed,
  instrumentNamed,
  methodNamed,
  methodWords,
  modeNamed,
  plainWord,
  referenceNamed,
  standardNamed,
  type Asked,
} from './case-words.ts'

/** A line of the file by its columns, whose names are compared as words are. */
export type Row = Readonly<Record<string, string>>

/** What cannot be read, in words for the writer of the line. */
export class CaseFault extends Error {}

export interface ReadCase {
  readonly asked: MeasureCase
  readonly settings: MeasureSettings
}

const cell = (row: Row, ...names: readonly string[]): string =>
  names.map(name => row[plainWord(name)]?.trim() ?? '').find(text => text !== '') ?? ''

/** A number as people write it: a thousands comma, a true minus sign. Undefined where nothing is written. @throws CaseFault */
export function numberIn(text: string, column: string): number | undefined {
  if (text === '') return undefined
  const plain = text.replaceAll('−', '-').replace(/^(-?\d{1,3}(?:,\d{3})+)(?=\.|$)/, whole => whole.replaceAll(',', ''))
  const value = Number(plain)
  if (plain.trim() === '' || !Number.isFinite(value)) throw new CaseFault(`${column} is no number: ${text}`)
  return value
}
const numberOf = (row: Row, ...names: readonly string[]): number | undefined => numberIn(cell(row, ...names), names[0]!)

function choice<T>(row: Row, column: string, named: (text: string) => T | undefined): T | undefined {
  const text = cell(row, column)
  if (text === '') return undefined
  const found = named(text)
  if (found === undefined) throw new CaseFault(`unknown ${column}: ${text}`)
  return found
}

/** 28, 28 °C, 28C: °C. 82.4F, 82.4 °F: °F. Without a unit as the method expects it. */
function temperatureOf(row: Row, column: string, fahrenheitByDefault: boolean): { celsius?: number; fahrenheit?: number } {
  const [, figure = '', unit = ''] = /^(.*?)\s*(?:°\s*)?([CFcf℃℉]?)$/.exec(cell(row, column))!
  const value = numberIn(figure.trim(), column)
  if (value === undefined) return {}
  const named = unit || cell(row, `${column}Unit`).replace('°', '') || (fahrenheitByDefault ? 'F' : 'C')
  return /[F℉]/i.test(named) ? { fahrenheit: value } : { celsius: value }
}

/** Litres of the file in centilitres. */
const centilitres = (litres: number | undefined) => (litres === undefined ? undefined : Math.round(litres * 100))

/** `0:0; 100:510.20` — heights in mm and litres. */
function pointsIn(text: string): ChartPoint[] | undefined {
  if (text === '') return undefined
  return text
    .split(/[;|]/)
    .filter(one => one.trim())
    .map(one => {
      const [height = '', litres = ''] = one.split(':')
      return { heightMm: numberIn(height.trim(), 'points') ?? NaN, volumeCl: centilitres(numberIn(litres.trim(), 'points')) ?? NaN }
    })
}

/** Methods of API MPMS 11.1 at 60 °F: their densities are at 60 °F and their temperatures in °F, as the standard is written. */
const at60 = new Set(['ctl', 'cpl', 'ctpl', 'density60', 'relativeDensity', 'apiGravity', 'density15'])
const observing = new Set(['standardDensity', 'observedToDensity60'])

/** The column `density` is what the method starts from. API gravities and relative densities are known by their size. */
function densityOf(method: string, value: number | undefined): Partial<MeasureCase> {
  if (value === undefined) return {}
  if (observing.has(method)) return { observedDensity: value }
  if (!at60.has(method)) return { density: value }
  if (value < 2) return { relativeDensity: value }
  if (value < 120) return { apiGravity: value }
  return method === 'apiGravity' || method === 'relativeDensity' || method === 'density60' ? { density15: value } : { density60: value }
}

/** @throws CaseFault */
export function readCase(row: Row, options: MeasureSettings): ReadCase {
  const name = cell(row, 'method')
  const named = methodNamed(name)
  if (!named) throw new CaseFault(`unknown method: ${name || '(empty)'}. Known are ${methodWords()}, and tables like 54B, 59B, 60B`)
  const settings = {
    standard: named.standard ?? choice(row, 'standard', standardNamed) ?? options.standard,
    reference: named.reference ?? choice(row, 'reference', referenceNamed) ?? options.reference,
    mode: choice(row, 'mode', modeNamed) ?? options.mode,
  }
  return { asked: caseOf(row, named), settings }
}

function caseOf(row: Row, named: Asked): MeasureCase {
  // An API gravity was not read from a hydrometer: asked is the density at 15 °C that it stands for.
  const given = numberOf(row, 'api', 'apiGravity') ?? numberOf(row, 'density') ?? Infinity
  const gravity = named.reference === 15 && named.method === 'standardDensity' && given < 120
  const method = gravity ? 'density15' : named.method
  const { celsius, fahrenheit } = temperatureOf(row, 'temperature', at60.has(method) || method === 'observedToDensity60')
  const sample = temperatureOf(row, 'observedTemperature', method === 'observedToDensity60')
  const observes = observing.has(method)
  return {
    method,
    commodity: named.commodity ?? choice(row, 'commodity', commodityNamed) ?? null,
    instrument: choice(row, 'instrument', instrumentNamed) ?? null,
    observedDensity: numberOf(row, 'observedDensity'),
    ...densityOf(method, numberOf(row, 'density')),
    temperature: celsius,
    fahrenheit,
    observedTemperature: sample.celsius ?? (observes ? celsius : undefined),
    observedFahrenheit: sample.fahrenheit ?? (observes ? fahrenheit : undefined),
    ...(cell(row, 'density60') && { density60: numberOf(row, 'density60') }),
    ...(cell(row, 'density15') && { density15: numberOf(row, 'density15') }),
    ...(cell(row, 'api', 'apiGravity') && { apiGravity: numberOf(row, 'api', 'apiGravity') }),
    ...amountsOf(row),
    ...tankOf(row),
    // A share of the diameter, where no diameter is told.
    ...(method === 'cylinderShare' && cell(row, 'diameter', 'diameterMm', 'd') === '' && { diameterMm: 1 }),
  }
}

const amountsOf = (row: Row): Partial<MeasureCase> => ({
  volumeCl: centilitres(numberOf(row, 'volume', 'vt')),
  volumeAtReferenceCl: centilitres(numberOf(row, 'volumeAtReference', 'volume20', 'volume15', 'v20', 'v15')),
  massKg: numberOf(row, 'mass', 'massKg', 'mass1'),
  secondMassKg: numberOf(row, 'mass2', 'secondMass'),
  secondDensity: numberOf(row, 'density2', 'secondDensity'),
  pressurePsig: numberOf(row, 'pressure', 'psig', 'pressurePsig'),
})

const tankOf = (row: Row): Partial<MeasureCase> => ({
  heightMm: numberOf(row, 'height', 'heightMm', 'h'),
  diameterMm: numberOf(row, 'diameter', 'diameterMm', 'd'),
  lengthMm: numberOf(row, 'length', 'lengthMm', 'l'),
  heads: choice(row, 'heads', headsNamed) ?? null,
  slope: numberOf(row, 'slope', 'tilt'),
  gaugeAtMm: numberOf(row, 'gaugeAt', 'gaugeAtMm', 'x0'),
  points: pointsIn(cell(row, 'points')) ?? null,
})
