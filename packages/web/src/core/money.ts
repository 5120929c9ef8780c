import { language, t } from '../i18n/index.ts'

/** What is not known. A zero is `0.00`; the two never look alike. */
export const unknown = '—'
/** The sign in front of a negative figure: as wide as a plus, and never broken off its number at the end of a line. */
export const minus = '−'

const twoPlaces = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const threePlaces = new Intl.NumberFormat('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
type Maybe = number | null | undefined

const withMinus = (figure: string) => figure.replace('-', minus)
const hundredths = (value: Maybe) => (value == null ? unknown : withMinus(twoPlaces.format(value / 100)))

/** `120800` → `1,208.00`, `-2000` → `−20.00`. Also prices per litre or piece. */
export const money = (cents: Maybe): string => hundredths(cents)
/** Centilitres as litres: `3000` → `30.00`. */
export const litres = (centilitres: Maybe): string => hundredths(centilitres)
/** Kilograms as tons: `31580` → `31.580`. */
export const tons = (kilograms: Maybe): string => (kilograms == null ? unknown : withMinus(threePlaces.format(kilograms / 1000)))
/** A count of rows, cards, orders: `1,024`. */
export const count = (value: Maybe): string => (value == null ? unknown : withMinus(whole.format(value)))
/** `13` → `13%`, and with one place `3.5%`. */
export const percent = (value: Maybe, places?: number): string =>
  value == null ? unknown : `${withMinus(places === undefined ? String(value) : value.toFixed(places))}%`
/** An amount in a sentence, with the company's sign: `¥1,208.00`, `−¥20.00`; of a currency written in letters, `CHF 20.00`. */
export const inCurrency = (cents: Maybe): string =>
  cents == null ? unknown : `${cents < 0 ? minus : ''}${t('kit.withSymbol', { amount: money(Math.abs(cents)) })}`
/** Degrees with one decimal: `25.0 ℃`, in English `25.0 °C`. */
export const celsius = (value: Maybe): string =>
  value == null ? unknown : `${withMinus(value.toFixed(1))} ${language() === 'zh' ? '℃' : '°C'}`

/** A figure as spreadsheets read it: `−1,208.00` → `-1208.00`. What is no figure stays as it is. */
export const plainFigure = (text: string): string =>
  /^[−+]?[\d,]+(\.\d+)?%?$/.test(text) ? text.replaceAll(',', '').replace(minus, '-') : text

/** What someone typed, in hundredths: `1,208.5` → `120850`. Undefined when it is not an amount with at most two decimals. */
export const toHundredths = (typed: string): number | undefined => toParts(typed, 2)
/** Tons that someone typed, in kilograms: `31.58` → `31580`. Undefined when it is not a weight with at most three decimals. */
export const toKilograms = (typed: string): number | undefined => toParts(typed, 3)

/** Full-width digits and commas are taken as typed by a Chinese keyboard, and a minus as it is shown. */
function toParts(typed: string, places: 2 | 3): number | undefined {
  const plain = typed
    .normalize('NFKC')
    .replace(minus, '-')
    .replaceAll(/[,\s\p{Sc}]/gu, '')
  const parts = /^([+-]?)(\d{1,13})(?:\.(\d*))?$/.exec(plain)
  if (!parts || (parts[3]?.length ?? 0) > places) return undefined
  const [, sign, units = '', decimals = ''] = parts
  // Digit by digit: what has no place on the wire is never rounded into one.
  const value = Number(units + decimals.padEnd(places, '0'))
  return sign === '-' && value !== 0 ? -value : value
}

/** Rounds half away from zero, as the trade does, on the decimal digits that are seen and not on the binary ones. */
export function round(value: number, places: 2 | 6): number {
  const [digits = '0', exponent = '0'] = Math.abs(value).toString().split('e')
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + places}`))
  const [back = '0', power = '0'] = shifted.toString().split('e')
  return Math.sign(value) * Number(`${back}e${Number(power) - places}`)
}

/** How much more or less than before, in percent with one decimal; undefined when there was nothing before. */
export const change = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : Math.round(((now - before) / before) * 1000) / 10
