import { devicePermissions, orderIntake, type Sale } from '@forecourt/contract'
import type { z } from 'zod'
import { forecourt } from './forecourt.ts'
import { unique, world } from './world.ts'

export type Told = z.input<typeof Sale>

/** A station that sells: a nozzle at 8.00 a litre, goods at 5.00 a piece, a till that sends numbered sales, and its leader. */
export async function shop(options: Parameters<typeof world>[0] = {}) {
  const it = await world(options)
  const stands = forecourt(it)
  const [nozzle, goods, till] = [await stands.nozzle(), await stands.goods(), await stands.device()]
  const lin = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const device = asDevice(it, till.id)

  const fuelSale = (over: Partial<Told> = {}): Told => ({ nozzleControlId: nozzle.id, lineItems: [{ volumeCl: 30_00 }], ...over })
  const goodsSale = (over: Partial<Told> = {}): Told => ({ lineItems: [{ itemId: goods.id, pieces: 2 }], ...over })
  let sent = 0
  /** The till's next sale: 30.00 litres for 240.00 unless given otherwise. */
  const sell = (over: Partial<Told> = {}) => device.call(orderIntake.take, { body: fuelSale({ sequence: ++sent, ...over }) })

  return {
    ...it,
    price: stands.price,
    addNozzle: stands.nozzle,
    addDevice: (stationId: number) => stands.device({ stationId }),
    nozzle,
    goods,
    till,
    lin,
    device,
    fuelSale,
    goodsSale,
    sell,
  }
}

type Here = Pick<Awaited<ReturnType<typeof world>>, 'as' | 'company' | 'station'>

/** A client with a device's credential. */
export const asDevice = ({ as, station }: Here, id: number, stationId = station.id) =>
  as({ kind: 'device', id, key: `device:${id}`, stationId, stationIds: [stationId], permissions: devicePermissions })

/** What the books of a company say: balances by account, without the zeros. */
export async function books({
  rows,
  company,
}: Pick<Awaited<ReturnType<typeof world>>, 'rows' | 'company'>): Promise<Record<string, number>> {
  const accounts = await rows<{ kind: string; pay_type: string; cents: number }>(
    `select kind, pay_type, sum(balance_cents)::bigint as cents from ledger_balance where company_id = $1 group by kind, pay_type`,
    [company.id],
  )
  return Object.fromEntries(
    accounts.filter(account => account.cents !== 0).map(({ kind, pay_type, cents }) => [pay_type ? `${kind}:${pay_type}` : kind, cents]),
  )
}

/** What orders, lines and payments promise each other, read from the auditors' views; nothing comes back when all hold (I6, I7, I10). */
export async function brokenPromises({ rows, company }: Pick<Awaited<ReturnType<typeof world>>, 'rows' | 'company'>): Promise<unknown[]> {
  return rows(
    `
    select 'total' as promise, o.id from audit."order" o where company_id = $1
      and total_cents <> (select coalesce(sum(amount_cents - discount_cents), 0) from audit.line l
        where l.company_id = $1 and l.order_id = o.id)
    union all select 'paid', o.id from audit."order" o where company_id = $1
      and paid_cents <> (select coalesce(sum(amount_cents), 0) from audit.txn t
        where t.company_id = $1 and t.order_id = o.id and t.status = 'success')
    union all select 'status', id from audit."order" where company_id = $1 and not case status
      when 'success' then paid_cents = total_cents when 'partiallyPaid' then paid_cents > 0 and paid_cents < total_cents
      when 'close' then refunded_cents = paid_cents else paid_cents = 0 end
    union all select 'booked', t.id from audit.txn t where company_id = $1 and amount_cents <> (
      select coalesce(sum(e.amt), 0) from audit.entry e join ledger_account a on a.company_id = $1 and a.id = e.acct
      where e.company_id = $1 and e.ref = 'payment:' || t.serial and a.kind = 'sales')
    union all select 'once', min(id) from audit."order" where company_id = $1 and device_id is not null
      group by device_id, sequence having count(*) > 1`,
    [company.id],
  )
}

export const serial = () => `4200${unique()}`
