import { dispensers, type dispenserStatus, type Fuelling, type Returned } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { hearLive } from '../../core/live/hearing.ts'

type Status = Returned<typeof dispenserStatus.read>
type State = Status['content'][number]['state']
type Running = z.output<typeof Fuelling>

/** A message of the station: states that have changed, and how far fuellings have come. */
interface NozzleStatus {
  readonly dispensers?: readonly { number: number; state: State }[]
  readonly nozzles?: readonly { logicNo: number; state: State }[]
  readonly fuelling?: readonly Running[]
}

/**
 * Follows what the nozzles of the station do: states go into what was read of them under `queryKey`, and are there at once.
 * @returns how far each fuelling has come, by the number of its nozzle
 */
export function useFuelling(queryKey: readonly [typeof dispensers.name, 'status', number]): ReadonlyMap<number, Running> {
  const [running, setRunning] = useState<ReadonlyMap<number, Running>>(new Map())
  const queries = useQueryClient()
  const [, , stationId] = queryKey
  useEffect(
    () =>
      hearLive('nozzleStatus', told => {
        const all = told as readonly NozzleStatus[]
        const stands = new Map(all.flatMap(({ dispensers: own = [] }) => own.map(({ number, state }) => [number, state])))
        const nozzles = new Map(all.flatMap(({ nozzles: own = [] }) => own.map(({ logicNo, state }) => [logicNo, state])))
        const stateAt = new Date().toISOString()
        const changed = <T extends { state: State }>(of: T, state: State | undefined): T =>
          state === undefined ? of : { ...of, state, stateAt }
        if (stands.size + nozzles.size > 0)
          queries.setQueryData<Status>(
            [dispensers.name, 'status', stationId],
            known =>
              known && {
                content: known.content.map(stand => ({
                  ...changed(stand, stands.get(stand.number)),
                  nozzles: stand.nozzles.map(nozzle => changed(nozzle, nozzles.get(nozzle.logicNo))),
                })),
              },
          )
        setRunning(before => {
          const after = new Map(before)
          for (const [logicNo, state] of nozzles) if (state !== 'busy') after.delete(logicNo)
          for (const each of all.flatMap(({ fuelling = [] }) => fuelling)) after.set(each.logicNo, each)
          return after
        })
      }),
    [queries, stationId],
  )
  return running
}
