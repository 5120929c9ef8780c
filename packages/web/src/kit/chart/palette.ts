/**
 * The colours of series, in their order: apart for eyes that see few colours, by lightness as well as hue, and three to one against
 * the ground they stand on. The tests hold this.
 */
export const palette = {
  light: ['#0656ce', '#d1700f', '#1e998c', '#690e8f', '#455663', '#aa331f'],
  dark: ['#3e89ff', '#f2a33c', '#36e5ab', '#a97bcd', '#ceeaee', '#ff5b65'],
} as const
export type Ground = keyof typeof palette

export const colorOf = (ground: Ground, series: number): string => palette[ground][series % palette[ground].length]!

/** Lines are distinguished without any colour, too. */
export const dashes = ['solid', 'dashed', 'dotted'] as const
export const symbols = ['circle', 'rect', 'triangle', 'diamond'] as const
