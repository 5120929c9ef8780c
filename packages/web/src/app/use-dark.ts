import { create } from 'zustand'
import { useSettings } from '../core/settings.ts'
import { isDark } from './theme.ts'

/** Read once and then by its events: a browser that is asked while it changes takes the event for sent, and sends none. */
const system = matchMedia('(prefers-color-scheme: dark)')
const useSystem = create(() => ({ dark: system.matches }))
system.addEventListener('change', ({ matches }) => useSystem.setState({ dark: matches }))

/** Whether the page is dark: as was chosen, else as the system is. */
export function useDark(): boolean {
  const mode = useSettings(settings => settings.mode)
  return isDark(mode, useSystem().dark)
}
