/** A run of numbers that a device gave out and never sent. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/** What is known of a device: the highest number that came, and the runs below it that did not. */
export interface Received {
  readonly last: number
  readonly gaps: readonly Gap[]
}

/**
 * The same after more numbers came, in any order and any of them again. Only the runs that they touch are rewritten,
 * so a device that sends in order costs one comparison however many gaps it once left.
 */
export function receive(before: Received, sequences: Iterable<number>): Received {
  let { last } = before
  let gaps = [...before.gaps]
  for (const sequence of [...sequences].sort((a, b) => a - b)) {
    if (sequence > last) {
      if (sequence > last + 1) gaps.push({ from: last + 1, to: sequence - 1 })
      last = sequence
    } else {
      gaps = gaps.flatMap(gap => (sequence < gap.from || sequence > gap.to ? [gap] : without(gap, sequence)))
    }
  }
  return { last, gaps }
}

const without = ({ from, to }: Gap, sequence: number): Gap[] =>
  [
    { from, to: sequence - 1 },
    { from: sequence + 1, to },
  ].filter(gap => gap.from <= gap.to)
