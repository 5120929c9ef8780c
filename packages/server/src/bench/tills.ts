import { createHash } from 'node:crypto'
import { randomSeed } from './place.ts'
import type { Place } from './workload.ts'

/** A station's first device, and what it can sell. */
export interface Till {
  readonly stationId: number
  readonly credential: string
  /** The number of its next sale. */
  readonly next: number
  readonly nozzles: readonly number[]
  readonly goods: readonly number[]
  readonly cards: readonly number[]
}

/** The secret that the seed gave a device. */
const secretOf = (station: string, place: number) =>
  createHash('sha256').update(`forecourt seed ${randomSeed} ${station} ${place}`).digest('base64url')

export async function tillsOf({ owner }: Place): Promise<Till[]> {
  const { rows } = await owner.query<Omit<Till, 'credential'> & { company: number; device: number; code: string }>(`
    with device as (select distinct on (station_id) id, station_id from device order by station_id, id),
    card as (select id, company_id, ntile(2) over (partition by company_id order by id) as half from user_card)
    select station.id as "stationId", station.company_id as company, device.id as device, station.code,
      coalesce(last_sequence, 0) + 1 as next,
      (select json_agg(id order by id) from nozzle_control where station_id = station.id) as nozzles,
      (select json_agg(id order by id) from item where station_id = station.id and product_id is null) as goods,
      (select json_agg(id) from (
        select id from card where company_id = station.company_id and half = 2
        order by hashint8(id + station.id) limit 200) as drawn) as cards
    from station join device on device.station_id = station.id left join device_intake on device_id = device.id
    order by station.id`)
  return rows.map(({ company, device, code, ...till }) => ({ ...till, credential: `fc.${company}.${device}.${secretOf(code, 1)}` }))
}
