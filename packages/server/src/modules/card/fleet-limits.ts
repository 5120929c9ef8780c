import { allows, userCardActs } from '@forecourt/contract'
import { stoppedBy } from './card.ts'
import type { Fill, Found, Usage } from './facts.ts'
import type { Limit } from './limit.ts'

// What stands against a payment besides the card itself: its fleet, and the master card whose money it spends.
// @source decisions FL3, FL10, FL11

const ofFleet = { source: 'fleet' } as const
const ofMaster = { source: 'master' } as const

/** Its fleet is stopped, or closed to the device that asks. Nothing where neither is so. */
export function fleetStates({ fleet }: Found): Limit[] {
  if (!fleet) return []
  const state = { ...ofFleet, rule: 'status', measure: 'state', broken: true, detail: { name: fleet.name } } as const
  return [
    ...(fleet.stopped ? [{ ...state, value: 'fleetStopped', code: 'fleet.stopped' } as const] : []),
    ...(fleet.channelForbidden ? [{ ...state, value: 'channelForbidden', code: 'fleet.channelForbidden' } as const] : []),
  ]
}

export function fleetValidity({ fleet }: Found): Limit[] {
  if (!fleet || fleet.endTime === null) return []
  const { name, endTime, endDate, expired } = fleet
  const detail = { name, date: endDate }
  return [{ ...ofFleet, rule: 'validity', measure: 'until', value: endTime, broken: expired, code: 'fleet.expired', detail }]
}

/** A master that pays nothing pays nothing for its sub cards. */
export function masterStates({ master }: Found, { at }: Fill, { overspent }: Usage): Limit[] {
  if (!master) return []
  const { number, type, endTime } = master
  const status = master.status === 'normal' && overspent ? 'overspend' : master.status
  const state = { ...ofMaster, measure: 'state', detail: { number } } as const
  const stopped = !allows(userCardActs.pay, status)
  const service: Limit[] =
    endTime === null
      ? []
      : [
          {
            ...ofMaster,
            rule: 'service',
            measure: 'until',
            value: endTime,
            broken: Date.parse(endTime) <= at.getTime(),
            code: 'card.serviceExpired',
          },
        ]
  return [
    { ...state, rule: 'status', value: status, broken: stopped, code: stoppedBy[status] ?? 'card.disabled' },
    { ...state, rule: 'service', value: type, broken: type !== 'debit', code: 'card.notStoredValue' },
    ...service,
  ]
}

export function masterValidity({ master }: Found): Limit[] {
  if (!master || master.validUntil === null) return []
  const { number, validUntil, expired } = master
  const detail = { number, date: validUntil }
  return [{ ...ofMaster, rule: 'validity', measure: 'until', value: validUntil, broken: expired, code: 'card.expired', detail }]
}
