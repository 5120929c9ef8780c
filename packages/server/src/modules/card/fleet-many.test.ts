import { addFleet, cardShares, fleetActs, fleets } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { scaled } from '../../testing/sampling.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { issueCards } from './index.ts'

const subs = scaled(400, 10_000)

test(`a fleet of ${subs} sub cards: what is allocated to all, taken back from all, and stopped, is done to each in one act`, {
  timeout: 300_000,
}, async () => {
  setClock(noon)
  const it = await world()
  const lin = await it.staff({ over: { stationId: it.station.id } })
  const { id: groupId } = await lin.call(addFleet, { body: { name: 'Post' } })
  const master = await makeCard(it, { kind: 'master', groupId, principalCents: subs * 2_00 })
  await it.within(ctx =>
    issueCards(
      ctx,
      it.company.id,
      Array.from({ length: subs }, (_, turn) => ({
        number: `77${String(1e8 + turn)}`,
        kind: 'sub' as const,
        cardId: master.cardId,
        userId: master.userId,
        parentId: master.id,
      })),
    ),
  )
  const held = () =>
    it.rows(
      `select count(*)::int as cards, sum(principal_cents)::int as cents from user_card_state
       where parent_id = $1 and principal_cents > 0`,
      [master.id],
    )
  const body = { eachCents: 1_50, confirmAmountCents: subs * 1_50 }
  expect(await lin.call(cardShares.preview, { id: master.id, body: { eachCents: 1_50 } })).toMatchObject({
    count: subs,
  })
  expect(await lin.call(cardShares.assign, { id: master.id, body })).toMatchObject({ count: subs, passedOver: 0 })
  expect(await held()).toEqual([{ cards: subs, cents: subs * 1_50 }])
  const share = { valueMode: 'share' as const, confirmAmountCents: subs * 1_50 }
  await lin.call(fleetActs.mode, { id: groupId, body: share })
  expect(await held()).toEqual([{ cards: 0, cents: null }])
  await lin.call(fleetActs.stop, { id: groupId, body: { confirmName: 'Post' } })
  expect(
    await it.rows(`select count(*)::int as cards from card_black_list where reason = 'stopped' and company_id = $1`, [it.company.id]),
  ).toEqual([{ cards: subs + 1 }])
  await lin.call(fleetActs.start, { id: groupId, body: {} })
  expect((await lin.call(fleets.get, { id: groupId })).stoppedAt).toBeNull()
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})
