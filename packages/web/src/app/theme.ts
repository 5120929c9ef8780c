import { theme as antd, type ThemeConfig } from 'antd'
import type { Density, ThemeColor } from '../core/kept-settings.ts'
import { prefersStill } from '../kit/media.ts'
import { contrast, mix, shadesOf, type Shades } from './shades.ts'

/** The grounds that text stands on. */
export const grounds = {
  light: { page: '#f5f6f8', container: '#ffffff', raised: '#ffffff' },
  dark: { page: '#101317', container: '#171b21', raised: '#1f242b' },
}
const font = 'system-ui, -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif'

/** The grounds of notices on a light page, on which links keep their contrast. */
const pale = {
  colorWarningBg: '#fff8e8',
  colorWarningBorder: '#f0cf9a',
  colorErrorBg: '#fff1f0',
  colorErrorBorder: '#f3b8b5',
  colorSuccessBg: '#eef8f1',
  colorSuccessBorder: '#a9d8b8',
}

/** Words on the ground of a danger button, which is pale in the dark. */
export const onErrorOf = (dark: boolean): string => (dark ? '#0b0d10' : '#ffffff')

type Ground = (typeof grounds)['light' | 'dark']

const mapOf = (shade: Shades, ground: Ground) => ({
  colorPrimary: shade.solid,
  colorPrimaryHover: shade.solidHover,
  colorPrimaryActive: shade.solidActive,
  colorPrimaryText: shade.text,
  colorPrimaryTextHover: shade.textHover,
  colorPrimaryTextActive: shade.text,
  colorPrimaryBg: shade.tint,
  colorPrimaryBgHover: shade.tintHover,
  colorPrimaryBorder: shade.border,
  colorPrimaryBorderHover: shade.text,
  colorLink: shade.text,
  colorLinkHover: shade.textHover,
  colorLinkActive: shade.text,
  colorBgLayout: ground.page,
  colorBgContainer: ground.container,
  colorBgElevated: ground.raised,
})

/** The colours of a ground on which the parts of the library stand. */
interface Inks {
  readonly tableHead: string
  readonly onError: string
  /** Faint words that can still be read. */
  readonly faint: string
}

const componentsOf = (shade: Shades, { tableHead, onError, faint }: Inks): NonNullable<ThemeConfig['components']> => ({
  Menu: {
    itemSelectedColor: shade.text,
    itemSelectedBg: shade.tint,
    subMenuItemSelectedColor: shade.text,
    itemHeight: 36,
    itemBorderRadius: 6,
    activeBarBorderWidth: 0,
  },
  // The chosen entry of a menu stands on the tint.
  Dropdown: { colorPrimary: shade.text },
  // Days of the months beside are faint, and can be chosen.
  DatePicker: { colorTextDisabled: faint },
  // So are the words of a list without choices.
  Select: { colorTextDisabled: faint },
  // On a phone four tabs stand in a row.
  Tabs: { horizontalItemGutter: 20, itemSelectedColor: shade.text, itemHoverColor: shade.text, inkBarColor: shade.text },
  Pagination: { itemActiveColor: shade.text, itemActiveColorHover: shade.text },
  Button: {
    dangerColor: onError,
    defaultHoverColor: shade.text,
    defaultHoverBorderColor: shade.text,
    primaryShadow: 'none',
    defaultShadow: 'none',
  },
  // A count is no alarm.
  Badge: { colorError: shade.solid },
  Table: { headerBg: tableHead },
})

/** One token set from a preset colour; every shade that carries or is text is derived for contrast, not hoped for. */
export function themeOf(color: ThemeColor, dark: boolean, density: Density, still = prefersStill()): ThemeConfig {
  const ground = grounds[dark ? 'dark' : 'light']
  const shade = shadesOf(color, ground.raised, dark)
  const text = dark ? '#e6e9ee' : '#1c2530'
  const faint = (share: number) => mix(text, ground.raised, share)
  const status = dark
    ? { colorError: '#ff7875', colorWarning: '#f5b14c', colorSuccess: '#5fd08a' }
    : { colorError: '#cf1322', colorWarning: '#a8590a', colorSuccess: '#1b7f3b' }
  return {
    algorithm: [
      dark ? antd.darkAlgorithm : antd.defaultAlgorithm,
      ...(density === 'compact' ? [antd.compactAlgorithm] : []),
      (_seed, map) => ({ ...map!, ...mapOf(shade, ground), ...(dark ? { colorErrorActive: map!.colorErrorHover } : pale) }),
    ],
    token: {
      colorPrimary: color,
      colorInfo: shade.solid,
      ...status,
      colorTextBase: text,
      fontFamily: font,
      fontSize: 14,
      borderRadius: 6,
      wireframe: false,
      colorTextSecondary: faint(0.82),
      colorTextTertiary: faint(0.7),
      colorTextDescription: faint(0.74),
      colorTextPlaceholder: faint(0.66),
      controlHeight: density === 'comfortable' ? 36 : 32,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
      motion: !still,
    },
    components: componentsOf(shade, { tableHead: mix(text, ground.container, 0.04), onError: onErrorOf(dark), faint: faint(0.66) }),
    cssVar: { key: 'app' },
    hashed: false,
  }
}

/** The least contrast of what a colour is used for; the test asks for 4.5 of all sixteen. */
export function leastContrast(color: ThemeColor, dark: boolean): number {
  const ground = grounds[dark ? 'dark' : 'light']
  const shade = shadesOf(color, ground.raised, dark)
  return Math.min(
    contrast('#ffffff', shade.solid),
    contrast('#ffffff', shade.solidHover),
    contrast('#ffffff', shade.solidActive),
    ...[ground.page, ground.container, ground.raised, shade.tint].map(behind => contrast(shade.text, behind)),
    contrast(shade.textHover, ground.container),
    contrast(shade.text, shade.tintHover),
  )
}
