/** How long a list takes to its top. @source spec 1 "List", "Scrolls to top (800 ms) after a page change" */
const scrollUpMs = 800

/**
 * What has to be scrolled for the first row to be seen, and how far: the table to its top; on a phone, where the rows scroll with the
 * page, the page to the beginning of the list.
 */
export function topOf(list: Element): { pane: Element; to: number } | undefined {
  const table = list.querySelector('.k-scroll')
  if (table) return { pane: table, to: 0 }
  for (let pane = list.parentElement; pane; pane = pane.parentElement) {
    if (pane.scrollTop === 0) continue
    const above = list.getBoundingClientRect().top - pane.getBoundingClientRect().top - roomAbove
    return { pane, to: Math.max(0, pane.scrollTop + above) }
  }
  return undefined
}
/** A page begins so far above its list. */
const roomAbove = 16

/** Rolls up, slower towards the end; at once where nothing is to move. Rows that are scrolled down meanwhile stay where they are. */
export function scrollUp(pane: { scrollTop: number }, still: boolean, to = 0): void {
  const from = pane.scrollTop
  if (from <= to) return
  if (still) {
    pane.scrollTop = to
    return
  }
  const begun = performance.now()
  let last = from
  const step = () => {
    if (pane.scrollTop > last + 1) return
    const left = Math.max(0, 1 - (performance.now() - begun) / scrollUpMs)
    pane.scrollTop = last = to + Math.floor((from - to) * left ** 3)
    if (left > 0) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
