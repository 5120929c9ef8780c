import { type ListQuery, type Resource } from '@forecourt/contract'
import type { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { endsOf } from '../../platform/search/ends.ts'
import { searchScope } from './settings.ts'

/** A little more than a year, so that anyone who reckons by days and anyone who reckons by the calendar both stay within it. */
const yearDays = 366

/**
 * A period that a query of records without end names is no longer than the station or company allows, and one that reaches back more
 * than a year is asked for as history. As long as a statistic may reach, its rows may be read: every number opens.
 * @throws search.rangeTooLong, search.olderApart
 * @source spec 1 §5 "query ranges limited to a number of months; older orders (one year ago) use a separate query", decisions.md E8, O19
 */
export async function refuseLongQuery(ctx: Ctx, of: Resource, query: Filter): Promise<void> {
  const { zone } = ctx.scope
  const { from, to } = endsOf(of, textOf(query.search), zone).get('createdDate') ?? {}
  refuseOlder(ctx, query, from ?? to)
  if (!from) return
  const ends = to ?? ctx.now.toISOString()
  // The shortest limit there is needs no asking.
  if (hoursBetween(from, ends) <= 28 * 24) return
  const { queryScope, statisticsScope } = await searchScope(ctx)
  const months = Math.max(queryScope, statisticsScope)
  const begins = Temporal.Instant.from(from).toZonedDateTimeISO(zone)
  // A month has up to 31 days, wherever it begins: the last thirty are within one.
  const fits = [begins.add({ months }), begins.add({ days: 31 * months })].some(
    most => Temporal.Instant.compare(ends, most.toInstant()) <= 0,
  )
  if (!fits) refuse('search.rangeTooLong', { months })
}

export type Filter = Pick<Partial<z.output<typeof ListQuery>>, 'search' | 'from'>
export const textOf = (search: Filter['search']): string => [search ?? []].flat().join(',')

/** @throws search.olderApart */
export function refuseOlder(ctx: Ctx, { from: source }: Filter, oldest: string | undefined): void {
  if (source !== 'history' && oldest && hoursBetween(oldest, ctx.now.toISOString()) > yearDays * 24) refuse('search.olderApart')
}

const hoursBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 3_600_000
