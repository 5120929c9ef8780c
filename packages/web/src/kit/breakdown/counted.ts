import type { Resource } from '@forecourt/contract'

/** What is counted instead of the rows of a list: those of another record, under the same filter. */
export interface Counted {
  readonly of: Resource
  readonly query: { readonly search?: string; readonly from?: 'history' }
}

/** Lists that can be broken down; by what, the part knows that shows it. */
export const isGrouped = /^(orders|transactions|users|userCard(Detail)?s)$/
