export interface Debounced<A extends unknown[]> {
  (...given: A): void
  /** Does at once what was still waited for. */
  flush(): void
  cancel(): void
}

/**
 * Calls once, when nothing more has come for a while, with what came last. `immediate` calls at the first instead, and then not again
 * until nothing has come for a while. @source spec 0 §9
 */
export function debounce<A extends unknown[]>(act: (...given: A) => void, delayMs: number, immediate = false): Debounced<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: A | undefined
  const end = () => {
    const given = waiting
    cancel()
    if (given) act(...given)
  }
  const cancel = () => {
    clearTimeout(timer)
    timer = waiting = undefined
  }
  const debounced = (...given: A) => {
    const first = timer === undefined
    clearTimeout(timer)
    timer = setTimeout(end, delayMs)
    if (!immediate) waiting = given
    else if (first) act(...given)
  }
  return Object.assign(debounced, { flush: end, cancel })
}
