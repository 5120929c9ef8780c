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

/** What was chosen in this browser. */
export function keptSettings(): Settings {
  try {
    return { ...initialSettings, ...JSON.parse(localStorage.getItem('smartSettings') ?? '{}') }
  } catch {
    return initialSettings
  }
}
