import type { SearchReason } from '@forecourt/contract'
import { productClock } from '../execution/clock.ts'
import { refuse } from '../execution/refusal.ts'
import type { Field } from './fields.ts'
import type { Value } from './parse.ts'

/** From an instant up to, and without, the other: a whole day, or the one millisecond that a moment is. */
export interface Span {
  readonly from: string
  readonly to: string
}

/** Where a filter is read, and when: dates without an offset are of this zone, `today` is the day that it is there. */
export interface Calendar {
  readonly zone: string
  readonly now?: Date
}

/** A value of a filter as the database takes it. @throws search_bad_value */
export function literal(field: Field, value: Value): number | boolean | string {
  const { text } = value
  switch (field.type) {
    case 'int':
      return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : unfit(field, value, 'notWhole')
    case 'decimal':
      return /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? text : unfit(field, value, 'notNumber')
    case 'bool':
      return text === 'true' || text === 'false' ? text === 'true' : unfit(field, value, 'notBoolean')
    case 'enum':
      return field.choices.includes(text) ? text : unfit(field, value, 'notMember')
    default:
      return text
  }
}

const unfit = (field: Field, value: Value, reason: SearchReason): never =>
  refuse('search_bad_value', { path: field.path, value: value.text, position: value.at, reason })

const relative = /^today(?:([+-])(\d{1,4}))?$/
const written = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::[0-5]\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/

/**
 * The time that a date of a filter stands for. Without an offset it is the zone's; without a time it is the whole day; `today-30` is the
 * day thirty days before the one that it is.
 * @throws search_bad_value
 */
export function spanOf(field: Field, value: Value, { zone, now }: Calendar): Span {
  const moment = reading(field, value, () => {
    const [today, sign, days] = relative.exec(value.text) ?? []
    if (today) return dayIn(zone, now).add({ days: days ? Number(`${sign}${days}`) : 0 })
    const [, day, time, offset] = written.exec(value.text) ?? []
    if (/^\d{12,13}$/.test(value.text)) return Temporal.Instant.fromEpochMilliseconds(Number(value.text))
    const date = Temporal.PlainDate.from(day!, { overflow: 'reject' })
    if (!time) return date
    if (offset) return Temporal.Instant.from(`${day}T${time}${offset}`)
    return date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time, { overflow: 'reject' }) }).toInstant()
  })
  const span =
    moment instanceof Temporal.Instant
      ? { from: moment.toString(), to: moment.add({ milliseconds: 1 }).toString() }
      : { from: startOf(moment, zone), to: startOf(moment.add({ days: 1 }), zone) }
  // Where a zone pushes it out of the years that have four digits, the database has no such instant.
  return Object.values(span).every(at => /^(?!0000)\d{4}-/.test(at)) ? span : unfit(field, value, 'notDate')
}

/** The calendar day that a date of a filter names; of a moment, the day it falls on in the zone. @throws search_bad_value */
export function dayOf(field: Field, value: Value, here: Calendar): string {
  const { from } = spanOf(field, value, here)
  return Temporal.Instant.from(from).toZonedDateTimeISO(here.zone).toPlainDate().toString()
}

const dayIn = (zone: string, now = productClock().now()) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
const startOf = (day: Temporal.PlainDate, zone: string) => day.toZonedDateTime(zone).startOfDay().toInstant().toString()

function reading<T>(field: Field, value: Value, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error
    return unfit(field, value, 'notDate')
  }
}
