import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beyond } from './beyond.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What another colour of the same page can change. */
const ofColour = ['color-contrast', 'link-in-text-block']

interface Part {
  /** Where to look, when not everywhere. */
  within?: string | undefined
  /** Nothing but its colours has changed since it was looked at. */
  coloursOnly?: boolean
}

/**
 * What hinders people on what is in front: what axe finds grave, what can only be reached by moving sideways, words cut off.
 */
export async function barriers(page: Page, { within, coloursOnly = false }: Part = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const runOnly = coloursOnly ? ({ type: 'rule', values: ofColour } as const) : ({ type: 'tag', values: rules } as const)
  const options: axe.RunOptions = {
    runOnly: { type: runOnly.type, values: [...runOnly.values] },
    resultTypes: ['violations'],
    preload: false,
  }
  const violations = await page.evaluate(
    async ([part, given]) => (await (window as unknown as { axe: typeof axe }).axe.run(part ?? document, given)).violations,
    [within, options] as const,
  )
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const found = grave.map(
    ({ id, nodes }) =>
      `${id} ${nodes
        .slice(0, 3)
        .map(({ target, html, any }) => `${target.join(' ')} ${html.slice(0, 120)} ${any[0]?.message ?? ''}`)
        .join(' | ')}`,
  )
  return [...found, ...(coloursOnly ? [] : await page.evaluate(beyond))]
}
