import { cardHolds, cardLimits, cardStops, orderIntake, resetPayPassword } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { addChip } from '../../testing/chip.ts'
import { holdingShop } from '../../testing/hold.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { asDevice } from '../../testing/order.ts'
import { noon, setClock, statementsOf } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const breaches = async (it: Parameters<typeof invariantsOf>[0]) => (await invariantsOf(it)).filter(({ breaches: of }) => of > 0)

test.each([
  ['of the fill', { fillCentsMax: 120_00 }, { approvedCents: 120_00, approvedCl: 15_00 }],
  ['of the litres of a fill', { fillClMax: 10_00 }, { approvedCents: 80_00, approvedCl: 10_00 }],
  ['of the day', { dayCentsMax: 90_00 }, { approvedCents: 90_00, approvedCl: 11_25 }],
  ['of the litres of a month', { monthClMax: 7_77 }, { approvedCents: 62_16, approvedCl: 7_77 }],
  ['of the narrower of two', { fillCentsMax: 50_00, fillClMax: 6_00 }, { approvedCents: 48_00, approvedCl: 6_00 }],
])('the limit %s is what is approved, and the pump is told money and litres that fit each other', async (_of, own, approved) => {
  const it = await holdingShop({ own })
  expect(await it.ask()).toMatchObject(approved)
  expect(await breaches(it)).toEqual([])
})

test('what is held counts against the day of the card while it is open, and what was delivered afterwards', async () => {
  const it = await holdingShop({ own: { dayCentsMax: 300_00, dayFillsMax: 2 } })
  const { id } = await it.ask({ wantedCents: 200_00 })
  expect(await it.ask({ wantedCents: 200_00 })).toMatchObject({ approvedCents: 100_00 })
  expect(await it.refusedTo({ wantedCents: 100_00 })).toBe('card.dayLimit')
  // A payment at the counter finds the day used as well.
  expect(await it.pay({ sequence: it.next() })).toBe('card.dayLimit')
  await it.send(it.fill(id, 5_00))
  expect(await it.refusedTo({ wantedCents: 100_00 })).toBe('card.fillsLimit')
  expect(await it.use()).toMatchObject([{ cents: 140_00, fills: 2 }, { cents: 140_00 }])
  expect(await breaches(it)).toEqual([])
})

test.each([
  ['a lost card', 'card.lost', {}, {}],
  ['another product', 'card.productForbidden', { productIds: [999_999_999] }, {}],
  ['another station', 'card.placeForbidden', { stationIds: [999_999_999] }, {}],
  ['a vehicle nobody told', 'card.plateMissing', { plates: ['沪A12345'] }, {}],
  ['another vehicle', 'card.plateForbidden', { plates: ['沪A12345'] }, { plate: '沪B54321' }],
  ['an hour at which it does not pay', 'card.timeForbidden', { hours: [{ from: '01:00', until: '02:00' }] }, {}],
])('%s is refused before anything else, and why is kept', async (what, code, own, over) => {
  const it = await holdingShop()
  await it.rows('update user_card set range_of_use = $2 where id = $1', [it.card.id, JSON.stringify(own)])
  if (what === 'a lost card') await it.lin.call(cardStops.loss, { id: it.card.id, body: {} })
  expect(await it.refusedTo({ wantedCents: 9_999_00, ...over })).toBe(code)
  const { content } = await it.lin.call(cardLimits.judgements, { id: it.card.id })
  expect(content).toMatchObject([{ outcome: 'refused', code, authorisationId: null, amountCents: 9_999_00 }])
  expect(await it.purses()).toMatchObject({ principal: 500_00, lock: 0 })
})

test('the judgement is kept beside the hold, and the one of the fill beside its payment', async () => {
  const it = await holdingShop({ own: { dayCentsMax: 1_000_00, plates: ['沪A12345'] } })
  const { id } = await it.ask({ plate: '沪A12345' })
  const order = await it.send(it.fill(id, 20_00))
  const { content } = await it.lin.call(cardLimits.judgements, { id: it.card.id })
  expect(content).toMatchObject([
    { outcome: 'paid', orderId: order.id, plate: '沪A12345', amountCents: 160_00 },
    { outcome: 'held', authorisationId: id, plate: '沪A12345', amountCents: 200_00, volumeCl: 25_00 },
  ])
})

test('the payment password is asked when the fill is asked for, and holds without it add up', async () => {
  const it = await holdingShop({ passwordFromCents: 150_00 })
  const admin = await it.staff()
  const proof = await proofOf(admin.actor, { action: 'card.payPassword', subject: `userCards:${it.card.id}` })
  await admin.call(resetPayPassword, { id: it.card.id, body: { payPassword: '274913', pinProof: proof } })
  expect(await it.refusedTo({ wantedCents: 200_00 })).toBe('card.passwordRequired')
  expect(await it.refusedTo({ wantedCents: 200_00, payPassword: '000001' })).toBe('card.passwordWrong')
  const first = await it.ask({ wantedCents: 100_00 })
  expect(await it.refusedTo({ wantedCents: 100_00 })).toBe('card.passwordRequired')
  const { id } = await it.ask({ wantedCents: 9_000_00, payPassword: '274913' })
  expect(await it.shown(id)).toMatchObject({ approvedCents: 430_00, principalCents: 400_00, giftCents: 30_00 })
  await it.device.call(cardHolds.void, { id: first.id })
  await it.send(it.fill(id, 50_00))
  const paid = await it.rows<{ with_password: boolean }>(
    `select with_password from user_card_detail where user_card_id = $1 and type = 'consume'`,
    [it.card.id],
  )
  expect(paid).toEqual([{ with_password: true }])
})

test('a card is found by its chip; one that was replaced says so', async () => {
  const it = await holdingShop()
  const { uuid } = await addChip(it, { number: it.card.number, userCardId: it.card.id })
  await it.rows('update user_card set physical_number = $2 where id = $1', [it.card.id, uuid])
  expect(await it.ask({ cardNumber: undefined, uuid })).toMatchObject({ userCardId: it.card.id, cardNumber: it.card.number })
  expect(await it.refusedTo({ cardNumber: undefined, uuid: 'FFFFFFFF' })).toBe('notFound')
  expect(await it.refusedTo({ cardNumber: '40404040' })).toBe('notFound')
})

test('what is asked for is told apart before the card is looked at', async () => {
  const it = await holdingShop()
  const east = await it.addStation()
  const foreign = asDevice(it, (await it.addDevice(east.id)).id, east.id)
  const { id } = await it.ask()
  const product = { nozzleControlId: undefined, productId: (await it.shown(id)).productId }
  expect(await it.refusedTo({ nozzleControlId: 999_999_999 })).toBe('order.nozzleUnknown')
  expect(await it.refusedTo({}, foreign)).toBe('order.nozzleUnknown')
  expect(await it.refusedTo(product, foreign)).toBe('order.itemUnknown')
  expect(await it.refusedTo({ wantedCents: 7 })).toBe('hold.tooLittle')
  expect(await it.ask(product)).toMatchObject({ nozzleControlId: null, approvedCents: 200_00 })
  expect(await it.refusedTo({ wantedCents: undefined })).toBe('validation')
  expect(await it.refusedTo({ nozzleControlId: undefined })).toBe('validation')
  // Whose hold it is.
  expect(await foreign.refused(cardHolds.void, { id })).toBe('notFound')
  const second = asDevice(it, (await it.addDevice(it.station.id)).id)
  expect(await second.refused(cardHolds.void, { id })).toBe('notFound')
  expect(await it.lin.refused(cardHolds.void, { id })).toBe('hold.recordMayCome')
})

test('a sale that names what it cannot name is refused as a sale, and holds what it held', async () => {
  const it = await holdingShop()
  const { id } = await it.ask()
  const refused = (over: object) => it.device.refused(orderIntake.take, { body: it.fill(id, 10_00, over) })
  expect(await refused({ payType: 'cash' })).toBe('validation')
  expect(await refused({ authorisationId: 999_999_999 })).toBe('order.authorisationUnknown')
  const { content } = await it.device.call(orderIntake.takeBatch, {
    body: { orders: [it.fill(999_999_999, 1_00), it.fill(undefined, 1_00, { cardNumber: it.card.number })] },
  })
  expect(content.map(({ refusal }) => refusal?.code)).toEqual(['order.authorisationUnknown', undefined])
  expect(await it.purses()).toMatchObject({ lock: 200_00, principal: 292_00 })
})

test('a payment without a hold asks the database what it asked before', async () => {
  const it = await holdingShop()
  const plain = () => it.send(it.fill(undefined, 1_00, { cardNumber: it.card.number }))
  await plain()
  const before = (await statementsOf(plain)).length
  await it.ask({ wantedCents: 100_00 })
  expect(await statementsOf(plain)).toHaveLength(before)
})
