import { create } from 'zustand'
import { isDark, showLook } from '../core/look.ts'
import { useSettings } from '../core/settings.ts'

/** Read once and then by its events: a browser that is asked while it changes takes the event for sent, and sends none. */
const system = matchMedia('(prefers-color-scheme: dark)')
const useSystem = create(() => ({ dark: system.matches }))
system.addEventListener('change', ({ matches }) => useSystem.setState({ dark: matches }))

/** Whether light words stand on a dark ground: as was chosen, else as the system is. */
export function useDark(): boolean {
  const mode = useSettings(settings => settings.mode)
  return isDark(mode, useSystem().dark)
}

/** Has the page look as is chosen from now on. Called before anything is drawn, so that it turns before its parts are drawn anew. */
export function followLook(): void {
  const show = () => showLook(useSettings.getState(), useSystem.getState().dark)
  show()
  useSettings.subscribe(show)
  useSystem.subscribe(show)
}
