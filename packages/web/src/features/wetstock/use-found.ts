import { foundDeliveries, foundDeliveryCalls } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import type { Values } from '../../kit/form/values.ts'
import { usePage } from '../../kit/page/use-page.ts'

interface FoundForForm {
  /** What the form begins with; undefined while it is on its way, and empty where the page was opened for no rise. */
  readonly values: Values | undefined
  /** Ties the delivery that was recorded to the rise, where they are not matched by themselves. */
  readonly tie: (oilInfoId: number) => Promise<void>
}

/** The rise that a delivery is recorded of, named by the page's address: its level before and after, at the readings. */
export function useFoundForForm(): FoundForForm {
  const { search, setSearch } = usePage()
  const cache = useQueryClient()
  const id = Number(search['found'])
  const isNamed = Number.isSafeInteger(id) && id > 0
  const { data, error } = useQuery({
    queryKey: [foundDeliveries.name, 'get', id],
    enabled: isNamed,
    queryFn: ({ signal }) => call(foundDeliveries.get, { id, query: {} }, { signal }),
  })
  const tie = async (oilInfoId: number) => {
    if (!isNamed) return
    // Where their litres agree it is matched already. The delivery is recorded, whatever stands against the match.
    const open = call(foundDeliveries.get, { id, query: {} }).then(({ state }) => state === 'open')
    if (await open.catch(() => false)) await call(foundDeliveryCalls.match, { id, body: { oilInfoId } }).catch(() => undefined)
    setSearch({ found: undefined })
    await cache.invalidateQueries({ queryKey: [foundDeliveries.name] })
  }
  if (!isNamed || error) return { values: {}, tie }
  if (!data) return { values: undefined, tie }
  const { tankId, beforeAt, afterAt, beforeVolumeCl, afterVolumeCl } = data
  return { values: { tankId, beginTime: beforeAt, endTime: afterAt, beforeVolumeCl, afterVolumeCl }, tie }
}
