/** Shades of a brand colour that can be read. Colours are `#rrggbb`. */

type Rgb = [number, number, number]
const rgb = (hex: string): Rgb => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
const hex = (parts: Rgb): string =>
  `#${parts
    .map(part =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** So much of the one over the other. */
export const mix = (over: string, under: string, share: number): string => {
  const [a, b] = [rgb(over), rgb(under)]
  return hex(a.map((part, index) => part * share + b[index]! * (1 - share)) as Rgb)
}

/** WCAG's contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [r, g, b] = rgb(color).map(part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The same hue and richness, lighter or darker in small steps until it stands out enough. */
function until(color: string, step: 1 | -1, enough: (shade: string) => boolean): string {
  const [h, s, l] = hsl(color)
  let shade = color
  for (let light = l; light >= 0 && light <= 100 && !enough(shade); light += step * 0.5) shade = fromHsl(h, s, light)
  return shade
}

/** Hue in degrees, saturation and lightness in percent. */
function hsl(color: string): [number, number, number] {
  const [r, g, b] = rgb(color).map(part => part / 255) as Rgb
  const most = Math.max(r, g, b),
    least = Math.min(r, g, b),
    span = most - least
  const light = (most + least) / 2
  const hue = span === 0 ? 0 : most === r ? ((g - b) / span) % 6 : most === g ? (b - r) / span + 2 : (r - g) / span + 4
  return [hue * 60, span === 0 ? 0 : (span / (1 - Math.abs(2 * light - 1))) * 100, light * 100]
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const [s, l] = [saturation / 100, lightness / 100]
  const part = (n: number) => {
    const k = (n + hue / 30 + 12) % 12
    return (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))) * 255
  }
  return hex([part(0), part(8), part(4)])
}

export interface Shades {
  /** Grounds that carry white words: buttons, badges. */
  solid: string
  solidHover: string
  solidActive: string
  /** Words and lines in the colour. */
  text: string
  textHover: string
  /** Quiet grounds under such words. */
  tint: string
  tintHover: string
  border: string
}

/** What a preset becomes on a ground: each shade as near to it as reading allows (4.5 to 1, with a little to spare). */
export function shadesOf(color: string, ground: string, dark: boolean): Shades {
  const enough = 4.6
  const solid = until(color, -1, shade => contrast('#ffffff', shade) >= enough)
  const tint = mix(color, ground, dark ? 0.14 : 0.09)
  const tintHover = mix(color, ground, dark ? 0.2 : 0.14)
  const away = dark ? '#ffffff' : '#000000'
  const text = until(color, dark ? 1 : -1, shade =>
    [ground, tint, tintHover, dark ? '#1f242b' : '#f5f6f8'].every(behind => contrast(shade, behind) >= enough),
  )
  return {
    solid,
    tint,
    tintHover,
    text,
    solidHover: mix('#000000', solid, 0.1),
    solidActive: mix('#000000', solid, 0.2),
    textHover: mix(away, text, 0.15),
    border: mix(color, ground, 0.4),
  }
}
