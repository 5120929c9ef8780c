import { useSyncExternalStore } from 'react'

/** Below this the table becomes cards and the filters a sheet. */
const narrow = '(max-width: 991.98px)'

const watch = (changed: () => void) => {
  const query = matchMedia(narrow)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

export const useNarrow = (): boolean =>
  useSyncExternalStore(
    watch,
    () => matchMedia(narrow).matches,
    () => false,
  )
export const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
