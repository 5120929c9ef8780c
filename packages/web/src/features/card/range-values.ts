import type { CardRangeOfUse, ScriptValues } from '@forecourt/contract'

type Key = keyof CardRangeOfUse
/** What happens beyond a limit, by the fields whose breach it is about. */
export const breachOf = {
  validityBreach: ['validFrom', 'validUntil'],
  placeBreach: ['stationIds'],
  timeBreach: ['weekdays', 'hours'],
  productBreach: ['productIds', 'itemIds'],
  plateBreach: ['plates'],
  fillBreach: ['fillCentsMax', 'fillClMax'],
  dayBreach: ['dayCentsMax', 'dayClMax', 'dayFillsMax'],
  monthBreach: ['monthCentsMax', 'monthClMax'],
} as const satisfies Partial<Record<Key, readonly Key[]>>

/** Without what says nothing: that a limit refuses is understood, and so is what happens beyond one that is not there. */
export function withoutIdle(values: ScriptValues): ScriptValues {
  const idle = Object.entries(breachOf).filter(([key, fields]) => values[key] === 'refuse' || !fields.some(field => field in values))
  const gone = new Set(idle.map(([key]) => key))
  return Object.fromEntries(Object.entries(values).filter(([key]) => !gone.has(key)))
}
