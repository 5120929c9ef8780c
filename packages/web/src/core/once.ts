/** A second press within this time is the same press. @source spec 0 §4 "Double-click guard 2000 ms on actions" */
const guardMs = 2000

interface Press {
  readonly what: string
  readonly at: number
  readonly answer: Promise<unknown>
  waiting: boolean
}
let latest: Press | undefined

/** Something was changed by another way than a button without a form: what is pressed for again after it is a press of its own. */
export function somethingDone(): void {
  if (latest && !latest.waiting) latest = undefined
}

/**
 * Does what a button asks for. The same once more, before its answer or within two seconds, is the same press and gets the same answer.
 * Nothing else may have been done in between; what failed may be tried again at once.
 */
export function once<T>(what: string, act: () => Promise<T>): Promise<T> {
  const at = performance.now()
  if (latest?.what === what && (latest.waiting || at - latest.at < guardMs)) return latest.answer as Promise<T>
  const answer = act()
  const mine: Press = { what, at, answer, waiting: true }
  latest = mine
  answer.then(
    () => {
      mine.waiting = false
    },
    () => {
      if (latest === mine) latest = undefined
    },
  )
  return answer
}
