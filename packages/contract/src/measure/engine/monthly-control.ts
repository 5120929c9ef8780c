/** A US gallon. */
export const gallonCl = 378.541_178_4

/**
 * What a month may be short or over before a release is suspected: 1.0 percent of the flow-through and 130 gallons.
 * @param flowCl what was metered @source 40 CFR 280.43(a); standards reference §3
 */
export const monthlyLimitCl = (flowCl: number): number => flowCl / 100 + 130 * gallonCl

/** The end of an operating day. */
export interface StockDay {
  readonly day: string
  readonly meteredCl: number
  /** Measured − book, added up since the first day began; null where nobody measured at the end of the day. */
  readonly cumulativeCl: number | null
}

/** A month, or thirty days that end with a day. */
export interface Control {
  readonly fromDay: string
  readonly day: string
  readonly flowCl: number
  readonly limitCl: number
  /** Null where the stock at one of its ends is not known: then nothing is judged. */
  readonly varianceCl: number | null
  readonly exceeded: boolean | null
}

/** What these days come to. @param beforeCl the cumulative variance when they began; null where nobody measured then */
export function controlOf(days: readonly StockDay[], beforeCl: number | null): Control | undefined {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return undefined
  const flowCl = days.reduce((sum, { meteredCl }) => sum + meteredCl, 0)
  const limitCl = monthlyLimitCl(flowCl)
  const varianceCl = last.cumulativeCl === null || beforeCl === null ? null : last.cumulativeCl - beforeCl
  const exceeded = varianceCl === null ? null : Math.abs(varianceCl) > limitCl
  return { fromDay: first.day, day: last.day, flowCl, limitCl, varianceCl, exceeded }
}

/** The thirty days that end with each day, as soon as there are thirty. */
export const rollingControls = (days: readonly StockDay[], beforeCl: number | null): Control[] =>
  windows(days, beforeCl, at => at - rollingDays + 1)
export const rollingDays = 30

/** Each calendar month that is covered from its first day; the last one as far as it has come. */
export const monthlyControls = (days: readonly StockDay[], beforeCl: number | null): Control[] =>
  windows(days, beforeCl, at => {
    const month = days[at]!.day.slice(0, 7)
    return days[at + 1]?.day.slice(0, 7) === month ? -1 : days.findIndex(({ day }) => day === `${month}-01`)
  })

/** @param beginOf where the days that end at a place begin; below zero where there is nothing to judge */
const windows = (days: readonly StockDay[], beforeCl: number | null, beginOf: (at: number) => number): Control[] =>
  days.flatMap((_, at) => {
    const begin = beginOf(at)
    if (begin < 0) return []
    return controlOf(days.slice(begin, at + 1), begin === 0 ? beforeCl : days[begin - 1]!.cumulativeCl) ?? []
  })
