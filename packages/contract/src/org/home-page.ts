import { pages } from '../pages.ts'

/** The parts of home that a station may choose from, in the order in which they stand. What waits for its reader always stands there. */
export const homeTiles = ['stations', 'figures', 'sales', 'lastOrders', 'shift', 'tanks'] as const
export type HomeTile = (typeof homeTiles)[number]

/** Pages that stand in the menu by themselves, so that a station may name one of them to be opened first. */
export const firstPages = pages.filter(
  ({ hidden, bare, path, roles }) => !hidden && !bare && !path.includes('{') && typeof roles !== 'string',
)
