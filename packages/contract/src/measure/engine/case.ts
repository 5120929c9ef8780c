import { at60, density60OfObserved, factorTo60 } from './base60.ts'
import {
  densityAtTemperature,
  massKg,
  mixtureDensity,
  standardDensity,
  volumeAtReference,
  volumeAtTemperature,
  volumeCorrectionFactor,
} from './convert.ts'
import type { Given } from './given.ts'
import { celsiusOf } from './mpms11.ts'
import { chartVolume, cylinderShare, cylinderVolume, headsVolume } from './tank.ts'
import type { Measured, MeasureSettings } from './terms.ts'

/** What may be asked: each method gives one figure. */
export const methods = [
  'standardDensity',
  'densityAtTemperature',
  'vcf',
  'volumeAtReference',
  'volumeAtTemperature',
  'mass',
  'mixtureDensity',
  'ctl',
  'cpl',
  'ctpl',
  'observedToDensity60',
  'density60',
  'density15',
  'relativeDensity',
  'apiGravity',
  'cylinderVolume',
  'headsVolume',
  'cylinderShare',
  'chartVolume',
] as const
export type Method = (typeof methods)[number]

export interface MeasureCase extends Given {
  readonly method: Method
}

const ways: Readonly<Record<Method, (given: Given, settings: MeasureSettings) => Measured>> = {
  standardDensity,
  densityAtTemperature,
  vcf: volumeCorrectionFactor,
  volumeAtReference,
  volumeAtTemperature,
  mass: massKg,
  mixtureDensity,
  ctl: given => factorTo60('ctl', given),
  cpl: given => factorTo60('cpl', given),
  ctpl: given => factorTo60('ctpl', given),
  observedToDensity60: density60OfObserved,
  density60: given => at60('density60', given),
  density15: given => at60('density15', given),
  relativeDensity: given => at60('relativeDensity', given),
  apiGravity: given => at60('apiGravity', given),
  cylinderVolume,
  headsVolume,
  cylinderShare,
  chartVolume,
}

/** The figure of a case, with all that it was reached by, or why there is none. */
export function measured({ method, fahrenheit, observedFahrenheit, ...given }: MeasureCase, settings: MeasureSettings): Measured {
  const temperature = given.temperature ?? inCelsius(fahrenheit)
  const observedTemperature = given.observedTemperature ?? inCelsius(observedFahrenheit)
  return ways[method]({ ...given, temperature, observedTemperature }, settings)
}
const inCelsius = (fahrenheit: number | null | undefined) =>
  fahrenheit === null || fahrenheit === undefined ? undefined : celsiusOf(fahrenheit)
