// What the browsers that the README names, but the newest, lack of what our code and its libraries use. Only a browser that lacks
// something loads this (main.tsx). Each stands only where the browser has none of its own. @source docs/adr/0030

function give(to: object, functions: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(functions)) {
    if (!(name in to)) Object.defineProperty(to, name, { value, writable: true, configurable: true })
  }
}

give(Array.prototype, {
  toReversed(this: unknown[]) {
    // oxlint-disable-next-line unicorn/no-array-reverse -- it stands in for what the rule asks for
    return [...this].reverse()
  },
  toSorted(this: unknown[], compare?: (one: unknown, other: unknown) => number) {
    return [...this].sort(compare)
  },
  toSpliced(this: unknown[], ...given: [number, number, ...unknown[]]) {
    const copy = [...this]
    copy.splice(...given)
    return copy
  },
  with(this: unknown[], index: number, value: unknown) {
    const at = index < 0 ? this.length + index : index
    if (at < 0 || at >= this.length) throw new RangeError(`no element ${index}`)
    const copy = [...this]
    copy[at] = value
    return copy
  },
})

give(Map, {
  groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K) {
    const groups = new Map<K, T[]>()
    let index = 0
    for (const item of items) {
      const key = keyOf(item, index++)
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
    return groups
  },
})

give(Promise, {
  withResolvers<T>() {
    let resolve!: (value: T | PromiseLike<T>) => void
    let reject!: (reason?: unknown) => void
    const promise = new Promise<T>((done, failed) => {
      resolve = done
      reject = failed
    })
    return { promise, resolve, reject }
  },
})

give(Set.prototype, {
  symmetricDifference<T>(this: Set<T>, other: Set<T>) {
    const result = new Set(this)
    for (const each of other) if (!result.delete(each)) result.add(each)
    return result
  },
})

give(AbortSignal, {
  any(signals: Iterable<AbortSignal>) {
    const all = [...signals]
    const controller = new AbortController()
    const aborted = all.find(signal => signal.aborted)
    if (aborted) controller.abort(aborted.reason)
    for (const signal of all) {
      signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true, signal: controller.signal })
    }
    return controller.signal
  },
})

give(Element.prototype, {
  /** Safari before 17.4. Of the questions that it can be asked, ours are whether it is drawn and whether it is visible. */
  checkVisibility(this: Element, { visibilityProperty = false }: CheckVisibilityOptions = {}) {
    return this.getClientRects().length > 0 && !(visibilityProperty && getComputedStyle(this).visibility !== 'visible')
  },
})
