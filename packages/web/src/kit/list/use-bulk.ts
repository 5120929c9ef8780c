import type { Resource, BaseRow } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../core/api.ts'
import { wordsOfError } from '../feedback/states.tsx'
import { inTurn, patiently, type BulkAct } from './bulk.ts'

export interface Outcome<R extends BaseRow = BaseRow> {
  readonly id: number
  readonly row: R
  /** Why it was not done, in the server's words. */
  readonly fault?: string
}
export interface Run<R extends BaseRow = BaseRow> {
  readonly act: BulkAct<R>
  readonly total: number
  readonly outcomes: readonly Outcome<R>[]
  readonly busy: boolean
}

/** One act over many records as it goes along: what was done of each, what was refused and why, and another try of those. */
export function useBulk<R extends BaseRow>(of: Resource) {
  const cache = useQueryClient()
  const [run, setRun] = useState<Run<R>>()
  const ended = useRef(false)
  const begin = async (act: BulkAct<R>, rows: readonly R[], before: readonly Outcome<R>[] = []) => {
    ended.current = false
    const outcomes = [...before]
    const tell = (busy: boolean) => setRun({ act, total: before.length + rows.length, outcomes: [...outcomes], busy })
    tell(true)
    const one = async (row: R) => {
      try {
        await patiently(() => act.run(row))
        outcomes.push({ id: row.id, row })
      } catch (error) {
        outcomes.push({ id: row.id, row, fault: wordsOfError(error) })
      }
      tell(true)
    }
    await inTurn(rows, one, () => ended.current)
    tell(false)
    await cache.invalidateQueries({ queryKey: [of.name] })
  }
  return {
    run,
    begin,
    /** What was refused, once more, as it is now. */
    retry: async () => {
      if (!run) return
      const refused = run.outcomes.filter(({ fault }) => fault !== undefined)
      const rows = await Promise.all(refused.map(({ row }) => readAgain(of, row)))
      await begin(
        run.act,
        rows,
        run.outcomes.filter(({ fault }) => fault === undefined),
      )
    },
    stop: () => {
      ended.current = true
    },
    close: () => setRun(undefined),
  }
}
export type Bulk<R extends BaseRow> = ReturnType<typeof useBulk<R>>

/** One that cannot be read any more is tried as it was: the refusal says why. */
const readAgain = async <R extends BaseRow>(of: Resource, row: R): Promise<R> =>
  of.get ? ((await call(of.get, { id: row.id }).catch(() => row)) as R) : row
