import { themeColors, type Settings } from './kept-settings.ts'

export const isDark = (mode: Settings['mode'], system: boolean): boolean => mode === 'dark' || (mode === 'auto' && system)

/** Has the page look as is chosen: the rules of a theme go by what is said of the page (build/theme-variables.ts). */
export function showLook({ mode, density, color }: Pick<Settings, 'mode' | 'density' | 'color'>, system: boolean): void {
  const { dataset, style } = document.documentElement
  const theme = isDark(mode, system) ? 'dark' : 'light'
  dataset['theme'] = theme
  dataset['density'] = density
  dataset['color'] = (themeColors.find(each => each === color) ?? themeColors[0]).slice(1).toLowerCase()
  style.colorScheme = theme
}
