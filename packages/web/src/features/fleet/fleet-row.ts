import type { fleets, RowOf } from '@forecourt/contract'

export type Fleet = RowOf<typeof fleets>
/** What the form of an act on a fleet is given. */
export interface FleetFormProps {
  readonly fleet: Fleet
  readonly close: () => void
}
/** What shows the outcome of an act that is done to all cards of a fleet. */
export const fleetActChanges = ['groups', 'userCards', 'userCardDetails']
