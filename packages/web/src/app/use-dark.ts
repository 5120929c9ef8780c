import { useSyncExternalStore } from 'react'
import { useSettings } from '../core/settings.ts'
import { isDark } from './theme.ts'

const system = matchMedia('(prefers-color-scheme: dark)')
const watch = (changed: () => void) => {
  system.addEventListener('change', changed)
  return () => system.removeEventListener('change', changed)
}

/** Whether the page is dark: as was chosen, else as the system is. */
export function useDark(): boolean {
  const mode = useSettings(settings => settings.mode)
  const systemDark = useSyncExternalStore(watch, () => system.matches)
  return isDark(mode, systemDark)
}
