import { cardLife, chargeUserCard, issueUserCard, userCards } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'
import { payByCard } from './index.ts'

beforeEach(() => setClock(noon))
/** A moment of the last day of the card, and the next midnight, in Shanghai. */
const lastEvening = new Date('2026-05-31T15:59:59.000Z')
const midnight = new Date('2026-05-31T16:00:00.000Z')

async function counter(validUntil: string | null = '2026-05-31') {
  const it = await world()
  const over = { stationId: it.station.id }
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over })
  const { id, number } = await makeCard(it, { principalCents: 100_00, validUntil })
  let facts = 0
  const pay = (more: object = {}) =>
    it
      .within(ctx => payByCard(ctx, { userCardId: id, amountCents: 1_00, stationId: it.station.id, ref: `sale:${++facts}`, ...more }))
      .then(
        () => 'paid',
        ({ code }: { code: string }) => code,
      )
  const top = () => master.refused(chargeUserCard, { id, body: { amountCents: 1_00, payType: 'cash', withoutReceipt: true } })
  const extend = (to: string | null) => master.refused(cardLife.extend, { id, body: { validUntil: to, remark: 'Regular customer' } })
  return { ...it, master, id, number, pay, top, extend }
}

test('on its last day a card pays until midnight at the station; then it is stopped with its money, until it is extended', async () => {
  const { id, pay, top, extend, ...it } = await counter()
  setClock(lastEvening)
  expect([await pay(), await top()]).toEqual(['paid', 'allowed'])
  setClock(midnight)
  expect([await pay(), await top()]).toEqual(['card.expired', 'card.expired'])
  expect(await pursesOf(id)).toMatchObject({ principal: 100_00 })
  // What was delivered is booked all the same.
  expect(await pay({ delivered: true })).toBe('paid')

  expect(await extend('2026-06-30')).toBe('allowed')
  expect([await pay(), await top()]).toEqual(['paid', 'allowed'])
  expect((await it.audits()).find(({ action }) => action === 'card.extend')).toMatchObject({
    subject: `userCards:${id}`,
    detail: { before: '2026-05-31', validUntil: '2026-06-30', remark: 'Regular customer' },
  })
  expect((await it.events()).filter(({ topic }) => topic === 'card.extended')).toHaveLength(1)
  expect(await extend(null)).toBe('allowed')
  setClock('2036-05-31T04:00:00.000Z')
  expect(await pay()).toBe('paid')
})

test('status and service are said before the last day', async () => {
  const { id, pay } = await counter()
  setClock(midnight)
  await owned(`update card set end_time = '2026-05-01' where id = (select card_id from user_card where id = $1)`, [id])
  expect(await pay()).toBe('card.serviceExpired')
  await owned(`update user_card set status = 'lose' where id = $1`, [id])
  expect(await pay()).toBe('card.lost')
})

test.each([
  ['the same day', '2026-05-31', '2026-05-31', 'card.notLater'],
  ['an earlier day', '2026-05-31', '2026-05-30', 'card.notLater'],
  ['a day that is over', '2026-04-01', '2026-04-30', 'card.notLater'],
  ['a day, of a card without end', null, '2027-05-31', 'card.withoutEnd'],
  ['no day of the calendar', '2026-05-31', '2026-06-31', 'validation'],
] as const)('a card is not extended to %s', async (_, before, to, code) => {
  const { extend, master, id } = await counter(before)
  expect(await extend(to)).toBe(code)
  expect(await master.call(userCards.get, { id })).toMatchObject({ validUntil: before })
})

test('a card is issued with a last day', async () => {
  const { master, rows, company } = await counter()
  const [product] = await rows<{ id: number }>(`insert into card (company_id, name, type) values ($1, 'Tourist', 'debit') returning id`, [
    company.id,
  ])
  const body = { number: '600100', cardId: product!.id, kind: 'anonymous', validUntil: '2029-05-31' } as const
  expect(await master.call(issueUserCard, { body })).toMatchObject({ validUntil: '2029-05-31', closedTime: null })
})
