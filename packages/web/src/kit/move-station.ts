import type { AtStation } from '../core/session.ts'

let move: (station: AtStation, open: string) => void = () => undefined
/** The app's way of working in another station, which it asks for first. */
export const moveBy = (act: typeof move): void => {
  move = act
}
/** Offers to work in another station, and opens a path there. */
export const moveTo = (station: AtStation, open: string): void => move(station, open)
