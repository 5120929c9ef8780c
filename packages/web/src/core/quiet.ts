import { awaitsAnswers } from './api.ts'

const lookEveryMs = 100
/** A call that hangs does not keep anything from being loaded. */
const mostMs = 2_000
const soon = (act: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(act, { timeout: 200 }) : setTimeout(act, 50))

/**
 * The moment at which code may be loaded that the first picture of a page does not need: its calls have been answered, or its user has
 * begun to press something.
 */
export const whenQuiet = (): Promise<void> =>
  new Promise(resolve => {
    const begun = performance.now()
    const presses = ['pointerdown', 'keydown', 'touchstart'] as const
    const done = () => {
      clearInterval(looking)
      for (const press of presses) removeEventListener(press, done, true)
      resolve()
    }
    const looking = setInterval(() => {
      if (!awaitsAnswers() || performance.now() - begun > mostMs) soon(done)
    }, lookEveryMs)
    for (const press of presses) addEventListener(press, done, true)
  })

let held = false
/** Called where the page begins (main.tsx). */
export function watchPresses(): void {
  for (const press of ['pointerdown', 'keydown'] as const) addEventListener(press, () => (held = true), true)
  // A press is told of after the release that ends it, in the same turn.
  for (const release of ['pointerup', 'pointercancel', 'keyup', 'blur'] as const)
    addEventListener(release, () => setTimeout(() => (held = false)), true)
}

/** When nothing is held down: what is pressed is not exchanged before the press is told of. */
export const whenReleased = (): Promise<void> =>
  new Promise(resolve => {
    const look = () => (held ? void setTimeout(look, 30) : resolve())
    look()
  })
