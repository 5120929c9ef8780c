import { useSyncExternalStore } from 'react'

const queryOf = (pixels: number) => `(max-width: ${pixels - 0.02}px)`

/** @returns a hook that says whether the window is narrower than so many pixels, and draws anew when that changes */
const narrowerThan = (pixels: number) => {
  const query = queryOf(pixels)
  const watch = (changed: () => void) => {
    const list = matchMedia(query)
    list.addEventListener('change', changed)
    return () => list.removeEventListener('change', changed)
  }
  return (): boolean =>
    useSyncExternalStore(
      watch,
      () => matchMedia(query).matches,
      () => false,
    )
}

const narrow = 992
/** The table becomes cards and the filters a sheet. */
export const useNarrow = narrowerThan(narrow)
/** The same before anything is drawn. */
export const isNarrow = (): boolean => globalThis.window?.matchMedia(queryOf(narrow)).matches ?? false
/** A phone held upright, not a tablet or a page at 200 %. */
export const usePhone = narrowerThan(576)
export const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
