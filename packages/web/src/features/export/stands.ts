import { exports, type ExportTold, type RowOf } from '@forecourt/contract'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { hearLive, useLiveState, whenLiveAgain } from '../../core/live/hearing.ts'

export type Export = RowOf<typeof exports>
export const isOpen = ({ status }: Pick<Export, 'status'>): boolean => status === 'waiting' || status === 'running'

/** @source spec 1 §7: without a channel, how far it has come is never older than a second */
const againMs = 900
/** What the channel did not bring, because a server was killed for instance, is found all the same. */
const unheardMs = 30_000

type Stands = Readonly<Record<number, ExportTold>>
/** What was told of exports that are being written, the last of each. */
const useStands = create<{ told: Stands }>(() => ({ told: {} }))

/**
 * Whether a list has to be read for this: it shows the export otherwise, or does not show it and may have to. One that is filtered away is
 * news once, and not each time that it has come further.
 */
export const isNews = (rows: readonly Pick<Export, 'id' | 'status'>[], before: Stands, { id, status }: ExportTold): boolean => {
  const shown = rows.find(row => row.id === id)?.status
  if (shown === undefined) return status !== 'deleted' && before[id]?.status !== status
  return shown !== status
}

/** An export as it stands now: what is being written is further than when it was read. */
export function useStand(row: Export): Export {
  const told = useStands(({ told: all }) => all[row.id])
  return row.status === 'running' && told?.status === 'running' ? { ...row, rows: told.rows, rowsTotal: told.rowsTotal } : row
}

/** Keeps a list of exports as they stand: by what the channel tells, and where there is none by asking. */
export function useFollow(rows: readonly Export[] | undefined, visible: boolean, read: () => void): void {
  const heard = useLiveState(({ state }) => state === 'connected')
  const latest = useRef({ rows, read })
  useEffect(() => {
    latest.current = { rows, read }
  })
  useEffect(
    () =>
      hearLive('exports', all => {
        const told = all as unknown as readonly ExportTold[]
        const { told: before } = useStands.getState()
        useStands.setState({ told: { ...before, ...Object.fromEntries(told.map(each => [each.id, each])) } })
        if (told.some(each => isNews(latest.current.rows ?? [], before, each))) latest.current.read()
      }),
    [],
  )
  useEffect(() => whenLiveAgain(() => latest.current.read()), [])
  const open = rows?.some(isOpen) ?? false
  useEffect(() => {
    if (!open || !visible) return undefined
    // What happened while the channel was on its way was told to nobody.
    if (heard) latest.current.read()
    const timer = setInterval(() => latest.current.read(), heard ? unheardMs : againMs)
    return () => clearInterval(timer)
  }, [open, visible, heard])
}
