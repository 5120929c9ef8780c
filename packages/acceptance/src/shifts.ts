import type { Page } from 'playwright-core'

/** So far a page may move by itself, by the browser's own measure (layout shift), while it is loaded. */
const most = 0.02

interface Shift {
  readonly value: number
  /** What moved, and from where to where. */
  readonly what: string
}
declare global {
  interface Window {
    shifts?: Shift[]
  }
}

/** Has every page that is loaded from now on note what moves without its user's doing. */
export const noteShifts = (page: Page): Promise<unknown> => page.addInitScript(listen)

/** Read in the page. */
function listen(): void {
  const shifts: Shift[] = []
  window.shifts = shifts
  const nameOf = (node: Node | null | undefined) => {
    const element = node instanceof Element ? node : node?.parentElement
    if (!element) return 'something that went away'
    const kind = [element.localName, ...element.classList].slice(0, 3).join('.')
    return `${kind} “${(element.textContent ?? '').trim().slice(0, 30)}”`
  }
  const place = ({ x, y, width, height }: DOMRectReadOnly) =>
    `${[x, y].map(Math.round).join()} ${[width, height].map(Math.round).join('×')}`
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as any[]) {
      if (hadRecentInput) continue
      const moved = (sources as { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[])
        .slice(0, 3)
        .map(({ node, previousRect, currentRect }) => `${nameOf(node)} ${place(previousRect)} → ${place(currentRect)}`)
      shifts.push({ value, what: moved.join('; ') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** What moved on the page in front since it was loaded, where that is more than may be. */
export async function moved(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => window.shifts ?? [])
  const sum = shifts.reduce((all, { value }) => all + value, 0)
  if (sum <= most) return []
  const width = page.viewportSize()?.width
  const worst = shifts.toSorted((one, other) => other.value - one.value).slice(0, 3)
  return [`${width}: moved by itself, ${sum.toFixed(3)}: ${worst.map(({ value, what }) => `${value.toFixed(3)} ${what}`).join(' | ')}`]
}
