import type { BaseRow } from '@forecourt/contract'
import { useMemo } from 'react'
import { usePage } from '../page/use-page.ts'

/** Which row is looked at beside the list. It stands in the address: a link opens it, Back closes it. */
export function usePreview<R extends BaseRow>(rows: readonly R[] | undefined, embedded: boolean) {
  const { search, setSearch } = usePage()
  const named = embedded ? NaN : Number(search['preview'])
  const id = Number.isSafeInteger(named) && named > 0 ? named : undefined
  return useMemo(() => {
    const show = (next: number | undefined, replace: boolean) => setSearch(now => ({ ...now, preview: next }), { replace })
    const place = rows?.findIndex(row => row.id === id) ?? -1
    return {
      id,
      open: (row: R) => show(row.id, id !== undefined),
      close: () => show(undefined, false),
      /** To the row beside it, where there is one. */
      turn: (by: 1 | -1) => {
        const next = place < 0 ? undefined : rows?.[place + by]
        return next && (() => show(next.id, true))
      },
    }
  }, [rows, id, setSearch])
}
