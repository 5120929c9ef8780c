import { fuelColors } from '@forecourt/contract/start'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { palette, type Ground } from './palette.ts'

type Rgb = [number, number, number]
const linear = (hex: string): Rgb =>
  [1, 3, 5].map(at => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
const times = (matrix: readonly Rgb[], [r, g, b]: Rgb) => matrix.map(([x, y, z]) => x * r + y * g + z * b) as Rgb

/** How eyes without red, green or blue cones see a colour (Machado, Oliveira, Fernandes 2009). */
const eyes: Record<string, readonly Rgb[]> = {
  'every colour': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** In CIE L*a*b*, where distances are as they are seen. */
function lab(rgb: Rgb): Rgb {
  const xyz = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    rgb.map(share => Math.min(1, Math.max(0, share))) as Rgb,
  )
  const [x, y, z] = xyz.map((value, at) => {
    const share = value / [0.95047, 1, 1.08883][at]!
    return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116
  }) as Rgb
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
const apart = (one: Rgb, other: Rgb) => Math.hypot(...one.map((value, at) => value - other[at]!))
const luminance = (hex: string) => 0.2126 * linear(hex)[0] + 0.7152 * linear(hex)[1] + 0.0722 * linear(hex)[2]
const contrast = (one: string, other: string) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
const grounds: Record<Ground, string> = { light: '#ffffff', dark: '#171b21' }

test.each(Object.keys(eyes).flatMap(name => (['light', 'dark'] as const).map(ground => [ground, name] as const)))(
  'on %s, eyes that see %s tell the series next to each other apart',
  (ground, name) => {
    const seen = palette[ground].map(color => lab(times(eyes[name]!, linear(color))))
    const pairs = seen.flatMap((one, at) => seen.slice(at + 1).map(other => apart(one, other)))
    expect(Math.min(...seen.slice(1).map((one, at) => apart(one, seen[at]!)))).toBeGreaterThan(30)
    expect(Math.min(...pairs)).toBeGreaterThan(15)
  },
)

test.each(['light', 'dark'] as const)('on %s every series stands out from the ground', ground => {
  for (const color of palette[ground]) expect(contrast(color, grounds[ground]), color).toBeGreaterThan(3)
})

/** The colours of fuels, as the style sheet has them: first those on light, then those on dark. */
const sheet = readFileSync(resolve(import.meta.dirname, '../draw/fuel-color.css'), 'utf8')
const fuels = (ground: Ground) => {
  const [light = '', dark = ''] = sheet.split(':root[data-theme')
  const rules = ground === 'light' ? light : dark
  return fuelColors.map(color => new RegExp(`--fuel-${color}: (#[0-9a-f]{6});`).exec(rules)?.[1] ?? '')
}

test.each(Object.keys(eyes).flatMap(name => (['light', 'dark'] as const).map(ground => [ground, name] as const)))(
  'on %s, eyes that see %s tell every two fuels apart, and each from the ground',
  (ground, name) => {
    const seen = fuels(ground).map(color => lab(times(eyes[name]!, linear(color))))
    expect(Math.min(...seen.flatMap((one, at) => seen.slice(at + 1).map(other => apart(one, other))))).toBeGreaterThan(15)
    for (const color of fuels(ground)) expect(contrast(color, grounds[ground]), color).toBeGreaterThan(3)
  },
)
