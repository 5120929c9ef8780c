import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The width of what stands for the crumbs that are folded. */
const moreWidth = 34

/** How many crumbs after the first are folded, so that the others fit; the last one is never folded. */
export function foldedOf(widths: readonly number[], available: number): number {
  const most = Math.max(widths.length - 2, 0)
  const sum = (from: number) => widths.slice(from).reduce((all, width) => all + width, 0)
  for (let folded = 0; folded < most; folded++) {
    if ((widths[0] ?? 0) + (folded > 0 ? moreWidth : 0) + sum(1 + folded) <= available) return folded
  }
  return most > 0 && sum(0) <= available ? 0 : most
}

/** Measures a list that nobody sees, whose items are as wide as their words, against the place that there is. */
export function useFolded(labels: string): {
  place: RefObject<HTMLElement | null>
  measure: RefObject<HTMLOListElement | null>
  folded: number
} {
  const place = useRef<HTMLElement>(null)
  const measure = useRef<HTMLOListElement>(null)
  const [folded, setFolded] = useState(0)
  useLayoutEffect(() => {
    const fit = () => {
      if (!place.current || !measure.current) return
      const widths = [...measure.current.children].map(item => item.getBoundingClientRect().width)
      setFolded(foldedOf(widths, place.current.clientWidth))
    }
    fit()
    const watch = new ResizeObserver(fit)
    watch.observe(place.current!)
    return () => watch.disconnect()
  }, [labels])
  return { place, measure, folded }
}
