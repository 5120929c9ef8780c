import type { measurements, Returned } from '@forecourt/contract'
import { celsius, count, litres } from '../../core/money.ts'
import { language, t, wordsFor } from '../../i18n/index.ts'

/** What POST /measurements answers to a case: a figure with how it was reached, or why there is none. */
export type Measured = Returned<typeof measurements>['content'][number]
export type MeasuredFigure = NonNullable<Measured['figure']>
type Item = MeasuredFigure['inputs'][number]

type Unit = 'litre' | 'kg' | 'density' | 'celsius' | 'mm' | 'psi' | 'none'
const units: Readonly<Record<Item['quantity'], Unit>> = {
  volume: 'litre',
  volumeAtReference: 'litre',
  mass: 'kg',
  secondMass: 'kg',
  temperature: 'celsius',
  observedTemperature: 'celsius',
  tableTemperature: 'celsius',
  density: 'density',
  secondDensity: 'density',
  observedDensity: 'density',
  tableDensity: 'density',
  correctedDensity: 'density',
  density15: 'density',
  density60: 'density',
  densityAtTemperature: 'density',
  mixtureDensity: 'density',
  apiGravity: 'none',
  relativeDensity: 'none',
  vcf15: 'none',
  vcf15AtReference: 'none',
  ctl: 'none',
  ctlAtReference: 'none',
  cpl: 'none',
  ctpl: 'none',
  vcf: 'none',
  pressure: 'psi',
  compressibility: 'none',
  height: 'mm',
  diameter: 'mm',
  length: 'mm',
  slope: 'none',
  gaugeAt: 'mm',
  filledShare: 'none',
}

/** A figure with its unit. `places` of a result; of anything else as many as it has. */
export function valueWords({ quantity, value }: Item, places?: number): string {
  const unit = units[quantity]
  if (unit === 'litre') return `${litres(value)} ${t('kit.unitLitre')}`
  if (unit === 'celsius') return Number.isInteger(value * 10) ? celsius(value) : `${value.toFixed(2)} ${language() === 'zh' ? '℃' : '°C'}`
  if (unit === 'kg') return `${count(value)} kg`
  if (unit === 'mm') return `${count(value)} ${t('kit.unitMillimetre')}`
  const figure = places === undefined ? plain(value, unit) : value.toFixed(places)
  if (unit === 'density') return `${figure} kg/m³`
  return unit === 'psi' ? `${figure} psi` : figure
}
const plain = (value: number, unit: Unit) => (unit === 'density' && Number.isInteger(value) ? value.toFixed(1) : String(value))

/** What a quantity is called: the standard density at 20 °C is ρ20. */
export const quantityWords = (quantity: Item['quantity'], { reference }: Pick<MeasuredFigure, 'reference'>): string =>
  t(`measure.quantity_${quantity}`, { reference: reference ?? '' })

/** Why there is no figure, with the range that was left. */
export const reasonWords = ({ reason, min, max }: NonNullable<Measured['none']>): string =>
  t(`measure.reason_${reason}`, { min: min ?? '', max: max ?? '' })

/** `60B`, or the product group of API MPMS 11.1. */
export const tableWords = ({ standard, table }: MeasuredFigure): string =>
  standard === 'mpms11' ? wordsFor(`measure.group_${table}`) : table

/** The equation of the result, where there is one to print. */
export function formulaWords({ quantity, standard, reference, inputs }: MeasuredFigure): string | undefined {
  if (!standard) return undefined
  const values = { reference: reference ?? '' }
  if (quantity === 'volumeAtReference' && inputs.some(given => given.quantity === 'mass')) return t('measure.formula_volumeOfMass', values)
  if (quantity === 'volumeAtReference' || quantity === 'volume' || quantity === 'mass') return t(`measure.formula_${quantity}`, values)
  if (quantity === 'vcf' || quantity === 'density') return t(`measure.formula_${quantity}_${standard}`, values)
  return undefined
}

/** To what the result was rounded; and the factor before it, where one was multiplied by. */
export function roundingWords({ quantity, places, steps, mode }: MeasuredFigure): string {
  const to = places === 0 ? valueWords({ quantity, value: 1 }) : (10 ** -places).toFixed(places)
  const factored = steps.some(step => step.quantity === 'vcf')
  return factored ? t('measure.roundingFactor', { places: to, factor: mode === 'table' ? 4 : 5 }) : t('measure.rounding', { places: to })
}
