import type { BaseRow } from '@forecourt/contract'
import { ApiError } from '../../core/api.ts'

/** Something that is done to many records, to each by itself: what is refused of one leaves the others done. */
export interface BulkAct<R extends BaseRow = BaseRow> {
  readonly key: string
  readonly label: string
  readonly danger?: boolean
  /** Offered to anyone who holds it; to everyone when absent. */
  readonly permission?: string
  /** The question before it begins; says how many. */
  readonly ask: (count: number) => string
  readonly run: (row: R) => Promise<unknown>
  /** Where it is one call for all of them: what asks for its input and says what became of each, in place of the question. */
  readonly together?: (rows: readonly R[]) => void
}

/** Does it to each, a few at a time, in their order; ends early when told to. */
export async function inTurn<T>(items: readonly T[], act: (item: T) => Promise<void>, ended: () => boolean, atOnce = 3): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) {
      if (ended()) return
      await act(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}

const busy = (error: unknown): error is ApiError => error instanceof ApiError && (error.status === 429 || error.status === 503)
const rest = (seconds: number) => new Promise<void>(resolve => setTimeout(resolve, seconds * 1000))

/** Comes again when the server says that it is too much at once; every other refusal stands. */
export async function patiently<T>(act: () => Promise<T>, wait = rest): Promise<T> {
  for (let turn = 0; ; turn++) {
    try {
      return await act()
    } catch (error) {
      if (!busy(error) || turn === 5) throw error
      await wait(Math.min(60, Number(error.detail.retryAfter) || 2))
    }
  }
}
