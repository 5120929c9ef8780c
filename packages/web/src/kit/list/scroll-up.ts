/** How long a list takes to its top. @source spec 1 "List", "Scrolls to top (800 ms) after a page change" */
const scrollUpMs = 800

/** Rolls up to the top, slower towards it; at once where nothing is to move. Rows that are scrolled down meanwhile stay where they are. */
export function scrollUp(pane: { scrollTop: number }, still: boolean): void {
  const from = pane.scrollTop
  if (still || from === 0) {
    pane.scrollTop = 0
    return
  }
  const begun = performance.now()
  let last = from
  const step = () => {
    if (pane.scrollTop > last + 1) return
    const left = Math.max(0, 1 - (performance.now() - begun) / scrollUpMs)
    pane.scrollTop = last = Math.floor(from * left ** 3)
    if (left > 0) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
