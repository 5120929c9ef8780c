import { theme } from 'antd'
import { expect, test, vi } from 'vitest'
import { initialSettings, themeColors } from '../core/settings.ts'
import { contrast, mix, shadesOf } from './shades.ts'
import { grounds, leastContrast, onErrorOf, themeOf } from './theme.ts'

const combinations = themeColors.flatMap(
  color =>
    [
      [color, false],
      [color, true],
    ] as const,
)

// @req NAV-036
test('there are eight presets, the default of the specification first', () => {
  expect(new Set(themeColors).size).toBe(8)
  expect(themeColors.slice(0, 2)).toEqual(['#409EFF', '#1B82FF'])
})

// @req NAV-036 NAV-037 NAV-038 NAV-039
test('as long as nothing is chosen, the first colour is on, and so are the tag bar, the fixed header and the logo', () => {
  expect(initialSettings).toMatchObject({ color: '#409EFF', tagBar: true, fixedHeader: true, showLogo: true })
})

test.each(combinations)('%s, dark %s: words and buttons can be read', (color, dark) => {
  expect(leastContrast(color, dark)).toBeGreaterThanOrEqual(4.5)
})

test.each(combinations)('%s, dark %s: shades keep the hue', (color, dark) => {
  const { solid, text } = shadesOf(color, grounds[dark ? 'dark' : 'light'].raised, dark)
  expect(hueOf(solid)).toBeCloseTo(hueOf(color), -1)
  expect(hueOf(text)).toBeCloseTo(hueOf(color), -1)
})

test.each([false, true])('dark %s: what a danger button says can be read, at rest, under the pointer and pressed', dark => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const { colorError, colorErrorHover, colorErrorActive } = theme.getDesignToken(themeOf('#409EFF', dark, 'default'))
  for (const ground of [colorError, colorErrorHover, colorErrorActive])
    expect(contrast(onErrorOf(dark), ground), ground).toBeGreaterThanOrEqual(4.5)
})

test('contrast as WCAG reckons it', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#1b82ff', '#ffffff')).toBeCloseTo(3.69, 1)
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
})

function hueOf(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
  return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI
}
