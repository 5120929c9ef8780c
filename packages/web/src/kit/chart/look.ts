import { prefersStill } from '../media.ts'
import type { Look } from './option.ts'

/** Colours of the theme, as a canvas needs them. */
export function lookOf(dark: boolean): Look {
  const theme = getComputedStyle(document.body)
  return {
    ground: dark ? 'dark' : 'light',
    text: theme.getPropertyValue('--ant-color-text-secondary'),
    line: theme.getPropertyValue('--ant-color-border-secondary'),
    back: theme.getPropertyValue('--ant-color-bg-container'),
    still: prefersStill(),
  }
}
