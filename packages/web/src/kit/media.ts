import { useSyncExternalStore } from 'react'

/** @returns a hook that says whether the window is narrower than so many pixels, and draws anew when that changes */
const narrowerThan = (pixels: number) => {
  const query = `(max-width: ${pixels - 0.02}px)`
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

/** The table becomes cards and the filters a sheet. */
export const useNarrow = narrowerThan(992)
/** A phone held upright, not a tablet or a page at 200 %. */
export const usePhone = narrowerThan(576)
export const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
