import {
  cardMoney,
  cardStatement,
  chargeUserCard,
  debitItems,
  discounts,
  manualOrders,
  orderIntake,
  orderPayments,
  orderRefunds,
  setStationConfig,
  shelving,
  topUpOffers,
  topUpReceipt,
  userCardDetails,
  stations,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { form, png } from '../../testing/file.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { books, shop } from '../../testing/order.ts'
import { noon, owned, setClock } from '../../testing/world.ts'
import { card as cardModule } from './index.ts'

beforeEach(() => setClock(noon))

/** A counter with two fuels, a card, and a station master who keeps the packages. */
async function counter() {
  const it = await shop()
  const diesel = await it.addNozzle({ priceCents: 700 })
  const over = { stationId: it.station.id }
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over })
  const clerk = await it.staff({ role: 'station_employee', stationIds: [it.station.id], over })
  const card = await makeCard(it)
  const add = async (body: object, shelve = true) => {
    const given = { name: `P${Math.random()}`, classification: ['personal'], ...body }
    const { id } = await master.call(debitItems.create, { body: given as never })
    if (shelve) await master.call(shelving.shelve, { id })
    return id
  }
  const charge = (body: object, by = clerk) => by.call(chargeUserCard, { id: card.id, body: { payType: 'wx', ...body } as never })
  const refused = (body: object, by = clerk) => by.refused(chargeUserCard, { id: card.id, body: { payType: 'wx', ...body } as never })
  let sequence = 0
  /** Fuel of a nozzle is sold, and paid by the card. */
  const fill = async (nozzleControlId: number, volumeCl: number) => {
    const { id } = await it.device.call(orderIntake.take, {
      body: { nozzleControlId, lineItems: [{ volumeCl }], sequence: 1000 + ++sequence },
    })
    return (await master.call(orderPayments.card, { id, body: { userCardId: card.id } })).transaction
  }
  const lots = () =>
    owned<{ cents: number; left: number }>(
      'select cents, left_cents as left from gift_lot where user_card_id = $1 order by ends_at nulls last, id',
      [card.id],
    )
  const broken = async () => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)
  const receipt = async () => {
    const { payload, headers } = form({ filename: 'receipt.png', bytes: png() })
    return (await clerk.raw('POST', '/upload?type=topUpReceipt', payload, headers)).json().id as number
  }
  return { ...it, receipt, diesel, master, clerk, card, add, charge, refused, fill, lots, broken }
}

// @req MEM-004 MEM-005 MEM-013
test('1,000 + 30 by package: the gift buys diesel alone for three months, comes back with a refund, and ends once', async () => {
  const it = await counter()
  const packageId = await it.add({
    name: '充 1,000 送 30',
    priceCents: 1000_00,
    giftCents: 30_00,
    giftMonths: 3,
    products: [{ productId: it.diesel.productId }],
  })
  const bought = await it.charge({ mode: 'package', packageId, amountCents: 1000_00 })
  expect(bought).toMatchObject({
    packageName: '充 1,000 送 30',
    giftCents: 30_00,
    receivedCents: 1030_00,
    balanceAfterCents: 1030_00,
    giftProducts: [expect.any(String)],
  })
  expect(await it.clerk.call(topUpReceipt, { id: bought.id })).toMatchObject({
    amountCents: 1000_00,
    giftCents: 30_00,
    receivedCents: 1030_00,
    packageName: '充 1,000 送 30',
    giftEndsAt: bought.giftEndsAt,
  })

  // 125 litres of petrol at 8.00 take all that was paid in; the gift is passed over.
  await it.fill(it.nozzle.id, 120_00)
  const petrol = await it.sell({ lineItems: [{ volumeCl: 10_00 }] })
  expect(await it.master.refused(orderPayments.card, { id: petrol.id, body: { userCardId: it.card.id } })).toBe('card.insufficientBalance')
  expect(await pursesOf(it.card.id)).toMatchObject({ principal: 40_00, gift: 30_00 })
  const paid = await it.fill(it.diesel.id, 8_00)
  expect(await pursesOf(it.card.id)).toMatchObject({ principal: 0, gift: 14_00 })
  expect(await it.lots()).toEqual([{ cents: 30_00, left: 14_00 }])

  const pinProof = await proofOf(it.master.actor, { action: 'order.refund', subject: `transactions:${paid.id}`, amountCents: 56_00 })
  await it.master.call(orderRefunds.refund, {
    id: paid.id,
    body: { amountCents: 56_00, reason: 'other', remark: 'Wrong pump', pinProof } as never,
  })
  expect(await it.lots()).toEqual([{ cents: 30_00, left: 30_00 }])
  expect(await pursesOf(it.card.id)).toMatchObject({ principal: 40_00, gift: 30_00 })
  expect(await it.broken()).toEqual([])

  const end = new Date(bought.giftEndsAt!)
  expect(await runDueJobs(cardModule.tasks, new Date(end.getTime() - 1000))).toBe(0)
  expect(await pursesOf(it.card.id)).toMatchObject({ gift: 30_00 })
  setClock(end)
  expect(await runDueJobs(cardModule.tasks, end)).toBe(1)
  expect(await pursesOf(it.card.id)).toMatchObject({ principal: 40_00, gift: 0 })
  expect(await it.lots()).toEqual([{ cents: 30_00, left: 0 }])
  const { movements } = await it.master.call(cardStatement, { id: it.card.id, query: {} })
  expect(movements[0]).toMatchObject({ type: 'deduction', amountCents: -30_00, giftCents: -30_00, balanceAfterCents: 40_00 })
  expect(await books(it)).toMatchObject({ principal: 40_00 })
  expect((await books(it))['giftExpense']).toBeUndefined()
  expect(await it.broken()).toEqual([])
})

// @req MEM-013
test('a blank gift follows the highest package that a payment reaches, percent half up; what the next one lacks is said', async () => {
  const it = await counter()
  const low = await it.add({ name: 'Low', priceCents: 500_00, giftCents: 10_00 })
  await it.add({ name: 'Light', priceCents: 1000_00, giftCents: 25_00, weight: 1 })
  const heavy = await it.add({ name: 'Heavy', priceCents: 1000_00, giftPercent: 3.33, weight: 2 })
  await it.add({ name: 'Equal', priceCents: 1000_00, giftCents: 99_00, weight: 2 })
  await it.add({ name: 'Fleet', priceCents: 100_00, giftCents: 99_00, classification: ['master'] })
  await it.add({ name: 'Soon', priceCents: 200_00, giftCents: 99_00, startTime: new Date(noon.getTime() + 1).toISOString() })
  await it.add({ name: 'Draft', priceCents: 300_00, giftCents: 99_00 }, false)
  const asked = (amountCents: number) => it.clerk.call(topUpOffers, { query: { userCardId: it.card.id, amountCents } })
  expect(await asked(499_99)).toMatchObject({ tier: null, next: { id: low, giftCents: 10_00 }, missingCents: 1 })
  expect(await asked(999_99)).toMatchObject({ tier: { id: low, giftCents: 10_00 }, next: { id: heavy, name: 'Heavy' }, missingCents: 1 })
  // 3.33 percent of 1,000.15 are 33.304995; of 1,001.65 they are 33.354945.
  expect(await asked(1000_15)).toMatchObject({ tier: { id: heavy, giftCents: 33_30 }, next: null, missingCents: null })
  expect((await asked(0)).packages.map(({ name }) => name)).toEqual(['Heavy', 'Equal', 'Light', 'Low'])
  // Of a card that is yet to be issued.
  const ofKind = { kind: 'master', amountCents: 99_99 } as const
  expect(await it.clerk.call(topUpOffers, { query: ofKind })).toMatchObject({ tier: null, next: { name: 'Fleet' }, hasPoints: false })
  expect(await it.clerk.refused(topUpOffers, { query: { ...ofKind, userCardId: it.card.id } })).toBe('validation')

  expect(await it.charge({ amountCents: 499_99 })).toMatchObject({ giftCents: 0, receivedCents: 499_99, packageName: null })
  expect(await it.charge({ amountCents: 500_00 })).toMatchObject({ giftCents: 10_00, packageName: 'Low' })
  // 3.33 percent of 1,006.76 are 33.525108 and of 1,015.02 33.800166: cents are rounded half up.
  expect(await it.charge({ amountCents: 1015_02 })).toMatchObject({ giftCents: 33_80, packageName: 'Heavy' })
  expect(await it.charge({ amountCents: 1015_00, giftCents: 1 }, it.master)).toMatchObject({ giftCents: 1, packageName: null })
  expect(await it.broken()).toEqual([])
})

// @req MEM-011 MEM-012
test('a gift that nobody pays for has amount 0, a reason and somebody who may give it', async () => {
  const it = await counter()
  const packageId = await it.add({ priceCents: 1000_00, giftCents: 30_00, giftDays: 10 })
  const shared = await it.add({ priceCents: 2000_00, giftPercent: 3 })
  const gift = { mode: 'gift', amountCents: 0, payType: undefined, remark: 'Waited for an hour' }
  expect(await it.refused({ ...gift, packageId })).toBe('card.giftForbidden')
  expect(await it.refused({ ...gift, giftCents: 5_00 })).toBe('card.giftForbidden')
  expect(await it.refused({ amountCents: 100_00, giftCents: 5_00 })).toBe('card.giftForbidden')
  for (const [body, code] of [
    [{ ...gift, packageId, amountCents: 1, payType: 'wx' }, 'validation'],
    [{ ...gift, packageId, remark: '' }, 'validation'],
    [{ ...gift, giftCents: 0 }, 'validation'],
    [{ ...gift, packageId, giftCents: 1 }, 'validation'],
    [{ ...gift, packageId: shared }, 'card.packageWithoutGift'],
    [{ ...gift, packageId: 1 }, 'card.packageNotOffered'],
  ] as const)
    expect(await it.refused(body, it.master), JSON.stringify(body)).toBe(code)
  expect(await pursesOf(it.card.id)).toMatchObject({ principal: 0, gift: 0 })
  expect(await it.charge({ ...gift, packageId }, it.master)).toMatchObject({ amountCents: 0, giftCents: 30_00, receivedCents: 30_00 })
  expect(await it.charge({ ...gift, giftCents: 5_00 }, it.master)).toMatchObject({ giftCents: 5_00, giftEndsAt: null })
  expect(await it.lots()).toEqual([{ cents: 30_00, left: 30_00 }])
  expect((await it.audits()).filter(({ action }) => action === 'card.topUp')).toHaveLength(2)
})

// @req MEM-014 MEM-016
test('cash brings its receipt or says that there is none, and a station takes what its setting names', async () => {
  const it = await counter()
  expect(await it.refused({ amountCents: 50_00, payType: 'cash' })).toBe('card.receiptMissing')
  expect(await it.refused({ amountCents: 50_00, payType: 'cash', receiptId: 987_654_321 })).toBe('notFound')
  const receiptId = await it.receipt()
  expect(await it.refused({ amountCents: 50_00, payType: 'cash', receiptId, withoutReceipt: true })).toBe('validation')
  const receipt = await it.charge({ amountCents: 50_00, payType: 'cash', receiptId })
  const without = await it.charge({ amountCents: 60_00, payType: 'cash', withoutReceipt: true })
  const platform = await it.charge({ amountCents: 70_00 })
  const found = async (search: string) =>
    (await it.clerk.call(userCardDetails.list, { query: { search: `type:charge,${search}`, sort: 'id' } })).content.map(({ id }) => id)
  expect(await found('receiptStatus:without')).toEqual([without.id])
  expect(await found('receiptStatus:uploaded')).toEqual([receipt.id])
  expect(await found('receiptStatus:null')).toEqual([platform.id])

  const { version } = await it.rows<{ version: number }>('select version from station where id = $1', [it.station.id]).then(([row]) => row!)
  const admin = await it.staff()
  await admin.call(setStationConfig, { id: it.station.id, body: { version, config: { webChargeTradeType: ['cash', 'wx'] } } as never })
  expect(await it.refused({ amountCents: 1_00, payType: 'ali' })).toBe('card.payTypeNotOffered')
  expect(await it.refused({ amountCents: 1_00, payType: 'wx' })).toBe('allowed')
})

// @req PAY-013
test('the payment methods of top-ups are read with their station, and others are refused', async () => {
  const it = await counter()
  const admin = await it.staff()
  const { version } = await admin.call(stations.get, { id: it.station.id })
  const config = { webChargeTradeType: ['ali' as const, 'cash' as const] }
  await admin.call(setStationConfig, { id: it.station.id, body: { version, config } })
  const read = await admin.call(stations.get, { id: it.station.id, query: { expand: ['config.webChargeTradeType'] } })
  expect(read.config).toEqual(config)
  expect(await it.refused({ amountCents: 1_00, payType: 'wx' })).toBe('card.payTypeNotOffered')
  expect(await it.refused({ amountCents: 1_00, payType: 'ali' })).toBe('allowed')
})

test('what stands against a package: its price, its shelf, its period, its kind of card', async () => {
  const it = await counter()
  const packageId = await it.add({ priceCents: 100_00, giftCents: 1_00 })
  const buy = (over: object = {}) => it.refused({ mode: 'package', packageId, amountCents: 100_00, ...over })
  expect(await buy({ amountCents: 99_99 })).toBe('card.packagePrice')
  expect(await buy({ giftCents: 1 })).toBe('validation')
  expect(await buy({ packageId: undefined })).toBe('validation')
  expect(await it.refused({ amountCents: 100_00, packageId })).toBe('validation')
  expect(await buy({ packageId: await it.add({ priceCents: 100_00, classification: ['master'] }) })).toBe('card.packageNotOffered')
  const ended = await it.add({ priceCents: 100_00, endTime: new Date(noon.getTime() + 60_000).toISOString() })
  expect(await buy({ packageId: ended })).toBe('allowed')
  setClock(new Date(noon.getTime() + 60_000))
  expect(await buy({ packageId: ended })).toBe('card.packageNotOffered')
  await it.master.call(shelving.unshelve, { id: packageId })
  expect(await buy()).toBe('card.packageNotOffered')
  expect(await it.master.refused(shelving.unshelve, { id: packageId })).toBe('topUpPackage.offShelf')
  await it.master.call(shelving.unshelve, { id: ended })
  expect(await it.master.refused(shelving.shelve, { id: ended })).toBe('topUpPackage.ended')
  expect(await it.master.refused(debitItems.delete, { id: ended })).not.toBe('allowed')
})

test.each([
  [{ giftCents: 1, giftPercent: 1 }, 'topUpPackage.giftTwice'],
  [{ giftDays: 1, giftMonths: 1 }, 'topUpPackage.giftEndsTwice'],
  [{ startTime: noon.toISOString(), endTime: noon.toISOString() }, 'topUpPackage.endsBeforeBegin'],
  [{ products: [{ productId: 987_654 }] }, 'notFound'],
  [{ discountId: 987_654 }, 'notFound'],
  [{ name: 'Taken' }, 'topUpPackage.nameTaken'],
  [{ classification: [] }, 'validation'],
  [{ classification: ['sub'] }, 'validation'],
  [{ priceCents: 0 }, 'validation'],
  [{ giftCents: 0 }, 'validation'],
  [{ giftPoints: 0 }, 'validation'],
  [{}, 'allowed'],
] as const)('a package of %o: %s', async (body, outcome) => {
  const it = await counter()
  await it.add({ name: 'Taken', priceCents: 1 })
  const whole = { name: 'P', classification: ['personal'], priceCents: 100_00, ...body }
  expect(await it.master.refused(debitItems.create, { body: whole as never })).toBe(outcome)
})

test('a discount that was bought with a package is the card’s until the package ends, and ends with a refund of the top-up', async () => {
  const it = await counter()
  const admin = await it.staff()
  const { id: discountId } = await admin.call(discounts.create, { body: { name: 'Package 20', centsPerL: 20 } })
  const endTime = new Date(noon.getTime() + 86_400_000)
  const packageId = await it.add({ priceCents: 500_00, discountId, endTime: endTime.toISOString() })
  const bought = await it.charge({ mode: 'package', packageId, amountCents: 500_00 })
  const due = () =>
    it.master.call(manualOrders.preview, {
      body: { nozzleControlId: it.nozzle.id, lineItems: [{ volumeCl: 10_00 }], cardNumber: it.card.number },
    })
  expect(await due()).toMatchObject({ totalCents: 78_00 })
  setClock(endTime)
  expect(await due()).toMatchObject({ totalCents: 80_00 })
  setClock(noon)
  const pinProof = await proofOf(it.master.actor, {
    action: 'card.refundCharge',
    subject: `userCardDetails:${bought.id}`,
    amountCents: 500_00,
  })
  await it.master.call(cardMoney.refundCharge, { id: it.card.id, body: { detailId: bought.id, remark: 'Wrong card', pinProof } })
  expect(await due()).toMatchObject({ totalCents: 80_00 })
})
