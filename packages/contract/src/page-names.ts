import { wholePages } from './declared.ts'
import type { PageDeclaration } from './menu.ts'

/**
 * What else each page is found by in the command box: former labels, and words that users say for it. The web takes it as data, evaluated
 * while it is built, for the first page does without it.
 */
export const alsoOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  (wholePages as readonly PageDeclaration<string>[]).flatMap(({ name, also }) => (also ? [[name, also]] : [])),
)
