/** What stands beneath a table: its pages, and the edge of the window. */
const beneath = 60
/** The least that is seen of the rows. */
const least = 260

/**
 * Lets a list's table end where the window does, whatever stands above it, so that its head, its sums and its pages stay in sight.
 * Given to React as a ref; what it returns lets go again.
 */
export function fitToWindow(pane: HTMLElement | null): () => void {
  const list = pane?.closest('.k-list')
  if (!pane || !list) return () => undefined
  const fit = () => {
    if (!pane.checkVisibility()) return
    const above = pane.getBoundingClientRect().top - list.getBoundingClientRect().top + topOf(list)
    pane.style.setProperty('--k-chrome', `${Math.round(Math.min(above + beneath, innerHeight - least))}px`)
  }
  const watch = new ResizeObserver(fit)
  watch.observe(list)
  addEventListener('resize', fit)
  return () => {
    watch.disconnect()
    removeEventListener('resize', fit)
  }
}

/** Where the list begins in the window while nothing is scrolled. */
function topOf(list: Element): number {
  let scrolled = 0
  for (let around = list.parentElement; around; around = around.parentElement) scrolled += around.scrollTop
  return list.getBoundingClientRect().top + scrolled
}
