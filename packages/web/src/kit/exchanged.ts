/** Where an element stands: its place in each element around it. It is found again when what stands there has been exchanged. */
export type Way = readonly (readonly [around: Element, at: number])[]

export function wayTo(element: Element): Way {
  const way: [Element, number][] = []
  for (let each = element; each.parentElement; each = each.parentElement)
    way.push([each.parentElement, [...each.parentElement.children].indexOf(each)])
  return way
}

export function standsAt(way: Way): HTMLElement | undefined {
  const from = way.findIndex(([around]) => around.isConnected)
  let place = way[from]?.[0]
  for (const [, at] of way.slice(0, from + 1).toReversed()) place = place?.children[at]
  return place as HTMLElement | undefined
}

/** What had the focus and is being exchanged, and where it stood. */
let left: { focused: Element; way: Way } | undefined

/** Called just before elements are taken away. */
export function noteFocus(): void {
  const focused = document.activeElement
  if (!focused || focused === document.body || left) return
  left = { focused, way: wayTo(focused) }
  queueMicrotask(() => (left = undefined))
}

/** Called when others stand in their place: the focus stays where it was. */
export function keepFocus(): void {
  if (left && !left.focused.isConnected) standsAt(left.way)?.focus({ preventScroll: true })
}
