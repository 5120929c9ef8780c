import { cardHolds, manualOrders, orderIntake, stuckFuellings } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { holdingShop } from '../../testing/hold.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { brokenPromises } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000)

/** A pump that asks for a card of 500.00 and does not tell what it delivered; an hour later its leader enters the fill by hand. */
async function silentPump() {
  const it = await holdingShop()
  const held = await it.ask({ wantedCents: 400_00, plate: '沪A12345' })
  setClock(minutes(60))
  const bodyOf = (over: object = {}) => ({
    createdDate: minutes(5).toISOString(),
    nozzleControlId: it.nozzle.id,
    payType: 'card' as const,
    authorisationId: held.id,
    remark: 'The pump lost its line',
    lineItems: [{ volumeCl: 30_00 }],
    ...over,
  })
  const enter = (over: object = {}) => it.lin.call(manualOrders.enter, { body: bodyOf(over) })
  const refused = (over: object = {}) => it.lin.refused(manualOrders.enter, { body: bodyOf(over) })
  const preview = (over: object = {}) => {
    const { payType: _, remark: __, ...body } = bodyOf(over)
    return it.lin.call(manualOrders.preview, { body })
  }
  const breaches = async () => (await invariantsOf(it)).filter(({ invariant, breaches: of }) => invariant !== 'I7' && of > 0)
  return { ...it, held, enter, refused, preview, breaches }
}

test.each(['open', 'gray'])(
  'a missed fill that is entered by hand ends the %s hold of its card and nozzle, at its own amount',
  async status => {
    const it = await silentPump()
    if (status === 'gray') await it.gray(minutes(31))
    expect(await it.shown(it.held.id)).toMatchObject({ status })
    const before = await it.rows('select count(*)::int as audits from audit_entry where company_id = $1', [it.company.id])
    // What is held is there for it: without the hold the card would have 130.00.
    expect((await it.preview()).tenders[0]).toMatchObject({ payType: 'card', coversCents: 240_00, restCents: 0, refusal: null })
    expect((await it.preview({ authorisationId: undefined, cardNumber: it.card.number })).tenders[0]).toMatchObject({ coversCents: 130_00 })
    expect(await it.rows('select count(*)::int as audits from audit_entry where company_id = $1', [it.company.id])).toEqual(before)
    expect(await it.purses()).toMatchObject({ principal: 100_00, lock: 400_00 })

    const order = await it.enter()
    expect(order).toMatchObject({ status: 'success', totalCents: 240_00, paidCents: 240_00 })
    expect(await it.shown(it.held.id)).toMatchObject({ status: 'captured', capturedCents: 240_00, orderId: order.id })
    expect(await it.purses()).toMatchObject({ principal: 260_00, gift: 30_00, lock: 0, debt: 0 })
    expect(await brokenPromises(it)).toEqual([])
    expect(await it.breaches()).toEqual([])
  },
)

test('more than was held is paid as far as the card reaches, and the rest is owed; the preview says so before', async () => {
  const it = await silentPump()
  const lineItems = [{ volumeCl: 70_00 }]
  expect((await it.preview({ lineItems })).tenders[0]).toMatchObject({ coversCents: 530_00, restCents: 30_00, refusal: null })
  const order = await it.enter({ lineItems })
  expect(await it.purses()).toMatchObject({ principal: 0, gift: 0, lock: 0, debt: -30_00 })
  expect((await it.lin.call(stuckFuellings.list, {})).content).toMatchObject([
    { beyond: { id: it.held.id, how: 'above' }, orders: [{ id: order.id }] },
  ])
  expect(await it.breaches()).toEqual([])
})

test('the record of the pump that comes after all is booked, and shown as the second sale of its hold', async () => {
  const it = await silentPump()
  await it.enter()
  const sale = it.fill(it.held.id, 30_00, { createdDate: minutes(5).toISOString() })
  const late = await it.device.call(orderIntake.take, { body: sale })
  expect((await it.lin.call(stuckFuellings.list, {})).content).toMatchObject([{ beyond: { how: 'twice' }, orders: [{ id: late.id }] }])
  expect(await it.purses()).toMatchObject({ principal: 20_00, gift: 30_00, debt: 0 })
  expect(await it.breaches()).toEqual([])
})

type Pump = Awaited<ReturnType<typeof silentPump>>
test.each<[string, string, (it: Pump) => object | Promise<object>]>([
  ['of another card', 'order.authorisationOther', async it => ({ cardNumber: (await makeCard(it, { principalCents: 500_00 })).number })],
  [
    'of another station',
    'hold.otherStation',
    async it => {
      const other = await it.addStation('West')
      await it.rows('update card_authorisation set station_id = $1 where id = $2', [other.id, it.held.id])
      return {}
    },
  ],
  ['of another nozzle', 'hold.otherNozzle', async it => ({ nozzleControlId: (await it.addNozzle()).id })],
  [
    'that was voided',
    'hold.ended',
    async it => {
      await it.device.call(cardHolds.void, { id: it.held.id })
      return {}
    },
  ],
  [
    'that another sale has ended',
    'hold.ended',
    async it => {
      await it.enter()
      return {}
    },
  ],
  ['for goods', 'hold.fuelOnly', it => ({ lineItems: [{ itemId: it.goods.id, pieces: 1 }] })],
  ['for nothing', 'hold.fuelOnly', () => ({ lineItems: [{ volumeCl: 0 }] })],
  ['paid in cash', 'validation', () => ({ payType: 'cash' })],
  ['that is not there', 'order.authorisationUnknown', () => ({ authorisationId: 1 })],
])('a sale that names a hold %s is refused with %s, and changes nothing', async (_, code, of) => {
  const it = await silentPump()
  const over = await of(it)
  const before = [await it.purses(), await it.shown(it.held.id).catch(() => undefined)]
  expect(await it.refused(over)).toBe(code)
  expect([await it.purses(), await it.shown(it.held.id).catch(() => undefined)]).toEqual(before)
})
