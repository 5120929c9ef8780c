import { alarmIn } from './tank-alarm.ts'
import { owned, unique } from './world.ts'

interface Scene {
  readonly company: { readonly id: number }
  readonly station: { readonly id: number }
  readonly nozzle: { readonly productId: number }
}
const insert = async (text: string, values: unknown[]): Promise<number> =>
  (await owned<{ id: number }>(`insert into ${text} returning id`, values))[0]!.id

const places = new Map<number, { supplierId: number; baseFuelId: number }>()
async function placesOf({ company, nozzle }: Scene) {
  const known = places.get(company.id)
  if (known) return known
  const mark = unique()
  const baseFuelId = await insert(`base_fuel (company_id, name, code, type) values ($1, $2, $2, 'diesel')`, [company.id, `f${mark}`])
  await owned('update product set base_fuel_id = $2 where id = $1', [nozzle.productId, baseFuelId])
  const values = '($1, $2, true, true, false)'
  const supplierId = await insert(`supplier (company_id, name, sells_fuel, carries, sells_goods) values ${values}`, [
    company.id,
    `s${mark}`,
  ])
  places.set(company.id, { supplierId, baseFuelId })
  return places.get(company.id)!
}

/** A load straight from a supplier that has this status, with the moves that it has then. */
async function transportIn(it: Scene, status: string): Promise<number> {
  const { supplierId, baseFuelId } = await placesOf(it)
  const stage = status === 'settled' ? 'signed' : status
  const isSigned = stage === 'signed'
  const day = status === 'settled' ? '2020-01-02' : '2026-05-01'
  await owned(
    `insert into settled_month (company_id, month) values ($1, '2020-01-01') on conflict (company_id) do update set month = excluded.month`,
    [it.company.id],
  )
  const signed = isSigned ? [it.nozzle.productId, `${day}T01:00:00Z`, day, 1_000_00, 0, 0] : [null, null, null, null, null, null]
  return insert(
    `transport (company_id, bill_no, delivery_time, supplier_id, base_fuel_id, station_id, tax_rate, price_cents, typed_cl, loaded_cl,
       priced_by, amount_cents, net_cents, stage, loaded_day, product_id, offload_time, signed_day, signed_cl, allowed_cl, claimed_cl,
       signed_date)
     values ($1, 'T' || next_id(), ($7::text || 'T00:00:00Z')::timestamptz, $2, $3, $4, 13, 0, 100000, 100000, 'litre', 0, 0,
       $5, $6, $8, $9,
       $10, $11, $12, $13, $9)`,
    [it.company.id, supplierId, baseFuelId, it.station.id, stage, stage === 'ordered' ? null : day, day, ...signed],
  )
}

const reason = (id: number) => ({ id, body: { reason: 'Entered twice' } })
const sentOfLoad = {
  update: async (id: number, it: Scene) => {
    const { supplierId, baseFuelId } = await placesOf(it)
    const [row] = await owned<{ at: Date; until: Date | null }>(
      'select delivery_time as at, offload_time as until from transport where id = $1',
      [id],
    )
    const terms = { supplierId, baseFuelId, stationId: it.station.id, pricedBy: 'litre', priceCents: 0, taxRate: 13, typedCl: 1_000_00 }
    const times = { deliveryTime: new Date(row!.at).toISOString(), offloadTime: row!.until && new Date(row!.until).toISOString() }
    return { id, body: { ...terms, ...times, version: 1 } }
  },
  load: (id: number) => ({ id, body: { billNo: 'T', deliveryTime: '2026-05-01T00:00:00.000Z', typedCl: 1_000_00 } }),
  cancel: reason,
  takeBackLoading: reason,
}
const signedBy = {
  sign: (id: number) => ({ id, body: { offloadTime: '2026-05-01T01:00:00.000Z', signedCl: 1_000_00 } }),
  takeBack: reason,
}

const refusals = ['transport.statusForbids', 'transport.settled']
/** How loads, and alarms of tanks, come to have a status, for the test of what may be done in which. */
export const kindsOfSupply = {
  'tankAlarms.state': { make: alarmIn, sent: { acknowledge: (id: number) => ({ id, body: {} }) }, refusals: ['tankAlarm.notRaised'] },
  'transports.status': { make: transportIn, sent: sentOfLoad, refusals },
  'incomingTransports.status': { make: transportIn, sent: signedBy, refusals },
}
