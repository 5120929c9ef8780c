import type { Page } from 'playwright-core'

/** Most columns that a list shows before its reader chooses others. */
const columnsMost = 9

/**
 * Read in the page, once for each place its tables can be scrolled to: numbers, dates and amounts of which only a part is seen.
 */
function cut(): string[] {
  const found: string[] = []
  const number = /^[-−+(]?\s*[¥$€]?\s*\d[\d,.:/\s%-]*\S{0,2}$/
  const shown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const place = (element: Element) =>
    `“${element.textContent.trim().slice(0, 40)}” in ${element.closest('[aria-label]')?.getAttribute('aria-label')}`

  /** Between which points of the screen something can be seen: the edges of all that scrolls or cuts around it. */
  const sight = (element: Element) => {
    let [left, right] = [0, innerWidth]
    for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === 'visible') continue
      const box = around.getBoundingClientRect()
      left = Math.max(left, box.left + around.clientLeft)
      right = Math.min(right, box.left + around.clientLeft + around.clientWidth)
    }
    return { left, right }
  }
  /** The part of its row that cells which stay in sight leave free. */
  const free = (cell: Element) => {
    let [left, right] = [-Infinity, Infinity]
    for (const other of cell.parentElement!.children) {
      const style = getComputedStyle(other)
      if (other === cell || style.position !== 'sticky') continue
      const box = other.getBoundingClientRect()
      if (style.left !== 'auto') left = Math.max(left, box.right)
      if (style.right !== 'auto') right = Math.min(right, box.left)
    }
    const own = getComputedStyle(cell)
    return own.position === 'sticky' && (own.left !== 'auto' || own.right !== 'auto')
      ? { left: -Infinity, right: Infinity }
      : { left, right }
  }
  const partly = (cell: Element) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    const pinned = free(cell)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const holder = node.parentElement!
      if (!number.test(node.textContent!.trim()) || !shown(holder)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right } = range.getBoundingClientRect()
      if (right - left <= 1) continue
      const seen = sight(holder)
      const [from, to] = [Math.max(seen.left, pinned.left), Math.min(seen.right, pinned.right)]
      const gone = right <= from + 1 || left >= to - 1
      if (!gone && (left < from - 1 || right > to + 1)) return true
    }
    return false
  }

  for (const table of document.querySelectorAll('#content .pane table, #content .k-card, .ant-drawer table')) {
    if (!shown(table)) continue
    const cells = table.localName === 'table' ? table.querySelectorAll('tr > *') : table.querySelectorAll('*')
    const parts = [...cells].filter(partly)
    if (parts.length > 0) found.push(`${parts.length} numbers are cut: ${place(parts[0]!)}`)
  }
  return found
}

/** Read in the page: rows of another height than the others, lists that begin with too many columns, lines that run out of their card. */
function uneven(most: number): string[] {
  const found: string[] = []
  for (const table of document.querySelectorAll('#content .pane .k-table')) {
    if (!table.checkVisibility()) continue
    const name = table.getAttribute('aria-label')
    const heights = new Set([...table.querySelectorAll<HTMLElement>('tbody tr[data-id]')].map(row => row.offsetHeight))
    if (heights.size > 1) found.push(`rows of ${[...heights].join(', ')} px: ${name}`)
    const heads = table.querySelectorAll('thead th:not(.k-box, .k-acts)').length
    if (table.closest('.k-list') && heads > most) found.push(`${heads} columns: ${name}`)
  }
  for (const card of document.querySelectorAll('#content .pane .k-card')) {
    const edge = card.getBoundingClientRect().right + 1
    const out = [...card.querySelectorAll('.k-card-lines > * > *')].find(part => part.getBoundingClientRect().right > edge)
    if (card.checkVisibility() && out) found.push(`runs out of its card: ${out.textContent.slice(0, 40)}`)
  }
  return found
}

/** Moves all that is scrolled sideways. @returns whether anything can be */
function scrollTo(share: number): boolean {
  const panes = [...document.querySelectorAll('#content .pane *')].filter(
    each => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(each).overflowX),
  )
  for (const pane of panes) pane.scrollLeft = (pane.scrollWidth - pane.clientWidth) * share
  return panes.length > 0
}

const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))

/** Halves of numbers on the page in front, wherever its tables are scrolled to. */
export async function cutCells(page: Page): Promise<string[]> {
  const found = new Set(await page.evaluate(uneven, columnsMost))
  for (const share of [0, 0.5, 1]) {
    const moves = await page.evaluate(scrollTo, share)
    await page.evaluate(frame)
    for (const each of await page.evaluate(cut)) found.add(`scrolled ${share}: ${each}`)
    if (!moves) break
  }
  await page.evaluate(scrollTo, 0)
  return [...found]
}
