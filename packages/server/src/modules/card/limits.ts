import { allows, userCardActs, type CardRangeOfUse, type ErrorCode, type JudgeRule, type OnBreach } from '@forecourt/contract'
import { inUnits } from '../org/index.ts'
import { stoppedBy } from './card.ts'
import type { Fill, Found, Usage } from './facts.ts'
import { isWithin } from '../reckoning/index.ts'
import type { Limit, Measure, Source } from './limit.ts'
import { fleetStates, fleetValidity, masterStates, masterValidity } from './fleet-limits.ts'

type Ranges = readonly (readonly [Source, CardRangeOfUse])[]

/** What limits a card, in the order in which it is asked. @source decisions CD22 */
export function limitsOf(card: Found, fill: Fill, usage: Usage): Limit[] {
  const named = { card: card.ownRange, profile: card.profileRange } as const
  const ranges: Ranges = (['card', 'profile'] as const).flatMap(source => (named[source] ? [[source, named[source]] as const] : []))
  return [
    ...states(card, fill, usage),
    ...fleetStates(card),
    ...masterStates(card, fill, usage),
    ...fleetValidity(card),
    ...masterValidity(card),
    ...validity(card, ranges),
    ...places(fill, ranges),
    ...times(card, ranges),
    ...fuels(card, fill),
    ...products(fill, ranges),
    ...plates(fill, ranges),
    ...amounts(card, fill, usage, ranges),
    ...money(card, fill, usage),
  ]
}

const free = (rule: JudgeRule, measure: Measure, used?: number): Limit[] => [
  { rule, measure, source: null, value: null, ...(used !== undefined && { used }), broken: false, code: 'notFound' },
]
const orFree = (limits: Limit[], rule: JudgeRule, measure: Measure): Limit[] => (limits.length > 0 ? limits : free(rule, measure))

function states(card: Found, { at }: Fill, { overspent }: Usage): Limit[] {
  const status = card.status === 'normal' && overspent && !card.master ? 'overspend' : card.status
  const replaced = status === 'replaced' && { date: card.replacedOn, last: card.number.slice(-4) }
  const stopped = status === 'replaced' || !allows(userCardActs.pay, status)
  const own = { source: 'account', measure: 'state' } as const
  return [
    { ...own, rule: 'status', value: status, broken: stopped, code: stoppedBy[status] ?? 'card.disabled', detail: replaced || {} },
    { ...own, rule: 'service', value: card.type, broken: card.type !== 'debit', code: 'card.notStoredValue' },
    ...(card.endTime === null
      ? []
      : [
          {
            ...own,
            rule: 'service' as const,
            measure: 'until' as const,
            value: card.endTime,
            broken: Date.parse(card.endTime) <= at.getTime(),
            code: 'card.serviceExpired' as const,
          },
        ]),
  ]
}

function validity(card: Found, ranges: Ranges): Limit[] {
  const { validUntil, expired, moment } = card
  const own: Limit = {
    rule: 'validity',
    measure: 'until',
    source: 'account',
    value: validUntil,
    broken: expired,
    code: 'card.expired',
    detail: { date: validUntil },
  }
  const told = ranges.flatMap(([source, { validFrom, validUntil: until, validityBreach: onBreach }]): Limit[] => {
    const common = { rule: 'validity' as const, source, onBreach }
    return [
      ...(until === undefined
        ? []
        : [
            {
              ...common,
              measure: 'until' as const,
              value: until,
              broken: moment > until,
              code: 'card.expired' as const,
              detail: { date: until.slice(0, 10) },
            },
          ]),
      ...(validFrom === undefined
        ? []
        : [
            {
              ...common,
              measure: 'from' as const,
              value: validFrom,
              broken: moment < validFrom,
              code: 'card.notYetValid' as const,
              detail: { date: validFrom.slice(0, 10) },
            },
          ]),
    ]
  })
  return orFree([...(validUntil === null ? [] : [own]), ...told], 'validity', 'until')
}

function places({ stationId }: Fill, ranges: Ranges): Limit[] {
  const told = ranges.flatMap(([source, { stationIds, placeBreach: onBreach }]): Limit[] =>
    stationIds === undefined
      ? []
      : [
          {
            rule: 'place',
            measure: 'set',
            source,
            value: stationIds,
            onBreach,
            broken: stationId === null ? undefined : !stationIds.includes(stationId as never),
            code: 'card.placeForbidden',
          },
        ],
  )
  return orFree(told, 'place', 'set')
}

/** Monday is 1, Sunday 7. */
const weekdayOf = (moment: string) => new Date(`${moment.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7

function times({ moment }: Found, ranges: Ranges): Limit[] {
  const time = moment.slice(11, 16)
  const told = ranges.flatMap(([source, { weekdays, hours, timeBreach: onBreach }]): Limit[] => {
    const common = { rule: 'time' as const, source, onBreach, code: 'card.timeForbidden' as const }
    return [
      ...(weekdays === undefined
        ? []
        : [{ ...common, measure: 'weekdays' as const, value: weekdays, broken: !weekdays.includes(weekdayOf(moment)) }]),
      ...(hours === undefined
        ? []
        : [{ ...common, measure: 'hours' as const, value: hours, broken: !hours.some(each => isWithin(time, each)) }]),
    ]
  })
  return orFree(told, 'time', 'hours')
}

/** A card for one kind of fuel buys no other; goods are no fuel. */
function fuels({ fuelType, fuelProducts }: Found, { lines }: Fill): Limit[] {
  if (fuelProducts === null) return []
  const isOther = ({ productId }: NonNullable<Fill['lines']>[number]) => typeof productId === 'number' && !fuelProducts.includes(productId)
  const broken = lines === null ? undefined : lines.some(isOther)
  return [{ rule: 'product', measure: 'state', source: 'account', value: fuelType, broken, code: 'card.productForbidden' }]
}

function products({ lines }: Fill, ranges: Ranges): Limit[] {
  const told = ranges.flatMap(([source, { productIds, itemIds, productBreach: onBreach }]): Limit[] => {
    if (productIds === undefined && itemIds === undefined) return []
    const allowed = ({ productId, itemId }: NonNullable<Fill['lines']>[number]) =>
      (productIds ?? []).includes(productId as never) || (itemIds ?? []).includes(itemId as never)
    const unknown = lines === null || lines.some(line => !allowed(line) && line.productId === undefined)
    const value = { ...(productIds && { productIds }), ...(itemIds && { itemIds }) }
    const broken = unknown ? undefined : !lines.every(allowed)
    return [{ rule: 'product', measure: 'set', source, value, onBreach, broken, code: 'card.productForbidden' }]
  })
  return orFree(told, 'product', 'set')
}

function plates({ plate }: Fill, ranges: Ranges): Limit[] {
  const told = ranges.flatMap(([source, { plates: allowed, plateBreach: onBreach }]): Limit[] =>
    allowed === undefined
      ? []
      : [
          {
            rule: 'plate',
            measure: 'set',
            source,
            value: allowed,
            onBreach,
            broken: plate === null || !allowed.includes(plate),
            code: plate === null ? 'card.plateMissing' : 'card.plateForbidden',
            ...(plate !== null && { detail: { plate } }),
          },
        ],
  )
  return orFree(told, 'plate', 'set')
}

type Entry = readonly [source: Source, most: number | null | undefined, onBreach?: OnBreach | undefined, code?: ErrorCode]
interface Counted {
  readonly rule: JudgeRule
  readonly measure: Measure
  readonly code: ErrorCode
  readonly used: number
  readonly more: number | null
}
/** Limits of one figure, the narrowest first; those of the account alone are named as ever, without their figure in words. */
function most({ rule, measure, code, used, more }: Counted, entries: readonly Entry[]): Limit[] {
  const told = entries.filter(([, limit]) => limit !== null && limit !== undefined).toSorted(([, a], [, b]) => a! - b!)
  if (told.length === 0) return free(rule, measure, used)
  return told.map(([source, limit, onBreach, own]) => ({
    rule,
    measure,
    source,
    value: limit,
    used,
    onBreach,
    // What uses nothing of it breaks nothing: goods, where fuel is limited.
    broken: more === null ? undefined : more > 0 && used + more > limit!,
    code: own ?? code,
    detail: wordedLimit(measure, limit!, own ?? code),
  }))
}
const wordless: readonly ErrorCode[] = ['card.paymentLimit', 'card.dayLimit']
const wordedLimit = (measure: Measure, limit: number, code: ErrorCode) => {
  if (measure === 'fills') return { limit }
  return { [measure === 'cents' ? 'limitCents' : 'limitCl']: limit, ...(!wordless.includes(code) && { limit: inUnits(limit) }) }
}

function amounts(card: Found, { cents, volumeCl }: Fill, { fill, day, month, fills }: Usage, ranges: Ranges): Limit[] {
  const of = (name: Figure, breach: 'fillBreach' | 'dayBreach' | 'monthBreach'): Entry[] =>
    ranges.map(([source, range]): Entry => [source, range[name], range[breach]])
  const litres = { measure: 'volumeCl', more: volumeCl } as const
  const value = { measure: 'cents', more: cents } as const
  // One payment is limited by the account, one fill by the ranges of use, however many payments it has.
  const payment =
    card.paymentCentsMax === null
      ? []
      : most({ ...value, rule: 'fill', code: 'card.paymentLimit', used: 0 }, [['account', card.paymentCentsMax]])
  return [
    ...payment,
    ...most({ ...value, rule: 'fill', code: 'card.fillLimit', used: fill.cents }, of('fillCentsMax', 'fillBreach')),
    ...most({ ...litres, rule: 'fill', code: 'card.fillVolumeLimit', used: fill.volumeCl }, of('fillClMax', 'fillBreach')),
    ...most({ ...value, rule: 'day', code: 'card.dayLimit', used: day.cents }, [
      ['account', card.dayCentsMax],
      ...of('dayCentsMax', 'dayBreach'),
    ]),
    ...most({ ...litres, rule: 'day', code: 'card.dayVolumeLimit', used: day.volumeCl }, of('dayClMax', 'dayBreach')),
    ...most({ rule: 'day', measure: 'fills', code: 'card.fillsLimit', used: day.fills, more: fills }, of('dayFillsMax', 'dayBreach')),
    ...most({ ...value, rule: 'month', code: 'card.monthLimit', used: month.cents }, of('monthCentsMax', 'monthBreach')),
    ...most({ ...litres, rule: 'month', code: 'card.monthVolumeLimit', used: month.volumeCl }, of('monthClMax', 'monthBreach')),
  ]
}
type Figure = 'fillCentsMax' | 'fillClMax' | 'dayCentsMax' | 'dayClMax' | 'dayFillsMax' | 'monthCentsMax' | 'monthClMax'

function money({ passwordFromCents, master }: Found, { cents, proven }: Fill, { spendableCents, freeCents }: Usage): Limit[] {
  const own = { measure: 'cents', source: 'account' } as const
  const balance: Limit = {
    measure: 'cents',
    source: master ? 'master' : 'account',
    rule: 'balance',
    value: spendableCents,
    broken: cents === null ? undefined : cents > spendableCents,
    code: 'card.insufficientBalance',
    detail: { limitCents: spendableCents, ...(master && { number: master.number }) },
  }
  if (freeCents === null) return [balance, ...free('password', 'cents')]
  return [
    balance,
    {
      ...own,
      rule: 'password',
      value: passwordFromCents,
      used: Math.max(0, passwordFromCents! - 1 - freeCents),
      broken: proven ? false : cents === null ? undefined : cents > freeCents,
      code: 'card.passwordRequired',
      detail: { limitCents: passwordFromCents },
    },
  ]
}
