import type { BaseRow } from '@forecourt/contract'
import { useState } from 'react'

interface Kept<R> {
  question: string
  chosen: ReadonlyMap<number, R>
  all: boolean
}

/** Rows that were chosen on one page and the next. Another filter is another list: nothing of the old one stays chosen. */
export function useSelection<R extends BaseRow>(rows: readonly R[] | undefined, question: string) {
  const [kept, setKept] = useState<Kept<R>>({ question, chosen: new Map(), all: false })
  const now = kept.question === question ? kept : { question, chosen: new Map<number, R>(), all: false }
  const here = new Map(rows?.map(row => [row.id, row]))
  const set = (ids: ReadonlySet<number>) => {
    const chosen = new Map([...ids].flatMap(id => one(id, here.get(id) ?? now.chosen.get(id))))
    setKept({ question, chosen, all: false })
  }
  return {
    ids: now.all ? new Set(here.keys()) : new Set(now.chosen.keys()),
    /** As last read: a row on this page may be newer than when it was chosen. */
    rows: [...now.chosen.values()].map(row => here.get(row.id) ?? row),
    /** Everything that the filter finds, on whatever page. */
    all: now.all,
    set,
    takeAll: () => setKept({ question, chosen: new Map(), all: true }),
    clear: () => setKept({ question, chosen: new Map(), all: false }),
  }
}
const one = <R>(id: number, row: R | undefined): [number, R][] => (row ? [[id, row]] : [])

export type Selection<R extends BaseRow> = ReturnType<typeof useSelection<R>>
