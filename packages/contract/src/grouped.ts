import { z } from 'zod'
import { Cents, Centilitres, Instant, LocalDate } from './units.ts'

/** The units of time that every statistic of a record may be asked by, where the record has a date. */
export const timeGroups = ['hour', 'day', 'month'] as const
export type TimeGroup = (typeof timeGroups)[number]
export const isTimeGroup = (group: string): group is TimeGroup => (timeGroups as readonly string[]).includes(group)

/** What the rows of a record are counted by, and what of each of them is added up. */
export interface Groups {
  /** A field of the row that is its money; a statistic of records without one counts them alone. */
  readonly amount?: string
  /** A field of the row, or of the rows of a relation to many (`lineItems.volumeCl`), that is its volume. */
  readonly volume?: string
  /**
   * By the name of the group: the path of its key, that of its name where the key is the number of a record, and whose choices its keys
   * are.
   */
  readonly by: Readonly<Record<string, Group>>
}
export interface Group {
  readonly key: string
  readonly name?: string
  readonly of?: string
}

/** Lines of very many keys fill no screen; what is left out stands in the total. */
export const groupedLinesMost = 1000

/**
 * One key: the first instant of an hour, a day, a month (`2026-05`), the member of a choice, or the number of a record and what it is
 * called; null where there is none. Money of two currencies is never added, so that a key then has a line for each.
 */
const Line = z.object({
  key: z.string().nullable(),
  name: z.string().nullable(),
  currency: z.string(),
  count: z.int(),
  amountCents: Cents.nullable(),
  volumeCl: Centilitres.nullable(),
})
export const GroupedTotals = z.object({
  content: z.array(Line),
  /** All lines together; of several currencies the money is null, and so is its currency. */
  total: z.object({ currency: z.string().nullable(), count: z.int(), amountCents: Cents.nullable(), volumeCl: Centilitres.nullable() }),
  /** So many lines, the smallest, are left out of `content`. */
  left: z.int(),
  /** The time that was counted: days, both of them in it, or the moments from the one until the other; null where all time was. */
  startTime: z.union([LocalDate, Instant]).nullable(),
  endTime: z.union([LocalDate, Instant]).nullable(),
})
export type GroupedTotals = z.output<typeof GroupedTotals>
export type GroupedLine = GroupedTotals['content'][number]

const Time = z.union([LocalDate, Instant])
/** What a statistic of a record is asked besides the filter of its list. */
export const statisticsQuery = {
  /** From a day to a day, both counted, each station's own days; or from a moment until another. */
  startTime: Time.optional(),
  endTime: Time.optional(),
  groupBy: z.string().max(40).optional(),
}

const isDay = (time: string) => time.length === 10
/** The same, where a record says what it may be grouped by. */
export const groupsOf = (shape: z.ZodRawShape, { by }: Groups) =>
  z
    .strictObject({ ...shape, ...statisticsQuery, groupBy: z.enum([...timeGroups, ...Object.keys(by)]).optional() })
    .refine(asked => inOrder(asked), { path: ['endTime'], message: 'statisticsRange' })
const inOrder = ({ startTime: start, endTime: end }: { startTime?: string | undefined; endTime?: string | undefined }) =>
  start === undefined ||
  end === undefined ||
  (isDay(start) === isDay(end) && Date.parse(start) <= Date.parse(end) && Date.parse(end) - Date.parse(start) <= mostMs)
const mostMs = 10 * 366 * 86_400_000

/** The groups of an answer that was asked for by `groupBy`. */
export const groupedOf = (answer: unknown): GroupedTotals | undefined =>
  typeof answer === 'object' && answer !== null && 'content' in answer ? (answer as GroupedTotals) : undefined
