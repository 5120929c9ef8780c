import type { ThemeConfig } from 'antd'
import type { Density } from '../core/kept-settings.ts'
import { prefersStill } from '../kit/media.ts'

/** From how many pixels on a screen is called so. */
const screens = Object.entries({ XS: 480, SM: 576, MD: 768, LG: 992, XL: 1200, XXL: 1600, XXXL: 1920 })
const screenWidths = Object.fromEntries(
  screens.flatMap(([name, width], at) => {
    const next = screens[at + 1]?.[1]
    return [[`screen${name}`, width], [`screen${name}Min`, width], ...(next ? [[`screen${name}Max`, next - 1]] : [])]
  }),
) as Record<string, number>

/** Grounds and fillings of a picture that says that there is nothing. */
const fills = {
  light: {
    colorBgContainer: '#ffffff',
    colorFill: 'rgba(28,37,48,0.15)',
    colorFillSecondary: 'rgba(28,37,48,0.06)',
    colorFillTertiary: 'rgba(28,37,48,0.04)',
    colorFillQuaternary: 'rgba(28,37,48,0.02)',
    colorTextQuaternary: 'rgba(28,37,48,0.25)',
  },
  dark: {
    colorBgContainer: '#171b21',
    colorFill: 'rgba(230,233,238,0.18)',
    colorFillSecondary: 'rgba(230,233,238,0.12)',
    colorFillTertiary: 'rgba(230,233,238,0.08)',
    colorFillQuaternary: 'rgba(230,233,238,0.04)',
    colorTextQuaternary: 'rgba(230,233,238,0.25)',
  },
}

/**
 * What parts of the component library read of a theme in their code. All else of a theme is variables in files, made by the build out of
 * `themeOf`; antd-styles.test.ts holds that both say the same.
 */
export const readInCode = (dark: boolean, density: Density) => ({
  ...fills[dark ? 'dark' : 'light'],
  ...screenWidths,
  controlHeight: { comfortable: 36, default: 32, compact: 28 }[density],
  marginXXS: 4,
  sizePopupArrow: 16,
})

/** A theme whose rules and variables are files. */
export const builtTheme = (dark: boolean, density: Density): ThemeConfig => ({
  token: { ...readInCode(dark, density), motion: !prefersStill() },
  cssVar: { key: 'app' },
  hashed: false,
  zeroRuntime: true,
})
