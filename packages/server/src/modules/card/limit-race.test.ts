import { cardLimits, orderPayments } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { limitedShop } from '../../testing/card-limits.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { scaled } from '../../testing/sampling.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const payments = scaled(200, 1_000)

test(`of ${payments} payments of 10.00 at once against a limit of 500.00 a day exactly fifty are made`, { timeout: 300_000 }, async () => {
  const it = await limitedShop({ profile: { dayCentsMax: 500_00 } })
  const ids: number[] = []
  for (let turn = 0; turn < payments; turn++) ids.push((await it.sell({ lineItems: [{ itemId: it.goods.id, pieces: 2 }] })).id)
  const outcomes = await Promise.all(ids.map(id => it.lin.refused(orderPayments.card, { id, body: { userCardId: it.card.id } })))
  expect(outcomes.filter(outcome => outcome === 'allowed')).toHaveLength(50)
  expect(new Set(outcomes)).toEqual(new Set(['allowed', 'card.dayLimit']))
  expect(await it.use()).toMatchObject([
    { period: 'day', cents: 500_00 },
    { period: 'month', cents: 500_00 },
  ])
  const judged = await it.lin.call(cardLimits.judgements, { id: it.card.id, query: { size: 1 } })
  expect(judged.totalElements).toBe(payments)
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})
