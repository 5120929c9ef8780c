import { allows, cardHolds, orderPayments, permissions, resources, statusActs, type StatusAct } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { person } from './testing/access.ts'
import { makeCard } from './testing/card.ts'
import { channelKinds } from './testing/channel-status.ts'
import { chipIn } from './testing/chip.ts'
import { dealKinds } from './testing/deal-status.ts'
import { goodsKinds } from './testing/goods-status.ts'
import { shop } from './testing/order.ts'
import { sentToOrder } from './testing/order-status.ts'
import { answerFine, plantAlert } from './testing/plausibility.ts'
import { riseIn, sentOfRise } from './testing/found-delivery.ts'
import { kindsOfSupply } from './testing/transport-status.ts'
import { owned } from './testing/world.ts'

// What may be done to a record in which status is said once, in the contract. Here each of the pairs is tried on the server itself.

async function scene() {
  const it = await shop({ shifts: true })
  const over = { stationId: it.station.id }
  const boss = await it.staff({ role: 'superAdmin', stationIds: [it.station.id], over })
  const user = await person(it.company, { roles: ['admin'] })
  return { ...it, boss, owner: await it.staff({ role: 'superAdmin', over: { ...over, id: user.id } }) }
}
type Scene = Awaited<ReturnType<typeof scene>>
type Sent = Partial<Readonly<{ id: number; body: object }>>
interface Kind {
  /** Makes one that has this status. */
  readonly make: (it: Scene, status: string) => Promise<number>
  /** What is sent for an act, where that is more than the record's number. What stands against it besides the status does not matter. */
  readonly sent?: Readonly<Record<string, (id: number, it: Scene) => Sent | Promise<Sent>>>
  /** Those acts that a device does, which is then the one that asked for the record. */
  readonly byDevice?: readonly string[]
  /** What a record is refused with for its status, and for nothing else. */
  readonly refusals: readonly string[]
}

const insert = async (text: string, values: unknown[]): Promise<number> =>
  (await owned<{ id: number }>(`${text} returning id`, values))[0]!.id

const masters = new Map<number, number>()
async function cardIn(it: Scene, status: string): Promise<number> {
  const master = await makeCard(it, { kind: 'master', principalCents: 100_00 })
  const card = await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId, principalCents: 100_00 })
  await owned('update user_card set status = $2 where id = $1', [card.id, status])
  masters.set(card.id, master.id)
  return card.id
}
/** A sub card is not topped up at the counter: here it is its holder's own. */
const standsAlone = (set: string) => async (id: number, body: object) => {
  await owned(`update user_card set ${set}, parent_id = null where id = $1`, [id])
  return { id, body }
}
const asPersonal = standsAlone(`kind = 'personal'`)
const asAnonymous = standsAlone(`kind = 'anonymous', user_id = null`)
/** To another card of the same holder. */
const moved = async (id: number, it: Scene) => {
  const { cardId, userId } = await makeCard(it)
  await asPersonal(id, {})
  await owned('update user_card set card_id = $2, user_id = $3 where id = $1', [id, cardId, userId])
  const { id: toId } = await makeCard(it, { cardId, userId })
  return { id, body: { toId, type: 'move', amountCents: 1, pinProof: 'none' } }
}
const transfer = (type: string) => (toId: number) => ({ id: masters.get(toId)!, body: { toId, type, amountCents: 1 } })

async function orderIn(it: Scene, status: string): Promise<number> {
  const { id } = await it.sell()
  if (status === 'lock' || status === 'fail') await it.lin.call(orderPayments.lock, { id })
  if (status === 'fail') await it.lin.call(orderPayments.fail, { id, body: { reason: 'cancelled' } })
  if (status === 'success') await it.boss.call(orderPayments.cash, { id, body: {} })
  if (status === 'partiallyPaid') await it.boss.call(orderPayments.cash, { id, body: { amountCents: 1_00 } })
  if (status === 'close') await it.lin.call(orderPayments.close, { id, body: { reason: 'left' } })
  return id
}

async function paymentIn(it: Scene, status: string): Promise<number> {
  const { transaction } = await it.lin.call(orderPayments.cash, { id: (await it.sell()).id, body: {} })
  await owned('update pay_transaction set status = $2 where id = $1', [transaction.id, status])
  return transaction.id
}

const handed = async (id: number) => {
  await owned(`update card_info set handed_to = 'Zhou' where id = $1`, [id])
  return { id, body: {} }
}

async function holdIn(it: Scene, status: string): Promise<number> {
  const { number } = await makeCard(it, { principalCents: 100_00 })
  const body = { cardNumber: number, nozzleControlId: it.nozzle.id, wantedCents: 50_00 }
  const { id } = await it.device.call(cardHolds.ask, { body })
  if (status === 'gray') await it.device.call(cardHolds.pulled, { id })
  if (status !== 'open' && status !== 'gray') await it.device.call(cardHolds.void, { id })
  if (status === 'released') await owned(`update card_authorisation set status = 'released' where id = $1`, [id])
  if (status === 'captured') {
    const sale = await it.sell()
    await owned(`update card_authorisation set status = 'captured', order_id = $2, captured_cents = 1 where id = $1`, [id, sale.id])
  }
  return id
}

const exportIn = async (it: Scene, status: string) => {
  const { id, companyId, key } = it.owner.actor
  const file = await insert(
    `insert into attachment (company_id, type, name, content_type, size, sha256, created_by, created_date)
     values ($1, 'export', 'a.csv', 'text/csv', 1, sha256('a'), $2, now())`,
    [companyId, key],
  )
  return insert(
    `insert into export (company_id, user_id, user_company, role, name, type, format, columns, zone, status, file_id, created_date, reach)
     values ($1, $2, $1, 'admin', 'Sales', 'orders', 'csv', '[]', 'UTC', $3, $4, now(), '{}')`,
    [companyId, id, status, status === 'done' ? file : null],
  )
}

const billIn = async ({ company }: Scene, status: string) => {
  const name = `Fleet ${crypto.randomUUID().slice(0, 8)}`
  const fleet = await insert(`insert into fleet (company_id, name) values ($1, $2)`, [company.id, name])
  return insert(
    `insert into fleet_bill (company_id, group_id, fleet_name, month, from_time, to_time, status, prepared_date, issued_date, issued_before)
     values ($1, $2, 'Fleet', '2026-03-01', '2026-03-01', '2026-04-01', $3, now(), case $3 when 'issued' then now() end,
       case $3 when 'issued' then next_id() end)`,
    [company.id, fleet, status],
  )
}

const why = { remark: 'counted again' }
const kinds: Readonly<Record<string, Kind>> = {
  'fleetBills.status': {
    make: billIn,
    sent: { issue: id => ({ id, body: { netCents: 0, feeCents: 0, closingCents: 0 } }), discard: id => ({ id }) },
    refusals: ['bill.issued'],
  },
  'foundDeliveries.state': { make: riseIn, sent: sentOfRise, refusals: ['foundDelivery.notOpen', 'foundDelivery.isOpen'] },
  'fillAlerts.status': { make: plantAlert, sent: { answer: answerFine }, refusals: ['fillAlert.answered'] },
  'authorisations.status': {
    make: holdIn,
    sent: { release: id => ({ id, body: { reason: 'The terminal broke', pinProof: 'none' } }) },
    byDevice: ['void', 'pulled'],
    refusals: ['hold.ended', 'hold.recordMayCome'],
  },
  'userCards.status': {
    make: cardIn,
    sent: {
      pay: async (userCardId, it) => ({ id: (await it.sell()).id, body: { userCardId, amountCents: 1 } }),
      topUp: (id, it) => asPersonal(id, { stationId: it.station.id, amountCents: 1, payType: 'cash', withoutReceipt: true }),
      loss: id => ({ id, body: {} }),
      unhook: id => ({ id, body: {} }),
      disable: id => ({ id, body: {} }),
      enable: id => ({ id, body: {} }),
      password: id => ({ id, body: { payPassword: '135246', pinProof: 'none' } }),
      refundCharge: id => ({ id, body: { detailId: 1, pinProof: 'none', ...why } }),
      adjust: id => ({ id, body: { amountCents: 1, pinProof: 'none', ...why } }),
      thaw: id => ({ id, body: { amountCents: 1, ...why } }),
      freeze: id => ({ id, body: { amountCents: 1, pinProof: 'none', ...why } }),
      assign: transfer('assign'),
      withdraw: transfer('withdraw'),
      move: moved,
      cardReturn: id => ({ id, body: { amountCents: 100_00, chipPresent: true, pinProof: 'none', ...why } }),
      reissue: id => ({ id, body: { number: `77${id}`, reason: 'lost', pinProof: 'none' } }),
      register: id => asAnonymous(id, { holderName: 'Wang Fang', holderMobile: '13800138001' }),
      extend: id => ({ id, body: { validUntil: null, ...why } }),
      lowBalance: id => ({ id, body: { version: 0, levelCents: 1 } }),
      sync: id => ({ id, body: {} }),
    },
    refusals: ['card.alreadyLost', 'card.notLost', 'card.statusForbids', 'card.lost', 'card.disabled', 'card.locked', 'card.overspent'],
  },
  'debitItems.shelfStatus': {
    make: (it, status) =>
      insert(
        `insert into top_up_package (company_id, name, classification, price_cents, shelf_status, end_time)
         values ($1, 'P' || next_id(), '["personal"]', 10000, $2, $3)`,
        status === 'expired' ? [it.company.id, 'onShelf', '2026-01-01'] : [it.company.id, status, null],
      ),
    refusals: ['topUpPackage.onShelf', 'topUpPackage.offShelf', 'topUpPackage.ended'],
  },
  'orders.status': {
    make: orderIn,
    sent: sentToOrder,
    refusals: ['order.alreadyPaid', 'order.statusForbids', 'order.cannotBeRevoked', 'order.notPaid'],
  },
  'transactions.status': {
    make: paymentIn,
    sent: { refund: id => ({ id, body: { amountCents: 1, reason: 'paidWrong', pinProof: 'none' } }) },
    refusals: ['refund.notPossible'],
  },
  'dailyStates.status': {
    make: async (it, status) => {
      await owned(`update daily_state set status = 'closed', end_time = now() where station_id = $1 and status = 'open'`, [it.station.id])
      return insert(
        `insert into daily_state (company_id, station_id, is_nature_day, business_day, number, start_time, status, end_time, started_by)
         values ($1, $2, false, '2030-01-01', (select count(*) + 1 from daily_state where station_id = $2), now(), $3::text,
           case when $3::text = 'closed' then now() end, 'test')`,
        [it.company.id, it.station.id, status],
      )
    },
    sent: { close: id => ({ body: { dailyStateId: id, counted: [{ payType: 'cash', countedCents: 0 }] } }) },
    refusals: ['shift.alreadyClosed'],
  },
  'cardInfos.state': {
    make: chipIn,
    sent: { scrap: id => ({ id, body: {} }), handOver: id => ({ id, body: { to: 'Zhou' } }), handBack: handed },
    refusals: ['cardInfo.issued', 'cardInfo.reserved', 'cardInfo.notSpecial', 'cardInfo.disabled'],
  },
  'jobs.state': {
    make: (it, status) =>
      insert(
        `insert into job (company_id, task, payload, state, run_date, created_by, created_date)
         values ($1, 'test.stumble', '{}', $2, now() + interval '1 year', 'test', now())`,
        [it.company.id, status],
      ),
    refusals: ['job.underWay'],
  },
  'outboxMessages.state': {
    make: (it, status) =>
      insert(
        `insert into outbox_message (company_id, channel, template, language, address, recipient, subject, text, state, created_by,
           created_date)
         values ($1, 'mail', 'invitation', 'en', 'a' || next_id() || '@b.example', 'a…@b.example', 'Hello', 'Hello', $2, 'test', now())`,
        [it.company.id, status],
      ),
    refusals: ['message.underWay', 'message.expired', 'message.left'],
  },
  ...kindsOfSupply,
  'exports.status': { make: exportIn, refusals: ['export.notDone'] },
  'historyImports.status': {
    make: (it, status) =>
      insert(
        `insert into history_import (company_id, user_company, user_id, source, mapping, files, status, created_date, brought)
         values ($1, $1, $2, 'ccs', '{}', '[]', $3, now(), case when $3::text = 'fail' then '{}'::jsonb end)`,
        [it.company.id, it.owner.actor.id, status],
      ),
    refusals: ['history.notChecked', 'history.underWay'],
  },
  'memberImports.status': {
    make: (it, status) =>
      insert(
        `insert into member_import (company_id, user_company, user_id, file_name, status, created_date, finished_date)
         values ($1, $1, $2, 'members.csv', $3, now(), case when $3::text in ('partial', 'success', 'fail') then now() end)`,
        [it.company.id, it.owner.actor.id, status],
      ),
    refusals: ['memberImport.notChecked'],
  },
  ...channelKinds,
  ...dealKinds,
  ...goodsKinds,
}

test.each([...statusActs])(
  '%s: each act is done in the statuses that the contract says, and refused in the others',
  async (field, acts) => {
    const it = await scene()
    const kind = kinds[field]
    if (!kind) throw new Error(`${field}: \`kinds\` above does not say how one of each status is made, and what its status is refused with`)
    const { make, sent = {}, byDevice = [], refusals } = kind
    const statuses = statusesOf(field)
    for (const [name, act] of Object.entries<StatusAct>(acts)) {
      const found: Record<string, string> = {}
      for (const status of statuses) {
        const id = await make(it, status)
        const who = byDevice.includes(name) ? it.device : field === 'exports.status' ? it.owner : it.boss
        const reply = await who.send(act.call, (await sent[name]?.(id, it)) ?? { id })
        const code = reply.statusCode === 200 ? 'done' : (reply.json() as { code: string }).code
        expect(['validation', 'notFound', 'auth.forbidden', 'internal'], `${field} ${name} ${status}`).not.toContain(code)
        found[status] = refusals.includes(code) ? 'refused' : 'allowed'
        if (field === 'historyImports.status') await owned(`delete from history_import where id = $1`, [id])
      }
      const said = Object.fromEntries(statuses.map(status => [status, allows(act, status) ? 'allowed' : 'refused']))
      expect(found, `${field} ${name}`).toEqual(said)
    }
  },
)

const statusesOf = (field: string): readonly string[] => {
  const [resource, name] = field.split('.') as [string, string]
  return (resources.get(resource)!.row.shape[name] as z.ZodEnum).options as string[]
}

/** What these say is found out from other records, or by the clock; nothing is done to them by it. */
const withoutActs =
  `cardBatches.status cardImports.status cardInfos.status channelRefunds.state classSettles.state clockSales.state employeeImports.status
  members.status oilInfos.status pointsCards.status priceChangeStations.status`.split(/\s+/)

test('every record with a status says what may be done in which, and each act names a permission that there is', () => {
  const fields = [...resources.values()].flatMap(({ name, row }) =>
    Object.entries(row.shape as Record<string, z.ZodType>).flatMap(([field, schema]) =>
      (field === 'status' || field === 'state') && schema instanceof z.ZodEnum ? [`${name}.${field}`] : [],
    ),
  )
  expect(fields.filter(field => !statusActs.has(field)).toSorted(), 'no `actsBy` in the contract says what is done to them').toEqual(
    withoutActs,
  )
  expect(Object.keys(kinds).toSorted()).toEqual([...statusActs.keys()].toSorted())
  const asked = [...statusActs.values()].flatMap(acts => Object.values(acts).map(({ call }) => call.permission))
  expect(asked.filter(name => name !== 'signedIn' && !(name in permissions))).toEqual([])
})
