import { foundDeliveries, foundDeliveryCalls, type FoundEnd } from '@forecourt/contract'
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

/** What the gauge said besides the volume; what it did not say stays empty. */
const measured = (side: 'before' | 'after', said: FoundEnd | null | undefined): Values =>
  Object.fromEntries(
    Object.entries({
      [`${side}OilHeightMm`]: said?.oilHeightMm,
      [`${side}WaterHeightMm`]: said?.waterHeightMm,
      [`${side}Temperature`]: said?.temperature,
    }).filter(([, value]) => value != null),
  )

/** The rise that a delivery is recorded of, named by the page's address: what the gauge said before and after it. */
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
  const { tankId, beforeAt, afterAt, beforeVolumeCl, afterVolumeCl, ends } = data
  const levels = { tankId, beginTime: beforeAt, endTime: afterAt, beforeVolumeCl, afterVolumeCl }
  return { values: { ...levels, ...measured('before', ends?.before), ...measured('after', ends?.after) }, tie }
}
