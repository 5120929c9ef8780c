import type { CardRangeOfUse, JudgedLine } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { figureWords, ruleOf, type Limit } from '../../kit/judgement/line-words.ts'
import { hoursWords, localWords, productWords, recordWords, weekdayWords, listed, type NameOf } from '../../kit/judgement/range-words.ts'
import { count } from '../../core/money.ts'

type Source = NonNullable<JudgedLine['source']>
/** Something that is in force, in words, and where that is said. */
export interface Phrase {
  readonly text: string
  readonly sources: readonly Source[]
}

/** What a range of use limits, as the judge of payments says it. */
export function limitsOf(range: CardRangeOfUse, source: Source): Limit[] {
  const limit = (rule: Limit['rule'], measure: Limit['measure'], value: unknown, onBreach: Limit['onBreach'] = 'refuse'): Limit[] =>
    value === undefined ? [] : [{ rule, measure, source, value, onBreach }]
  const { productIds, itemIds, productBreach, validityBreach, timeBreach, fillBreach, dayBreach, monthBreach } = range
  const products = productIds || itemIds ? { ...(productIds && { productIds }), ...(itemIds && { itemIds }) } : undefined
  return [
    ...limit('validity', 'from', range.validFrom, validityBreach),
    ...limit('validity', 'until', range.validUntil, validityBreach),
    ...limit('place', 'set', range.stationIds, range.placeBreach),
    ...limit('time', 'weekdays', range.weekdays, timeBreach),
    ...limit('time', 'hours', range.hours, timeBreach),
    ...limit('product', 'set', products, productBreach),
    ...limit('plate', 'set', range.plates, range.plateBreach),
    ...limit('fill', 'cents', range.fillCentsMax, fillBreach),
    ...limit('fill', 'volumeCl', range.fillClMax, fillBreach),
    ...limit('day', 'cents', range.dayCentsMax, dayBreach),
    ...limit('day', 'volumeCl', range.dayClMax, dayBreach),
    ...limit('day', 'fills', range.dayFillsMax, dayBreach),
    ...limit('month', 'cents', range.monthCentsMax, monthBreach),
    ...limit('month', 'volumeCl', range.monthClMax, monthBreach),
    ...limit('password', 'cents', range.passwordFromCents),
  ]
}

/** In the order in which people say them: how much, of what, when, where, for which vehicle, and until when. */
const order = [
  'day_cents',
  'day_volumeCl',
  'day_fills',
  'month_cents',
  'month_volumeCl',
  'fill_cents',
  'fill_volumeCl',
  'payment_cents',
  'product_set',
  'time_weekdays',
  'time_hours',
  'place_set',
  'plate_set',
  'validity_from',
  'validity_until',
  'password_cents',
] as const
type Rule = (typeof order)[number]
const figures: ReadonlySet<string> = new Set(order.slice(0, 8))

/**
 * What is in force, from several that limit together: of a figure the least, of what is listed that which all of them list. What only
 * alerts is said apart, where it is not refused before.
 */
export function phrasesOf(limits: readonly Limit[], nameOf: NameOf): Phrase[] {
  const told = limits.filter(({ source }) => source !== null)
  return order.flatMap(rule => {
    const here = told.filter(limit => ruleOf(limit) === rule)
    const [refusing, alerting] = (['refuse', 'alert'] as const).map(breach => here.filter(({ onBreach }) => onBreach === breach))
    const refused = joined(rule, refusing!, nameOf)
    const alerted = joined(rule, figures.has(rule) ? alerting!.filter(each => isBelow(each, refusing!)) : alerting!, nameOf)
    return [...(refused ? [refused] : []), ...(alerted ? [{ ...alerted, text: t('limits.alertBeyond', { limit: alerted.text }) }] : [])]
  })
}

/** What refuses at the same figure or before leaves nothing to alert of. */
const isBelow = ({ value }: Limit, refusing: readonly Limit[]) => refusing.every(other => Number(value) < Number(other.value))

/** All phrases in a sentence. */
export const sentenceOf = (phrases: readonly Phrase[]): string =>
  phrases.length > 0 ? phrases.map(({ text }) => text).join(t('limits.comma')) : t('limits.none')

function joined(rule: Rule, limits: readonly Limit[], nameOf: NameOf): Phrase | undefined {
  if (limits.length === 0) return undefined
  if (rule === 'time_hours') return phrase(rule, limits, listedHours(limits))
  if (rule.endsWith('_set') || rule === 'time_weekdays') return together(rule, limits, nameOf)
  const sorted = limits.toSorted((one, other) => (one.value! < other.value! ? -1 : 1))
  // It is valid from the last of the starts, and until the first of the ends.
  const strictest = rule === 'validity_from' ? sorted.at(-1)! : sorted[0]!
  const deciding = limits.filter(({ value }) => value === strictest.value)
  return phrase(rule, deciding, figureOf(rule, strictest), Number(strictest.value) || 0)
}

const phrase = (rule: Rule, limits: readonly Limit[], value: string, many = 0): Phrase => ({
  text: t(`limits.${rule}`, { value, count: many }),
  sources: [...new Set(limits.map(({ source }) => source!))],
})

function figureOf(rule: Rule, { measure, value }: Limit): string {
  if (rule.startsWith('validity')) return localWords(String(value))
  return measure === 'fills' ? count(Number(value)) : figureWords(measure, Number(value))
}

/** Each has to hold: a time within the hours of the one and of the other. */
const listedHours = (limits: readonly Limit[]): string =>
  [...new Set(limits.map(({ value }) => hoursWords(value as NonNullable<CardRangeOfUse['hours']>)))].join(t('limits.andWithin'))

type Members = { productIds?: number[]; itemIds?: number[] }
/** What all of them list; where that is nothing, the card pays nothing, and that is said. */
function together(rule: Rule, limits: readonly Limit[], nameOf: NameOf): Phrase {
  if (rule === 'product_set') {
    const common = (name: keyof Members) => sharedBy(limits.map(({ value }) => (value as Members)[name] ?? []))
    const shared = { productIds: common('productIds'), itemIds: common('itemIds') }
    return named(rule, limits, shared.productIds.length + shared.itemIds.length > 0, () => productWords(shared, nameOf))
  }
  const shared = sharedBy(limits.map(({ value }) => value as (number | string)[]))
  return named(rule, limits, shared.length > 0, () => {
    if (rule === 'plate_set') return listed(shared.map(String))
    return rule === 'place_set' ? recordWords('stations', shared.map(Number), nameOf) : weekdayWords(shared.map(Number))
  })
}
const named = (rule: Rule, limits: readonly Limit[], isAny: boolean, words: () => string): Phrase =>
  isAny ? phrase(rule, limits, words()) : { ...phrase(rule, limits, ''), text: t(`limits.nothing_${rule as 'product_set'}`) }
const sharedBy = <T>([first = [], ...others]: readonly (readonly T[])[]): T[] =>
  first.filter(member => others.every(other => other.includes(member)))
