import type { Tls } from '../http/tls.ts'

/** How the broker is started, on a thread of its own. */
export interface BrokerOptions {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  readonly path: string
  readonly tls?: Tls
  /** How many may be connected at once. */
  readonly mayConnect: number
  readonly kept?: KeptLimits
}

/** How much is kept for those who are away. */
export interface KeptLimits {
  /** Sessions of a device. */
  readonly sessions: number
  /** Messages that wait for one of them. */
  readonly waiting: number
}
/** A session that made room for another one, one that was refused, a message that is lost because too many wait. */
export type DroppedKind = 'session' | 'refused' | 'message'

/** What a client may hear and say: topics by name, for patterns are granted to nobody. */
export interface Grant {
  /** Whose session or device it is: names of clients are told apart by it, and it is cut off by it. */
  readonly key: string
  readonly hears: readonly string[]
  readonly says: readonly string[]
}

export type ToBroker =
  | { readonly kind: 'admitted'; readonly turn: number; readonly grant: Grant | undefined }
  /** To all who have subscribed to it, or to one client alone. */
  | { readonly kind: 'publish'; readonly topic: string; readonly payload: string; readonly client?: string }
  | { readonly kind: 'cut'; readonly keys: readonly string[] }
  | { readonly kind: 'tls'; readonly tls: Tls }
  | { readonly kind: 'stop' }

export type FromBroker =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'connecting'; readonly turn: number; readonly username: string; readonly password: string }
  | { readonly kind: 'connected' | 'gone'; readonly key: string }
  | { readonly kind: 'subscribed'; readonly key: string; readonly client: string }
  | { readonly kind: 'said'; readonly key: string; readonly topic: string; readonly payload: string }
  | { readonly kind: 'dropped'; readonly client: string; readonly what: DroppedKind }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'stopped' }
