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
  /** Coupons that its customers bring, each of them once. */
  readonly codes?: readonly string[]
}

/** The secret that the seed gave a device. */
const secretOf = (station: string, place: number) =>
  createHash('sha256').update(`forecourt seed ${randomSeed} ${station} ${place}`).digest('base64url')

const ofOneCompany = `
  with device as (select distinct on (station_id) id, station_id from device where company_id = $1 order by station_id, id),
  card as (select id, company_id, ntile(2) over (order by id) as half from user_card where company_id = $1)
  select station.id as "stationId", station.company_id as company, device.id as device, station.code,
    coalesce(last_sequence, 0) + 1 as next,
    (select json_agg(id order by id) from nozzle_control where company_id = $1 and station_id = station.id) as nozzles,
    (select json_agg(id order by id) from item where company_id = $1 and station_id = station.id and product_id is null) as goods,
    (select json_agg(id) from (
      select id from card where half = 2 order by hashint8(id + station.id) limit 200) as drawn) as cards
  from station join device on device.station_id = station.id
  left join device_intake on device_intake.company_id = $1 and device_id = device.id
  where station.company_id = $1`

export async function tillsOf({ owner }: Place): Promise<Till[]> {
  const { rows: companies } = await owner.query<{ company: number }>('select company from company_directory order by company')
  const found: (Omit<Till, 'credential'> & { company: number; device: number; code: string })[] = []
  // Company by company, as everything is asked that may lie on several machines.
  for (const { company } of companies) found.push(...(await owner.query(ofOneCompany, [company])).rows)
  const rows = found.toSorted((one, other) => one.stationId - other.stationId)
  return rows.map(({ company, device, code, ...till }) => ({ ...till, credential: `fc.${company}.${device}.${secretOf(code, 1)}` }))
}
