import { cards, cardStatement, cardStops, chargeUserCard, issueUserCard, PayType, userCardDetails, userCards } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { noon, world } from '../../testing/world.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { payByCard, refundToCard } from './index.ts'

const clerkRights = [
  'card.product.read',
  'card.product.write',
  'card.userCard.read',
  'card.userCard.write',
  'card.issue',
  'card.charge',
  'card.giveGift',
  'card.detail.read',
  'card.loss',
  'card.unhook',
  'card.disable',
  'access.user.read',
  'org.station.read',
]
const cardTime = { endTime: null, description: '', giftFirst: false }

// @req MEM-005 MEM-032 SAL-022
test('a card is issued, topped up with a gift, pays, and its statement tells each step', async () => {
  const riverside = await world()
  const { staff, station, within, audits, events } = riverside
  const lin = await staff(...clerkRights)
  const product = await lin.call(cards.create, { body: { name: '储值卡', type: 'debit', ...cardTime } })

  const card = await lin.call(issueUserCard, {
    body: { number: '800001', cardId: product.id, holderName: '王芳', holderMobile: '13800138000' },
  })
  expect(card).toMatchObject({ number: '800001', kind: 'personal', status: 'normal', value: 0, lockValue: 0 })

  const charged = await lin.call(chargeUserCard, {
    id: card.id,
    body: { stationId: station.id, amountCents: 500_00, giftCents: 30_00, payType: 'wx' },
  })
  expect(charged).toMatchObject({ amountCents: 500_00, giftCents: 30_00, debtPaidCents: 0, balanceAfterCents: 530_00, status: 'normal' })

  const paid = await within(ctx => payByCard(ctx, { userCardId: card.id, amountCents: 510_00, stationId: station.id, ref: 'sale:1' }))
  expect(paid).toMatchObject({ principalCents: 500_00, giftCents: 10_00, debtCents: 0, balanceAfterCents: 20_00 })
  expect(await lin.call(userCards.get, { id: card.id, query: {} })).toMatchObject({
    value: 20_00,
    principalCents: 0,
    giftCents: 20_00,
    status: 'normal',
  })

  const { content } = await lin.call(userCardDetails.list, {
    query: { search: 'userCard.number:800001,user.mobile:13800138000', expand: 'userCard,user,station' },
  })
  expect(
    content.map(({ type, amountCents, principalCents, giftCents, balanceAfterCents }) => [
      type,
      amountCents,
      principalCents,
      giftCents,
      balanceAfterCents,
    ]),
  ).toEqual([
    ['consume', -510_00, -500_00, -10_00, 20_00],
    ['chargeReward', 30_00, 0, 30_00, 530_00],
    ['charge', 500_00, 500_00, 0, 500_00],
  ])
  expect(content[0]).toMatchObject({ userCard: { number: '800001' }, user: { name: '王芳' }, station: { id: station.id } })
  expect(
    await lin.call(userCardDetails.totals, { query: { search: `station.id:${station.id},type:(charge|chargeReward)` } }),
  ).toMatchObject({ count: 2, amountCents: 530_00, inCents: 530_00, outCents: 0 })

  expect(await lin.call(cardStatement, { id: card.id, query: {} })).toMatchObject({
    number: '800001',
    closing: { principalCents: 0, giftCents: 20_00, lockCents: 0, debtCents: 0, balanceCents: 20_00 },
    totalElements: 3,
    inCents: 530_00,
    outCents: 510_00,
  })
  expect((await audits()).map(audit => audit.action)).toEqual(expect.arrayContaining(['card.issue', 'card.topUp']))
  expect((await events()).map(event => event.topic)).toEqual(expect.arrayContaining(['card.issued', 'card.toppedUp']))
})

// @req CRD-008 CRD-019
test('what was delivered is booked although the card cannot cover it; the next top-up pays the debt first', async () => {
  const riverside = await world()
  const { staff, station, within } = riverside
  const lin = await staff(...clerkRights)
  const { id, number } = await makeCard(riverside, { principalCents: 80_00, giftCents: 5_00 })

  const paid = await within(ctx =>
    payByCard(ctx, { cardNumber: number, amountCents: 100_00, stationId: station.id, ref: 'sale:1', delivered: true }),
  )
  expect(paid).toMatchObject({ principalCents: 80_00, giftCents: 5_00, debtCents: 15_00, balanceAfterCents: -15_00 })
  expect(await lin.call(userCards.get, { id, query: {} })).toMatchObject({ status: 'overspend', value: 0, debtCents: -15_00 })
  await expect(
    within(ctx => payByCard(ctx, { userCardId: id, amountCents: 1, stationId: station.id, ref: 'sale:2' })),
  ).rejects.toMatchObject({ code: 'card.overspent' })

  // Lost and found again, it still owes; who found it is on record.
  expect(await lin.call(cardStops.loss, { id, body: {} })).toMatchObject({ status: 'lose' })
  expect(await lin.call(cardStops.unhook, { id, body: {} })).toMatchObject({ status: 'overspend' })
  expect(await riverside.rows('select closed_by, closed_at from card_loss where user_card_id = $1', [id])).toEqual([
    { closed_by: lin.actor.key, closed_at: expect.anything() },
  ])

  const charge = (amountCents: number) =>
    lin.call(chargeUserCard, { id, body: { stationId: station.id, amountCents, payType: 'cash', withoutReceipt: true } })
  expect(await charge(10_00)).toMatchObject({ debtPaidCents: 10_00, balanceAfterCents: -5_00, status: 'overspend' })
  expect(await charge(50_00)).toMatchObject({ debtPaidCents: 5_00, balanceAfterCents: 45_00, status: 'normal' })
  expect(await pursesOf(id)).toEqual({ principal: 45_00, gift: 0, lock: 0, debt: 0 })
})

test('a payment given back goes to the purses it came from, also in parts and after its debt was paid', async () => {
  const riverside = await world()
  const { station, within } = riverside
  const { id } = await makeCard(riverside, { principalCents: 60_00, giftCents: 30_00 })
  const paid = await within(ctx =>
    payByCard(ctx, { userCardId: id, amountCents: 100_00, stationId: station.id, ref: 'sale:1', delivered: true }),
  )
  if (paid instanceof Refusal) throw paid
  const back = (amountCents: number | undefined, ref: string) =>
    within(ctx => refundToCard(ctx, { detailId: paid.detailId, ref, ...(amountCents && { amountCents }) }))

  await back(70_00, 'refund:1')
  expect(await pursesOf(id)).toEqual({ principal: 60_00, gift: 10_00, lock: 0, debt: -10_00 })
  await expect(back(40_00, 'refund:2')).rejects.toMatchObject({ code: 'card.overRefunded', detail: { maxCents: 30_00 } })
  await back(undefined, 'refund:2')
  expect(await pursesOf(id)).toEqual({ principal: 60_00, gift: 30_00, lock: 0, debt: 0 })
  await expect(back(1, 'refund:3')).rejects.toMatchObject({ code: 'card.overRefunded' })
})

test('a company that wants its gifts used up first takes them first', async () => {
  const riverside = await world()
  const { station, within } = riverside
  const { id } = await makeCard(riverside, { principalCents: 50_00, giftCents: 20_00, giftFirst: true })
  await within(ctx => payByCard(ctx, { userCardId: id, amountCents: 30_00, stationId: station.id, ref: 'sale:1' }))
  expect(await pursesOf(id)).toMatchObject({ principal: 40_00, gift: 0 })
})

// @req CRD-018 CRD-019 CRD-020 MEM-008 MEM-010
test('a lost card keeps its money and pays nothing until it is unhooked', async () => {
  const riverside = await world()
  const { staff, station, within, audits } = riverside
  const lin = await staff(...clerkRights)
  const { id } = await makeCard(riverside, { principalCents: 100_00 })
  const pay = (ref: string) => within(ctx => payByCard(ctx, { userCardId: id, amountCents: 1_00, stationId: station.id, ref }))

  expect(await lin.call(cardStops.loss, { id, body: { reason: 'stolen' } })).toMatchObject({ status: 'lose', value: 100_00 })
  await expect(pay('sale:1')).rejects.toMatchObject({ code: 'card.lost' })
  expect(await lin.refused(cardStops.loss, { id, body: {} })).toBe('card.alreadyLost')
  expect(await lin.refused(cardStops.disable, { id, body: {} })).toBe('card.statusForbids')
  expect(
    await lin.refused(chargeUserCard, { id, body: { stationId: station.id, amountCents: 1_00, payType: 'cash', withoutReceipt: true } }),
  ).toBe('card.lost')

  expect(await lin.call(cardStops.unhook, { id, body: {} })).toMatchObject({ status: 'normal', value: 100_00 })
  expect(await lin.refused(cardStops.unhook, { id, body: {} })).toBe('card.notLost')
  await pay('sale:1')
  expect(await lin.refused(cardStops.enable, { id, body: {} })).toBe('card.statusForbids')
  expect(await lin.call(cardStops.disable, { id, body: {} })).toMatchObject({ status: 'disable', value: 99_00 })
  expect(await lin.refused(cardStops.disable, { id, body: {} })).toBe('card.statusForbids')
  await expect(pay('sale:2')).rejects.toMatchObject({ code: 'card.disabled' })
  expect(await lin.refused(cardStops.loss, { id, body: {} })).toBe('card.statusForbids')
  expect(await lin.refused(cardStops.unhook, { id, body: {} })).toBe('card.notLost')
  expect(await lin.call(cardStops.enable, { id, body: {} })).toMatchObject({ status: 'normal' })
  await pay('sale:2')
  for (const status of ['loss', 'lost', 'unhook'])
    expect([status, await lin.refused(userCards.list, { query: { search: `status:${status}` } })]).toEqual([status, 'search_bad_value'])
  expect((await audits()).map(audit => audit.action).slice(-4)).toEqual(['card.loss', 'card.unhook', 'card.disable', 'card.enable'])
})

// @req CRD-018 CRD-019 CRD-020
test.each([
  ['loss', 'card.loss', 'normal', 'lose'],
  ['unhook', 'card.unhook', 'lose', 'normal'],
  ['disable', 'card.disable', 'normal', 'disable'],
] as const)('%s is for anyone who has the right %s: %s becomes %s', async (act, right, before, after) => {
  const riverside = await world()
  const { id } = await makeCard(riverside)
  if (before === 'lose') await (await riverside.staff('card.loss')).call(cardStops.loss, { id, body: {} })
  const others = await riverside.staff(...clerkRights.filter(each => each !== right))
  expect(await others.refused(cardStops[act], { id, body: {} })).toBe('auth.forbidden')
  expect(await (await (await world()).staff(...clerkRights)).refused(cardStops[act], { id, body: {} })).toBe('notFound')
  const clerk = await riverside.staff(right)
  expect(await clerk.call(cardStops[act], { id, body: {} })).toMatchObject({ id, status: after })
})

const day = 24 * 3600_000
test.each([
  ['of another kind', { type: 'score' }, 1_00, 'card.notStoredValue'],
  ['whose service has expired', { endTime: new Date(noon.getTime() - 1).toISOString() }, 1_00, 'card.serviceExpired'],
  ['whose service ends tomorrow', { endTime: new Date(noon.getTime() + day).toISOString() }, 1_00, 'paid'],
  ['with a limit for one payment', { paymentCentsMax: 20_00 }, 20_01, 'card.paymentLimit'],
  ['within that limit', { paymentCentsMax: 20_00 }, 20_00, 'paid'],
  ['with a limit for a day', { dayCentsMax: 30_00 }, 30_01, 'card.dayLimit'],
  ['that asks for a password from 20.00 on', { passwordFromCents: 20_00 }, 20_00, 'card.passwordRequired'],
  ['below that amount', { passwordFromCents: 20_00 }, 19_99, 'paid'],
  ['with too little on it', {}, 100_01, 'card.insufficientBalance'],
  ['with just enough', {}, 100_00, 'paid'],
] as const)('a card %s: %s of %i cents is %s', async (_, given, amountCents, outcome) => {
  const riverside = await world()
  const { id } = await makeCard(riverside, { principalCents: 90_00, giftCents: 10_00, ...given })
  const paying = riverside.within(ctx => payByCard(ctx, { userCardId: id, amountCents, stationId: riverside.station.id, ref: 'sale:1' }))
  expect(
    await paying.then(
      () => 'paid',
      (thrown: Refusal) => thrown.code,
    ),
  ).toBe(outcome)
})

test('a day limit counts what was spent since the station’s midnight, and what came back not', async () => {
  const riverside = await world()
  const { within, station } = riverside
  const { id } = await makeCard(riverside, { principalCents: 200_00, dayCentsMax: 50_00 })
  const pay = (amountCents: number, ref: string, at?: string) =>
    within(ctx => payByCard(ctx, { userCardId: id, amountCents, stationId: station.id, ref, ...(at && { at }) })).then(
      paid => (paid as { detailId: number }).detailId,
      (thrown: Refusal) => thrown.code,
    )

  const first = await pay(50_00, 'sale:1', '2026-05-01T15:59:00.000Z') // 23:59 in Shanghai
  expect(await pay(1, 'sale:2', '2026-05-01T15:59:30.000Z')).toBe('card.dayLimit')
  await within(ctx => refundToCard(ctx, { detailId: first as number, amountCents: 10_00, ref: 'refund:1' }))
  expect(await pay(10_00, 'sale:2', '2026-05-01T15:59:40.000Z')).toEqual(expect.any(Number))
  expect(await pay(1, 'sale:3', '2026-05-01T15:59:50.000Z')).toBe('card.dayLimit')
  expect(await pay(50_00, 'sale:3', '2026-05-01T16:00:00.001Z')).toEqual(expect.any(Number))
})

// @req MEM-027 CRD-003
test.each([
  ['employee', 'card.cannotRecharge'],
  ['personal', 'allowed'],
  ['anonymous', 'allowed'],
  ['master', 'allowed'],
  ['sub', 'card.cannotRecharge'],
] as const)('a top-up of a card of kind %s: %s', async (kind, outcome) => {
  const riverside = await world()
  const lin = await riverside.staff(...clerkRights)
  const parent = kind === 'sub' ? { parentId: (await makeCard(riverside, { kind: 'master' })).id } : {}
  const { id } = await makeCard(riverside, { kind, ...parent })
  expect(
    await lin.refused(chargeUserCard, {
      id,
      body: { stationId: riverside.station.id, amountCents: 1, payType: 'cash', withoutReceipt: true },
    }),
  ).toBe(outcome)
})

// @req MEM-016
test('a top-up is paid in cash, by WeChat, Alipay, a scanned code or a bank card, and in no other way', async () => {
  const riverside = await world()
  const lin = await riverside.staff(...clerkRights)
  const { id } = await makeCard(riverside)
  const outcomes = await Promise.all(
    PayType.options.map(async payType => [
      payType,
      await lin.refused(chargeUserCard, {
        id,
        body: { stationId: riverside.station.id, amountCents: 5_00, payType, withoutReceipt: payType === 'cash' } as never,
      }),
    ]),
  )
  const taken = outcomes.filter(([, outcome]) => outcome === 'allowed').map(([payType]) => payType)
  expect(new Set(taken)).toEqual(new Set(['ali', 'bankCard', 'barCode', 'cash', 'qrCode', 'wx']))
})

test('a top-up sent again with its key has one effect and the same answer', async () => {
  const riverside = await world()
  const lin = await riverside.staff(...clerkRights)
  const { id } = await makeCard(riverside)
  const send = (amountCents: number) =>
    lin.send(
      chargeUserCard,
      { id, body: { stationId: riverside.station.id, amountCents, payType: 'cash', withoutReceipt: true } },
      { 'idempotency-key': 'till-1-417' },
    )
  const answers = await Promise.all([send(50_00), send(50_00), send(50_00)])
  expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
  expect(answers[0].statusCode).toBe(200)
  expect((await send(60_00)).json().code).toBe('idempotency.reused')
  expect(await pursesOf(id)).toMatchObject({ principal: 50_00 })
})
