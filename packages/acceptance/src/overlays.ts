import type { Page } from 'playwright-core'
import { a11yIssues } from './a11y-issues.ts'
import { themes, switchTo } from './themes.ts'

/** What can lie over a page: dialogs and drawers, menus, lists of choices, calendars, hints, questions and toasts. */
const overlays = [
  '[role=dialog]',
  '.ant-dropdown',
  '.ant-select-dropdown',
  '.ant-picker-dropdown',
  '.ant-popover',
  '.ant-tooltip',
  '.ant-menu-submenu-popup',
  '.ant-message-notice',
  '.ant-notification-notice',
].join(',')

/** Looks at what is open over a page. @returns what hinders people there, in either light */
export type LookAtOverlays = (page: Page) => Promise<string[]>

/** Of the same shape an overlay is looked at once: the choices of the second filter are built like those of the first. */
export function overlayLook(): LookAtOverlays {
  const known = new Set<string>()
  return async page => {
    const shapes = await page.evaluate(shapesOf, overlays)
    if (shapes.every(shape => known.has(shape))) return []
    await page.evaluate(scrollToEnd)
    for (const shape of shapes) known.add(shape)
    return inBothLights(page)
  }
}

/** Read in the page. The end of a form stays in sight while its fields are scrolled beneath it: none lies half under it at the very end. */
function scrollToEnd(): void {
  for (
    let around = document.querySelector<HTMLElement>('[role=dialog] .k-form-end')?.parentElement;
    around;
    around = around.parentElement
  ) {
    around.scrollTop = around.scrollHeight
  }
}

async function inBothLights(page: Page): Promise<string[]> {
  const wrong: string[] = []
  const began = await page.evaluate(() => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'))
  for (const light of themes.toSorted(each => (each === began ? -1 : 1))) {
    await switchTo(page, page.viewportSize()!, light)
    // What opened it is looked at with it: it says that something is open, and what.
    const within = `${overlays}, [data-pressed-now], [data-pressed-within], [aria-expanded=true]`
    const found = await a11yIssues(page, { within, but: light === began ? undefined : 'colours' })
    // The page behind is looked at by itself.
    wrong.push(...found.filter(each => !/^(beyond the edge|cut off|scrolls sideways)/.test(each)).map(each => `${light}: ${each}`))
  }
  return wrong
}

/** Read in the page. @returns how each overlay in sight is built: its elements, roles and classes, without its words and numbers */
function shapesOf(kinds: string): string[] {
  const shapeOf = (element: Element): string => {
    const parts: string[] = []
    for (const each of element.children) {
      const shape = shapeOf(each)
      if (shape !== parts.at(-1)) parts.push(shape)
    }
    const classes = [...element.classList].filter(name => !/-(active|hover|focused|placement-\w+)$|^css-/.test(name))
    return `${element.localName}${element.getAttribute('role') ?? ''}.${classes.join('.')}(${parts.join('')})`
  }
  return [...document.querySelectorAll(kinds)]
    .filter(each => each.checkVisibility({ visibilityProperty: true }) && !each.parentElement?.closest(kinds))
    .map(shapeOf)
}
