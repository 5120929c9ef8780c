import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { scrolledWidth, wholeColumns, type Breadth } from './whole.ts'
import './whole.css'

/** The narrowest that a column of words becomes. */
const wordsLeast = 110
/** Left and right of what a cell holds, with its border. */
const padding = 25
/** The least room for columns between those that stay in sight; with less, nothing stays in sight but the boxes. */
const roomLeast = 240

/**
 * Gives the columns of a table widths by which its pane shows whole columns only, and tells the pane where it can be scrolled to.
 * Read again whenever one of `changes` does, or the pane's width.
 */
export function useWhole(table: RefObject<HTMLTableElement | null>, changes: readonly unknown[]): void {
  // oxlint-disable-next-line react/exhaustive-deps -- whatever can change a width is listed by the table
  useLayoutEffect(() => void (table.current && lay(table.current)), changes)
  useEffect(() => {
    const [grid, pane] = [table.current, table.current?.parentElement]
    if (!grid || !pane) return undefined
    let width = pane.clientWidth
    const watch = new ResizeObserver(() => {
      if (pane.clientWidth === width || pane.clientWidth === 0) return
      width = pane.clientWidth
      lay(grid)
    })
    const edges = () => showEdges(grid, pane)
    const focus = (event: FocusEvent) => requestAnimationFrame(() => reveal(grid, pane, event.target as Element))
    const wheel = (event: WheelEvent) => {
      if (event.shiftKey && turn(grid, pane, Math.sign(event.deltaY || event.deltaX))) event.preventDefault()
    }
    watch.observe(pane)
    pane.addEventListener('scroll', edges, { passive: true })
    pane.addEventListener('focusin', focus)
    pane.addEventListener('wheel', wheel, { passive: false })
    return () => {
      watch.disconnect()
      pane.removeEventListener('scroll', edges)
      pane.removeEventListener('focusin', focus)
      pane.removeEventListener('wheel', wheel)
    }
  }, [table])
}

/** How a table was laid out last. */
interface Laid {
  /** What stays in sight at either side, in pixels. */
  readonly left: number
  readonly right: number
  /** Where its pane can stand: at the beginning of a column, in pixels. */
  readonly places: readonly number[]
}
const laid = new WeakMap<HTMLTableElement, Laid>()
const whole: Laid = { left: 0, right: 0, places: [0] }

const px = (value: number) => `${value}px`
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function lay(table: HTMLTableElement): void {
  const pane = table.parentElement!
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])]
  // Behind another page it has no width; it is laid out when it comes to the front.
  if (heads.length === 0 || pane.clientWidth === 0) return
  table.classList.remove('k-set')
  table.style.width = ''
  pane.classList.remove('k-loose')
  for (const head of heads) head.style.scrollSnapAlign = ''
  for (const col of table.querySelectorAll('col')) col.style.width = ''
  laid.set(table, table.offsetWidth > pane.clientWidth ? fit(table, pane, heads) : whole)
  tellWords(table)
  showEdges(table, pane)
}

/** Narrower than its columns would be by themselves. */
function fit(table: HTMLTableElement, pane: HTMLElement, heads: readonly HTMLElement[]): Laid {
  table.classList.add('k-measured')
  const columns = heads.map((head, index) => breadthOf(table, head, index))
  table.classList.remove('k-measured')
  const boxes = heads[0]!.matches('.k-box') ? 1 : 0
  const acts = heads.at(-1)!.matches('.k-acts') ? 1 : 0
  const room = pane.clientWidth
  const box = boxes ? columns[0]!.natural : 0
  const all = { ...wholeColumns(columns.slice(boxes), room - box), before: boxes }
  let { widths, starts, before } = all
  let [left, right] = [box, 0]
  if (starts.length > 1) {
    const [first, last] = [scrolledWidth(columns[boxes]!), acts ? columns.at(-1)!.natural : 0]
    const between = columns.slice(boxes + 1, columns.length - acts)
    const free = room - box - first - last
    if (free >= Math.max(roomLeast, ...between.map(({ least }) => least))) {
      const middle = wholeColumns(between, free)
      ;[left, right, before] = [box + first, last, boxes + 1]
      widths = [first, ...middle.widths, ...(acts ? [last] : [])]
      starts = middle.starts
    } else pane.classList.add('k-loose')
  }
  const set = [...(boxes ? [box] : []), ...widths]
  for (const [index, col] of [...table.querySelectorAll('col')].entries()) col.style.width = px(set[index]!)
  table.style.width = px(sum(set))
  table.classList.add('k-set')
  for (const start of starts) heads[before + start]!.style.scrollSnapAlign = starts.length > 1 ? 'start' : ''
  pane.style.scrollPaddingInline = `${px(left)} ${px(right)}`
  return { left, right, places: starts.map(start => sum(set.slice(0, before + start)) - left) }
}

/** A column without a digit in any of its cells holds words. */
function breadthOf(table: HTMLTableElement, head: HTMLElement, index: number): Breadth {
  const drawn = Number.parseInt(head.style.width, 10)
  if (drawn > 0) return { natural: drawn, least: drawn, fixed: true }
  const natural = Math.ceil(head.getBoundingClientRect().width)
  if (head.matches('.k-box, .k-acts, .k-end')) return { natural, least: natural }
  for (const { rows } of table.tBodies)
    for (const { cells } of rows) if (cells.length > 1 && /\d/.test(cells[index]?.textContent ?? '')) return { natural, least: natural }
  const title = head.firstElementChild?.matches('.k-sorter') ? head.firstElementChild : textOf(head)
  return { natural, least: Math.min(natural, Math.max(wordsLeast, Math.ceil(title.getBoundingClientRect().width) + padding)) }
}

function textOf(head: HTMLElement): Range {
  const range = document.createRange()
  range.setStart(head, 0)
  range.setEnd(head, Math.min(1, head.childNodes.length))
  return range
}

/** What ends in an ellipsis is read in full by pointing at it. */
function tellWords(table: HTMLTableElement): void {
  for (const { rows } of table.tBodies)
    for (const { cells } of rows)
      for (const cell of cells) {
        if (cell.scrollWidth > cell.clientWidth && !cell.matches('.k-acts')) cell.title = cell.textContent
        else if (cell.title) cell.removeAttribute('title')
      }
}

/** On which sides more follows. */
function showEdges(table: HTMLTableElement, pane: HTMLElement): void {
  const { left, right } = laid.get(table) ?? whole
  const most = pane.scrollWidth - pane.clientWidth
  const frame = pane.parentElement!
  frame.classList.toggle('k-more-left', pane.scrollLeft > 1)
  frame.classList.toggle('k-more-right', pane.scrollLeft < most - 1)
  if (most <= 1) return
  frame.style.setProperty('--k-left', px(left))
  frame.style.setProperty('--k-right', px(right))
  frame.style.setProperty('--k-bar', px(pane.offsetHeight - pane.clientHeight - 2))
}

/** One place further; a notch of a wheel alone would not reach it. @returns whether there is more than one */
function turn(table: HTMLTableElement, pane: HTMLElement, step: number): boolean {
  const { places } = laid.get(table) ?? whole
  const next = step > 0 ? places.find(place => place > pane.scrollLeft + 1) : places.findLast(place => place < pane.scrollLeft - 1)
  if (next !== undefined) pane.scrollLeft = next
  return places.length > 1
}

/** What has the focus is seen in full, also where its column begins no place. */
function reveal(table: HTMLTableElement, pane: HTMLElement, target: Element): void {
  const cell = target.closest<HTMLElement>('td, th')
  if (!cell || !table.contains(cell) || cell.matches('.k-box, .k-first, .k-acts')) return
  const { left, right, places } = laid.get(table) ?? whole
  const begin = cell.offsetLeft - left
  const end = cell.offsetLeft + cell.offsetWidth + right - pane.clientWidth
  if (pane.scrollLeft <= begin + 1 && pane.scrollLeft >= end - 1) return
  const place = places.find(each => each <= begin + 1 && each >= end - 1)
  if (place !== undefined) pane.scrollLeft = place
}
