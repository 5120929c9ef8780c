import type { Endpoint, Returned, Sent, TenderType } from '@forecourt/contract'
import type { Chance } from './chance.ts'
import type { Charge, Way } from './station.ts'

/** Money that came in besides sales. */
export interface Taking {
  readonly payType: TenderType
  readonly cents: number
}

/** Who makes a call: the leader of the shift, the master of the station, or the office of the company. */
export type Post = 'leader' | 'master' | 'office'

/** A station as a habit sees it. */
export interface HabitStage {
  readonly stationId: number
  readonly stationCode: string
  readonly zone: string
  readonly startMs: number
  /** What is sold there. */
  readonly productIds: readonly number[]
  /** Whether cards are asked for before fuel flows. */
  readonly asks: boolean
  /** Its own chances: they change nothing for others. */
  readonly chance: Chance
  /** The leader of the shift makes this call, or the office of the company. */
  readonly staff: <E extends Endpoint>(at: number, endpoint: E, sent: Sent<E>, role?: Post) => Promise<Returned<E>>
}

/** What customers and staff of a station do besides filling up and paying in the usual ways. */
export interface Habits {
  /** How this customer pays; undefined leaves it to others. */
  readonly pays?: (charge: Charge) => Way | undefined
  /** What a fill costs for which a card was asked; nothing where the card may not pay. */
  readonly answered?: (charge: Charge & { readonly way: Way }, cents: number) => void
  /** What staff do at the end of an hour, and the money that they took. */
  readonly hourly?: (at: number) => Promise<readonly Taking[]>
}

/**
 * A part of the trade that the simulator's core knows nothing of, brought by the manifest of its module. `begin` is asked once for each
 * station, before its first customer.
 */
export interface Behaviour {
  readonly name: string
  readonly begin: (stage: HabitStage) => Promise<Habits>
}
