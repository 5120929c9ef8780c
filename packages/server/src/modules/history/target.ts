export type Kind = 'station' | 'product' | 'customer' | 'card' | 'sale'

/** One of the companies that a history is of: the mapping's key, and ours. */
export interface Target {
  readonly key: string
  readonly id: number
  readonly code: string
}
