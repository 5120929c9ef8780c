import {
  depotCalls,
  depotTransfers,
  monthSettlement,
  purchaseContracts,
  purchaseCorrectionCalls,
  purchaseCorrectionProof,
  purchaseCorrections,
  transferDepot,
} from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { settling } from '../../testing/month-end.ts'
import { at } from '../../testing/settlement.ts'
import { noon, setClock } from '../../testing/world.ts'

afterEach(() => setClock(noon))

/** April is settled: 100 t that are worth nothing, and a contract of 50 t at 8,000.00. It is the tenth of May. */
async function settledApril() {
  const it = await settling()
  const { content } = await it.boss.call(purchaseContracts.list, { query: {} })
  const id = content[0]!.id
  setClock(at('09:00', '2026-05-02'))
  await it.settle('2026-04')
  setClock(at('09:00', '2026-05-10'))
  const correct = async (over: object = {}) => {
    const entered = { day: '2026-05-09', weightKg: -2_000, amountCents: -16_000_00, reason: 'Billed 2 t too much', ...over }
    return { id, body: { ...entered, pinProof: await proofOf(it.boss.actor, purchaseCorrectionProof(id, entered.amountCents)) } }
  }
  const held = async (day: string) => {
    const { fuels } = await it.boss.call(depotCalls.book, { id: it.depotId, query: { from: day, to: day } })
    return fuels.find(({ baseFuelId }) => baseFuelId === it.baseFuelId)!
  }
  const depotOf = async (month: string) => (await it.preview(month)).lines.find(({ depotId }) => depotId === it.depotId)!
  return { ...it, id, correct, held, depotOf }
}

// @req SUP-003 SUP-006 SUP-015
test('two tons that the supplier credits after the month are bought less in the open one; contract and month stay', async () => {
  const it = await settledApril()
  const body = { day: '2026-05-09', weightKg: -2_000, amountCents: -16_000_00 }
  expect(await it.boss.call(purchaseCorrectionCalls.preview, { id: it.id, body })).toEqual({
    weightKg: 50_000,
    amountCents: 400_000_00,
    netCents: -14_159_29,
    mostKg: 150_000,
  })
  const made = await it.boss.call(purchaseCorrectionCalls.correct, await it.correct())
  expect(made).toMatchObject({ contractId: it.id, weightKg: -2_000, amountCents: -16_000_00, netCents: -14_159_29 })
  expect(await it.boss.call(purchaseContracts.get, { id: it.id })).toMatchObject({ weightKg: 50_000, amountCents: 400_000_00 })
  expect([(await it.held('2026-05-08')).stockKg, (await it.held('2026-05-09')).stockKg]).toEqual([150_000, 148_000])
  expect(await it.held('2026-05-09')).toMatchObject({ valueCents: 384_000_00, days: [{ receivedKg: -2_000, issuedKg: 0 }] })
  const { content } = await it.boss.call(depotTransfers.list, { query: { search: `depotId:${it.depotId},day:2026-05-09` } })
  expect(content).toMatchObject([{ type: 'inbound', weightKg: -2_000, isReversal: false }])

  expect(await it.depotOf('2026-05')).toMatchObject({
    opening: 150_000,
    purchased: -2_000,
    purchasedCents: -14_159_29,
    issued: 0,
    closing: 148_000,
  })
  const asked = { month: '2026-05-01', place: 'depot', placeId: it.depotId, fuelId: it.baseFuelId, figure: 'purchased' } as const
  expect((await it.boss.call(monthSettlement.behind, { body: asked })).content).toMatchObject([
    { document: 'purchaseCorrection', recordId: it.id, quantity: -2_000, cents: -14_159_29 },
  ])
  expect((await it.audits()).filter(({ action }) => action === 'purchase.correct')).toHaveLength(1)
  setClock(at('09:00', '2026-06-02'))
  await it.settle('2026-05')
  expect(await it.held('2026-06-01')).toMatchObject({ stockKg: 148_000, valueCents: 384_000_00 })
  expect((await invariantsOf(it)).filter(({ invariant, breaches }) => invariant !== 'I7' && breaches > 0)).toEqual([])
})

// @req SUP-003 SUP-006
test('a price that was too high is credited without fuel, and a ton that was forgotten is bought more', async () => {
  const it = await settledApril()
  await it.boss.call(
    purchaseCorrectionCalls.correct,
    await it.correct({ weightKg: 0, amountCents: -5_000_00, reason: 'Price of the week' }),
  )
  await it.boss.call(purchaseCorrectionCalls.correct, await it.correct({ weightKg: 1_000, amountCents: 8_000_00, reason: 'Forgotten' }))
  expect(await it.held('2026-05-09')).toMatchObject({ stockKg: 151_000, valueCents: 403_000_00 })
  expect(await it.depotOf('2026-05')).toMatchObject({ purchased: 1_000, purchasedCents: 7_079_65 - 4_424_78 })
  expect(await it.boss.call(purchaseCorrections.totals, { query: { search: `contractId:${it.id}` } })).toMatchObject({
    count: 2,
    weightKg: 1_000,
    amountCents: 3_000_00,
  })
})

// @req SUP-009 SUP-028
test.each([
  [{ weightKg: 0, amountCents: 0 }, 'purchaseCorrection.nothing'],
  [{ weightKg: -1_000, amountCents: 10_00 }, 'purchaseCorrection.bothWays'],
  [{ weightKg: -50_001 }, 'purchaseCorrection.moreThanBought'],
  [{ amountCents: -400_000_01 }, 'purchaseCorrection.moreThanBought'],
  [{ day: '2026-04-30' }, 'stock.monthSettled'],
  [{ day: '2026-05-11' }, 'depot.inFuture'],
  [{ reason: '' }, 'validation'],
  [{ pinProof: 'made up' }, 'pin.proof'],
  [{}, 'allowed'],
])('a correction with %j is %s', async (over, said) => {
  const it = await settledApril()
  const call = await it.correct(over)
  expect(await it.boss.refused(purchaseCorrectionCalls.correct, { ...call, body: { ...call.body, ...over } })).toBe(said)
})

// @req SUP-028
test('no correction takes from a depot what has left it since, and a contract of the open month is edited instead', async () => {
  const it = await settledApril()
  const other = await it.depot(it.baseFuelId)
  const all = { depotId: it.depotId, toDepotId: other, baseFuelId: it.baseFuelId, weightKg: 149_000, day: '2026-05-10', remark: '' }
  await it.boss.call(transferDepot, { body: all })
  expect(await it.boss.refused(purchaseCorrectionCalls.correct, await it.correct())).toBe('depot.stockShort')
  await it.boss.call(purchaseCorrectionCalls.correct, await it.correct({ weightKg: -1_000, amountCents: -8_000_00 }))
  expect(await it.stock()).toBe(0)
  const { id } = await it.buy('2026-05-03', 1_000, 8_000_00)
  const call = await it.correct()
  expect(await it.boss.refused(purchaseCorrectionCalls.correct, { ...call, id })).toBe('purchaseCorrection.notSettled')
})
