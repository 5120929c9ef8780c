import { create } from 'zustand'
import { keptSettings, type Settings } from './kept-settings.ts'

export { initialSettings, themeColors, type Density, type Settings } from './kept-settings.ts'

export const useSettings = create<Settings>(keptSettings)

export function set(change: Partial<Settings>): void {
  useSettings.setState(change)
  localStorage.setItem('smartSettings', JSON.stringify(useSettings.getState()))
}

/** The sidebar is open (1) or collapsed (0). @source spec 0 §3 */
export const sidebarOpen = (cookies = document.cookie): boolean => !/(?:^|; )sidebarStatus=0/.test(cookies)
export function keepSidebar(open: boolean): void {
  document.cookie = `sidebarStatus=${open ? 1 : 0}; path=/; max-age=31536000; samesite=lax`
}
