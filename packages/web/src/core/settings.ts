import { create } from 'zustand'

/** The eight presets of the settings panel. @source spec 0 §9, decisions.md A13 */
export const themeColors = ['#409EFF', '#1B82FF', '#11A983', '#13C2C2', '#6959CD', '#F5222D', '#FA541C', '#304156'] as const
export type ThemeColor = (typeof themeColors)[number]
export type Mode = 'light' | 'dark' | 'auto'
export type Density = 'comfortable' | 'default' | 'compact'

export interface Settings {
  color: ThemeColor
  mode: Mode
  density: Density
  tagBar: boolean
  fixedHeader: boolean
  showLogo: boolean
  /** Keys of one character, such as `n` and `/`. */
  plainKeys: boolean
}
export const initialSettings: Settings = {
  color: '#409EFF',
  mode: 'auto',
  density: 'default',
  tagBar: true,
  fixedHeader: true,
  showLogo: true,
  plainKeys: true,
}

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem('smartSettings') ?? '{}')
  } catch {
    return {}
  }
}

export const useSettings = create<Settings>(() => ({ ...initialSettings, ...kept() }))

export function set(change: Partial<Settings>): void {
  useSettings.setState(change)
  localStorage.setItem('smartSettings', JSON.stringify(useSettings.getState()))
}

/** The sidebar is open (1) or collapsed (0). @source spec 0 §3 */
export const sidebarOpen = (cookies = document.cookie): boolean => !/(?:^|; )sidebarStatus=0/.test(cookies)
export function keepSidebar(open: boolean): void {
  document.cookie = `sidebarStatus=${open ? 1 : 0}; path=/; max-age=31536000; samesite=lax`
}
