import { orderPayments, resetPayPassword } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { shop } from '../../testing/order.ts'
import { refunder } from '../../testing/refund.ts'
import { noon, setClock } from '../../testing/world.ts'
import { payByCard } from '../card/index.ts'

beforeEach(() => setClock(noon))
const hours = (count: number) => setClock(new Date(noon.getTime() + count * 3_600_000))
const payPassword = '274913'

/** A card that asks for its password from 10.00 on, and payments from it: of parts of an order of 240.00, or of orders of their own. */
async function guarded(passwordFromCents = 10_00) {
  const it = await shop()
  const card = await makeCard(it, { principalCents: 1_000_00, passwordFromCents })
  const master = await it.staff('card.payPassword', 'card.userCard.read')
  const pinProof = await proofOf(master.actor, { action: 'card.payPassword', subject: `userCards:${card.id}` })
  await master.call(resetPayPassword, { id: card.id, body: { payPassword, pinProof } })
  const order = async () => (await it.sell()).id
  const pay = async (id: number, amountCents: number, over: object = {}, headers?: Record<string, string>) => {
    const reply = await it.lin.send(orderPayments.card, { id, body: { userCardId: card.id, amountCents, ...over } }, headers)
    const { code, transaction } = reply.json() as { code?: string; transaction?: { id: number } }
    return { said: code ?? 'paid', id: transaction?.id ?? 0 }
  }
  const said = async (...given: Parameters<typeof pay>) => (await pay(...given)).said
  return { ...it, card, order, pay, said }
}

// @req CRD-022
test('an order split into small payments asks for the password as one payment would', async () => {
  const { order, said } = await guarded()
  const id = await order()
  expect(await said(id, 9_99)).toBe('paid')
  expect(await said(id, 9_99)).toBe('card.passwordRequired')
  expect(await said(id, 1)).toBe('card.passwordRequired')
  expect(await said(id, 9_99, { payPassword: '000001' })).toBe('card.passwordWrong')
  expect(await said(id, 9_99, { payPassword })).toBe('paid')
})

test('small payments of several orders count together for a day, and those of one order for as long as it is paid', async () => {
  const { order, said } = await guarded()
  const [one, other] = [await order(), await order()]
  expect([await said(one, 6_00), await said(other, 3_99)]).toEqual(['paid', 'paid'])
  expect(await said(other, 1)).toBe('card.passwordRequired')
  // 00:30 of the next day at the station.
  hours(12.5)
  expect(await said(one, 4_00)).toBe('card.passwordRequired')
  expect(await said(other, 6_00)).toBe('paid')
})

test('what was paid with the password, or given back, does not count; to refund what was paid yesterday frees nothing', async () => {
  const { lin, order, pay, said } = await guarded()
  const id = await order()
  expect(await said(id, 100_00, { payPassword })).toBe('paid')
  const yesterday = await pay(id, 9_00)
  const { id: txn } = await pay(await order(), 50)
  await refunder(lin).refund(txn, { amountCents: 50 })
  expect([await said(await order(), 1_00), await said(await order(), 99)]).toEqual(['card.passwordRequired', 'paid'])

  hours(12.5)
  await refunder(lin).refund(yesterday.id, { amountCents: 9_00 })
  expect([await said(await order(), 10_00), await said(await order(), 9_99)]).toEqual(['card.passwordRequired', 'paid'])
})

test('a payment that is sent again under its key counts once', async () => {
  const { order, said } = await guarded()
  const id = await order()
  for (let turn = 0; turn < 3; turn++) expect(await said(id, 4_00, {}, { 'idempotency-key': 'one' })).toBe('paid')
  expect([await said(id, 5_99), await said(id, 1)]).toEqual(['paid', 'card.passwordRequired'])
})

test('what a till took of the card counts: it asked for no password that is known here', async () => {
  const { card, order, sell, said } = await guarded()
  await sell({ payType: 'card', cardNumber: card.number, lineItems: [{ volumeCl: 1_00 }] })
  expect([await said(await order(), 2_00), await said(await order(), 1_99)]).toEqual(['card.passwordRequired', 'paid'])
})

test('of payments made at once no more pass without the password than would one after the other', async () => {
  const { order, said, lin, card } = await guarded()
  const orders = await Promise.all(Array.from({ length: 12 }, order))
  const outcomes = await Promise.all(orders.map(id => said(id, 3_00)))
  expect(outcomes.filter(outcome => outcome === 'paid')).toHaveLength(3)
  expect(outcomes.filter(outcome => outcome === 'card.passwordRequired')).toHaveLength(9)
  const refused = orders.filter((_, at) => outcomes[at] !== 'paid')
  const proven = refused.map(id => lin.refused(orderPayments.card, { id, body: { userCardId: card.id, amountCents: 3_00, payPassword } }))
  expect(new Set(await Promise.all(proven))).toEqual(new Set(['allowed']))
})

test('nor of payments in transactions of their own', async () => {
  const { within, station, card } = await guarded()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) =>
      within(ctx => payByCard(ctx, { userCardId: card.id, amountCents: 3_00, stationId: station.id, ref: `sale:${at}` })),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

test('before anybody pays it is said up to which amount the card asks for no password, of the day and of the order', async () => {
  const { lin, card, order, pay, said } = await guarded()
  const [one, other] = [await order(), await order()]
  const foreseen = (id: number, amountCents?: number) =>
    lin.call(orderPayments.cardPreview, { id, body: { cardNumber: card.number, ...(amountCents !== undefined && { amountCents }) } })
  expect(await foreseen(one)).toEqual({ passwordNeeded: true, withoutPasswordCents: 9_99 })
  expect(await foreseen(one, 9_99)).toEqual({ passwordNeeded: false, withoutPasswordCents: 9_99 })
  await pay(one, 6_00)
  expect(await foreseen(other, 4_00)).toEqual({ passwordNeeded: true, withoutPasswordCents: 3_99 })
  expect([await said(other, 4_00), await said(other, 3_99)]).toEqual(['card.passwordRequired', 'paid'])
  expect(await foreseen(one, 1)).toEqual({ passwordNeeded: true, withoutPasswordCents: 0 })
  // 00:30 of the next day at the station.
  hours(12.5)
  expect(await foreseen(await order())).toMatchObject({ withoutPasswordCents: 9_99 })
  expect(await foreseen(one)).toMatchObject({ withoutPasswordCents: 3_99 })
})

test('a card that asks for no password is foreseen as such; one that is not there, or both names of it, are refused', async () => {
  const it = await shop()
  const { id: userCardId, number: cardNumber } = await makeCard(it, { principalCents: 1_000_00 })
  const { id } = await it.sell()
  const refused = (body: object) => it.lin.refused(orderPayments.cardPreview, { id, body })
  expect(await it.lin.call(orderPayments.cardPreview, { id, body: { userCardId } })).toEqual({
    passwordNeeded: false,
    withoutPasswordCents: null,
  })
  expect(await refused({ cardNumber: '9999999999' })).toBe('notFound')
  expect([await refused({}), await refused({ cardNumber, userCardId })]).toEqual(['validation', 'validation'])
  expect(await it.lin.refused(orderPayments.cardPreview, { id: 1, body: { userCardId } })).toBe('notFound')
  const other = await shop()
  expect(await other.lin.refused(orderPayments.cardPreview, { id: (await other.sell()).id, body: { userCardId } })).toBe('notFound')
})
