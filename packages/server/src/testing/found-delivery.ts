import { scanGauges } from '../modules/wetstock/found-scan.ts'
import { db, noon, owned } from './world.ts'

interface Of {
  readonly company: { readonly id: number }
}
let minutes = 0

/** A delivery that was recorded of a tank, at a time of its own. */
async function intakeOf({ company }: Of): Promise<number> {
  const [delivery] = await owned<{ id: number }>(
    `insert into delivery (company_id, station_id, tank_id, product_id, begin_time, end_time, before_volume_cl, after_volume_cl)
     select company_id, station_id, id, product_id, '2020-01-01'::timestamptz + make_interval(mins => $2),
       '2020-01-01'::timestamptz + make_interval(mins => $2 + 5), 0, 100000
     from tank where company_id = $1 order by id limit 1 returning id`,
    [company.id, (minutes += 10)],
  )
  return delivery!.id
}

/** A rise of the same tank, dealt with or not. */
export async function riseIn(of: Of, state: string): Promise<number> {
  const intake = state === 'matched' ? await intakeOf(of) : null
  const [rise] = await owned<{ id: number }>(
    `insert into found_delivery (company_id, station_id, tank_id, product_id, kind, state, begin_time, end_time, before_at, after_at,
       before_volume_cl, after_volume_cl, sold_estimate_cl, level_uncertainty_cl, uncertainty_cl, oil_info_id, reason, decided_date,
       created_date)
     select company_id, station_id, id, product_id, 'rise', $2, '2020-01-01', '2020-01-01', '2020-01-01', '2020-01-01', 0, 100000, 0, 0, 0,
       $3::bigint, case $2 when 'dismissed' then 'Pumped over' else '' end, case $2 when 'open' then null else now() end, now()
     from tank where company_id = $1 order by id limit 1 returning id`,
    [of.company.id, state, intake],
  )
  return rise!.id
}

/** What the acts upon a rise are sent with. */
export const sentOfRise = {
  match: async (id: number, it: Of) => ({ id, body: { oilInfoId: await intakeOf(it) } }),
  dismiss: (id: number) => ({ id, body: { reason: 'Pumped over' } }),
}

/** What the gauges of these companies have told is looked at, as it is every few seconds. */
export const scanAll = (companies: readonly number[]) => scanGauges(db, companies, noon)
