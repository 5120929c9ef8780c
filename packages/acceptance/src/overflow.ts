/** Read in the page: what lies beyond its edge, and words that end in the middle with nothing that tells the rest. */
export function overflow(): string[] {
  interface Place {
    /** It, or what it stands in, is moved sideways by its reader. */
    readonly rolls: boolean
    /** Its nearest frames, itself first: those that cut what is too wide. */
    readonly cuts: readonly (Element | undefined)[]
    /** It, or one of the few around it, tells the whole text to anyone who points at it or hears it. */
    readonly titled: readonly boolean[]
  }
  const places = new Map<Element, Place>()
  const placeOf = (element: Element | null): Place => {
    if (!element) return { rolls: false, cuts: [], titled: [] }
    const known = places.get(element)
    if (known) return known
    const around = placeOf(element.parentElement)
    const tooWide = element.scrollWidth > element.clientWidth + 1
    const overflow = tooWide ? getComputedStyle(element).overflowX : ''
    const place = {
      rolls: around.rolls || /auto|scroll/.test(overflow),
      cuts: [/hidden|clip/.test(overflow) ? element : undefined, ...around.cuts].slice(0, 3),
      titled: [element.hasAttribute('title') || element.hasAttribute('aria-label'), ...around.titled].slice(0, 5),
    }
    places.set(element, place)
    return place
  }
  const nameOf = (element: Element) =>
    `${element.localName}.${[...element.classList].join('.')} “${element.textContent?.trim().slice(0, 40)}”`

  const found = [document.documentElement, ...document.querySelectorAll('#content')]
    .filter(each => each.scrollWidth > each.clientWidth + 1)
    .map(each => `scrolls sideways: ${each.localName}`)
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const seen = new Set<Element>()
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement!
    if (seen.has(element) || !node.textContent!.trim()) continue
    seen.add(element)
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const box = element.getBoundingClientRect()
    // What is one point wide is there for those who hear the page.
    if (box.width <= 1 || box.height <= 1) continue
    const { rolls, cuts, titled } = placeOf(element)
    if (rolls) continue
    // Of words that are cut, no more is seen than their frame.
    const frame = cuts.find(each => each !== undefined)
    const seenBox = frame?.getBoundingClientRect() ?? box
    if (seenBox.right > innerWidth + 1 || seenBox.left < -1) found.push(`beyond the edge: ${nameOf(element)}`)
    else if (frame && !titled.includes(true)) found.push(`cut off: ${nameOf(element)}`)
  }
  return found.slice(0, 6)
}
