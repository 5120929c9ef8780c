/**
 * Puts the focus on what is found within a place: at once, or when it has come, for controls may come a moment after their form.
 * Undefined is looked for again with every change; null ends it.
 */
export function focusOnceHere(place: HTMLElement, find: () => HTMLElement | null | undefined): void {
  const ended = () => {
    const found = find()
    found?.focus()
    return found !== undefined
  }
  if (ended()) return
  const arriving = new MutationObserver(() => ended() && arriving.disconnect())
  arriving.observe(place, { childList: true, subtree: true })
}
