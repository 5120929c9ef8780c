import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { overflow } from './overflow.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What another colour of the same page can change, and what other words in it can: they take another room. */
const ofColour = ['color-contrast', 'link-in-text-block']
const ofLook = [...ofColour, 'target-size', 'scrollable-region-focusable']

/** What the library draws by itself and cannot be made to draw otherwise. */
const accepted: readonly { rule: string; element: RegExp; why: string }[] = [
  {
    rule: 'scrollable-region-focusable',
    element: /class="ant-picker-time-panel-column/,
    why: 'The hours of a calendar are never focused: with the keyboard a time is typed into the field, which keeps the focus.',
  },
  {
    rule: 'scrollable-region-focusable',
    element: /class="ant-select-dropdown-list-holder/,
    why: 'The choices of a field are never focused: its arrow keys move through them, and the field keeps the focus.',
  },
  {
    rule: 'aria-required-children',
    element: /class="ant-select-item-empty/,
    why: 'A list without choices is still a list box of the library; its words say that there are none.',
  },
  {
    rule: 'aria-valid-attr-value',
    element: /class="ant-select-input"/,
    why: 'While there are no choices the field names a list that the library has not drawn.',
  },
  {
    rule: 'target-size',
    element: /class="ant-picker-clear"/,
    why: 'The cross of 14 points is the library’s; a field is also emptied by deleting what stands in it.',
  },
]
const isAccepted = (rule: string, html: string) => accepted.some(each => each.rule === rule && each.element.test(html))

interface Part {
  /** Where to look, when not everywhere. */
  within?: string | undefined
  /** Nothing but its colours, or its language, differs from a look that it was looked at in as a whole. */
  but?: 'colours' | 'language' | undefined
}

/**
 * What hinders people on what is in front: what axe finds grave, what can only be reached by moving sideways, words cut off.
 */
export async function a11yIssues(page: Page, { within, but }: Part = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: axe.RunOptions = {
    runOnly: but ? { type: 'rule', values: but === 'colours' ? ofColour : ofLook } : { type: 'tag', values: rules },
    resultTypes: ['violations'],
    preload: false,
  }
  const violations = await page.evaluate(
    async ([part, given]) => {
      const { violations: all } = await (window as unknown as { axe: typeof axe }).axe.run(part ?? document, given)
      // What lies behind an open dialog cannot be pressed: how large it is, and what covers it there, is no matter.
      const dialog = [...document.querySelectorAll('[aria-modal=true]')].findLast(each => each.checkVisibility())
      const isBehind = (target: string) => dialog !== undefined && !dialog.contains(document.querySelector(target))
      return all.map(each => ({
        ...each,
        nodes: each.id === 'target-size' ? each.nodes.filter(({ target }) => !isBehind(String(target[0]))) : each.nodes,
      }))
    },
    [within, options] as const,
  )
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(each => ({ ...each, nodes: each.nodes.filter(({ html }) => !isAccepted(each.id, html)) }))
    .filter(({ nodes }) => nodes.length > 0)
  const found = grave.map(
    ({ id, nodes }) =>
      `${id} ${nodes
        .slice(0, 3)
        .map(({ target, html, any }) => `${target.join(' ')} ${html.slice(0, 120)} ${any[0]?.message ?? ''}`)
        .join(' | ')}`,
  )
  return [...found, ...(but === 'colours' ? [] : await page.evaluate(overflow))]
}
