import { setImmediate } from 'node:timers/promises'

/** So many rows are read, judged or written in a few milliseconds. */
const rowsMost = 500

/** All of them in their order, slice by slice: between two slices the process answers its other calls, however many rows there are. */
export async function* inSlices<T>(all: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < all.length; from += rowsMost) {
    if (from > 0) await setImmediate()
    yield all.slice(from, from + rowsMost)
  }
}
