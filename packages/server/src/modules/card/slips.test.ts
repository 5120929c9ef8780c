import { cardLife } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { makeCard, returnCard } from '../../testing/card.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { cardForUpdate } from './card.ts'
import { askReplacement, replaceCard, topUp } from './index.ts'

afterEach(() => setClock(noon))

// @req CRD-015 CRD-016 CRD-017
test('issue, top-up, replacement and return can be printed again, each with the number that the card had then', async () => {
  const riverside = await world()
  const { station } = riverside
  setClock('2026-03-01T02:00:00.000Z')
  const card = await makeCard(riverside, { number: '6200000000001111' })
  const lin = await riverside.staff('card.detail.read', 'card.userCard.read')
  setClock('2026-03-02T02:00:00.000Z')
  const paid = await riverside.within(ctx =>
    topUp(ctx, { userCardId: card.id, amountCents: 80_00, giftCents: 5_00, from: { stationId: station.id, payType: 'ali' } }),
  )
  setClock('2026-03-03T02:00:00.000Z')
  await riverside.within(async ctx => {
    const locked = await cardForUpdate(ctx, card.id)
    await askReplacement(ctx, locked.card, { number: '6200000000002222', reason: 'damaged', remark: 'Bent' })
    await replaceCard(ctx, locked, null)
  })
  setClock('2026-03-04T02:00:00.000Z')
  await riverside.within(ctx => returnCard(ctx, card.id, station.id))

  const { content } = await lin.call(cardLife.slips, { id: card.id })
  expect(content).toMatchObject([
    { kind: 'cardReturn', number: '6200000000002222', amountCents: 80_00, giftCents: 5_00, payType: 'cash', station: 'Riverside East' },
    { kind: 'reissue', number: '6200000000002222', before: '6200000000001111', reason: 'damaged', remark: 'Bent', amountCents: null },
    { kind: 'topUp', id: paid.detailId, number: '6200000000001111', amountCents: 80_00, payType: 'ali', station: 'Riverside East' },
    { kind: 'issue', id: card.id, number: '6200000000001111', at: '2026-03-01T02:00:00.000Z', before: null, station: null },
  ])
})

test('of many top-ups the newest twenty are offered; of a card that nobody issued yet, nothing', async () => {
  const riverside = await world()
  const card = await makeCard(riverside)
  const from = { stationId: riverside.station.id, payType: 'cash' as const }
  for (let turn = 1; turn <= 22; turn++) await riverside.within(ctx => topUp(ctx, { userCardId: card.id, amountCents: turn, from }))
  const lin = await riverside.staff('card.detail.read', 'card.userCard.read')
  const { content } = await lin.call(cardLife.slips, { id: card.id })
  const topUps = content.filter(({ kind }) => kind === 'topUp')
  expect(topUps.map(({ amountCents }) => amountCents)).toEqual(Array.from({ length: 20 }, (_, turn) => 22 - turn))
  const waiting = await makeCard(riverside, { awaitsChip: true })
  expect((await lin.call(cardLife.slips, { id: waiting.id })).content).toEqual([])
})

test('another company’s card has no slips', async () => {
  const { id } = await makeCard(await world(), { principalCents: 1 })
  const stranger = await (await world()).staff('card.detail.read', 'card.userCard.read')
  expect(await stranger.refused(cardLife.slips, { id })).toBe('notFound')
})
