import { orderAdvice, purchaseCorrectionCalls, purchaseCorrectionProof, transportCosts } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { settling } from '../../testing/month-end.ts'
import { at } from '../../testing/settlement.ts'
import { supplied } from '../../testing/transport.ts'
import { noon, setClock } from '../../testing/world.ts'
import { fittest } from './transport-advice.ts'

afterEach(() => setClock(noon))

test('a load costs its fuel and its freight without what is claimed, and a litre its share of that', async () => {
  const it = await supplied()
  const { id } = await it.order()
  const before = await it.boss.call(transportCosts.of, { id })
  expect(before).toMatchObject({
    fuel: { cents: 247_760_89, netCents: 219_257_42 },
    freight: null,
    total: null,
    netPerKilolitreCents: null,
  })
  await it.load(id)
  await it.sign(id)
  expect(await it.boss.call(transportCosts.of, { id })).toEqual({
    fuel: { cents: 247_760_89, netCents: 219_257_42 },
    freight: { cents: 2_520_00, netCents: 2_311_93 },
    claim: { cents: 133_37, netCents: 118_03 },
    total: { cents: 250_147_52, netCents: 221_451_32 },
    // 63 kg of 31,580 that may be lost: it is in the total.
    allowedLoss: { cents: 494_27, netCents: 437_40 },
    signedCl: 37_638_91,
    netPerKilolitreCents: 5_883_57,
    perKilolitreCents: 6_645_98,
  })
})

test('an invoice is rebuilt from contract and loads: by quantity, by price, by its own reckoning, and what it leaves out', async () => {
  const it = await supplied()
  const direct = { depotId: null, supplierId: it.supplierId, freightPriceCents: 0, priceCents: 8_000_00 }
  for (const [billNo, deliveredKg] of [
    ['A', 10_000],
    ['B', 20_000],
    ['C', 30_000],
    ['D', 5_000],
    ['E', 5_000],
  ] as const) {
    const { id } = await it.order({ ...direct, billNo, deliveredKg })
    await it.load(id)
  }
  await it.order({ ...direct, billNo: 'F' })
  const lines = [
    { billNo: 'A', weightKg: 10_000, priceCents: 8_000_00, amountCents: 80_000_00 },
    { billNo: 'B', weightKg: 20_100, priceCents: 8_000_00, amountCents: 160_800_00 },
    { billNo: 'C', weightKg: 30_000, priceCents: 8_050_00, amountCents: 241_500_00 },
    { billNo: 'D', weightKg: 5_010, priceCents: 8_010_00, amountCents: 40_130_11 },
    { billNo: 'A', weightKg: 10_000, priceCents: 8_000_00, amountCents: 80_000_00 },
    { billNo: 'X', amountCents: 1_00 },
  ]
  const body = { supplierId: it.supplierId, fromDay: '2026-05-01', untilDay: '2026-05-01', lines }
  const { lines: compared, missing, ...sums } = await it.boss.call(transportCosts.compareInvoice, { body })
  const causes = compared.map(({ verdict, differenceCents, quantityCents, priceCents, reckoningCents }) => {
    return [verdict, differenceCents, quantityCents, priceCents, reckoningCents]
  })
  expect(causes).toEqual([
    ['agrees', 0, 0, 0, 0],
    ['differs', 800_00, 800_00, 0, 0],
    ['differs', 1_500_00, 0, 1_500_00, 0],
    ['differs', 130_11, 80_00, 50_10, 1],
    ['twice', 80_000_00, 0, 0, 0],
    ['unknown', 1_00, 0, 0, 0],
  ])
  expect(missing).toMatchObject([{ billNo: 'E', amountCents: 40_000_00 }])
  expect(sums).toEqual({ currency: 'CNY', amountCents: 602_431_11, expectedCents: 560_000_00, differenceCents: 42_431_11 })
  const earlier = await it.boss.call(transportCosts.compareInvoice, { body: { ...body, fromDay: '2026-04-01', untilDay: '2026-04-30' } })
  expect(earlier.lines.map(({ verdict }) => verdict)).toEqual(Array(6).fill('unknown'))
})

test('an invoice for what was bought into a depot is held against its contract, as it was corrected', async () => {
  const it = await settling()
  const credited = await it.buy('2026-04-16', 10_000, 8_000_00)
  const left = await it.buy('2026-04-17', 1_000, 8_000_00)
  await it.settle('2026-04')
  const correction = { day: '2026-05-01', weightKg: -2_000, amountCents: -16_000_00, reason: 'Two tons short' }
  const pinProof = await proofOf(it.boss.actor, purchaseCorrectionProof(credited.id, correction.amountCents))
  await it.boss.call(purchaseCorrectionCalls.correct, { id: credited.id, body: { ...correction, pinProof } })
  const lines = [{ billNo: credited.number, weightKg: 10_000, priceCents: 8_000_00, amountCents: 80_000_00 }]
  const body = { supplierId: it.supplierId, fromDay: '2026-04-16', untilDay: '2026-04-30', lines }
  const answer = await it.boss.call(transportCosts.compareInvoice, { body })
  expect(answer).toMatchObject({
    lines: [
      { verdict: 'differs', contractIds: [credited.id], transportIds: [], quantityCents: 16_000_00, priceCents: 0, reckoningCents: 0 },
    ],
    missing: [{ document: 'purchase', id: left.id, billNo: left.number, amountCents: 8_000_00 }],
    expectedCents: 72_000_00,
  })
})

test('it is advised to order what runs out first, as much as whole compartments of a truck bring into the room that is left', async () => {
  const it = await supplied()
  await it.rows('update tank set measured_at = now(), volume_cl = 600000, max_volume_cl = 4000000 where id = $1', [it.tankId])
  const { content } = await it.boss.call(orderAdvice, {})
  // Filled to 95 %: 38,000 L, of which 6,000 are there. 15,000 + 15,000 fit; all three compartments do not.
  expect(content).toMatchObject([
    { stationId: it.station.id, heldCl: 6_000_00, roomCl: 32_000_00, proposedCl: 30_000_00, daysToEmpty: null },
  ])
  const { id } = await it.order({ deliveredKg: null, typedCl: 20_000_00 })
  const later = await it.boss.call(orderAdvice, {})
  expect(later.content).toMatchObject([
    { openLoads: 1, openCl: 20_000_00, roomCl: 12_000_00, proposedCl: 10_000_00, truck: { id: it.truckId } },
  ])
  await it.load(id)
  // On the road it is still to come.
  expect((await it.boss.call(orderAdvice, {})).content).toMatchObject([{ openLoads: 1, openCl: 20_000_00, proposedCl: 10_000_00 }])
  await it.sign(id, { signedKg: null, signedCl: 20_000_00 })
  expect((await it.boss.call(orderAdvice, {})).content).toMatchObject([{ openLoads: 0, openCl: 0 }])
  expect((await it.boss.call(orderAdvice, { query: { withinDays: 3 } })).content).toEqual([])
})

test('days to empty follow from what the settled shifts have metered', async () => {
  const it = await supplied()
  await it.rows('update tank set measured_at = now(), volume_cl = 500000 where id = $1', [it.tankId])
  await it.begin('08:00')
  await it.sellAt('09:00', { lineItems: [{ volumeCl: 1_000_00 }] })
  const [running] = await it.rows<{ id: number }>(`select id from daily_state where station_id = $1 and status = 'open'`, [it.station.id])
  setClock(at('12:00'))
  await it.close(running!.id, 0, { force: true })
  const { content } = await it.boss.call(orderAdvice, { query: { withinDays: 10 } })
  expect(content).toMatchObject([{ soldPerDayCl: 1_000_00, daysToEmpty: 5 }])
})

const trucks = [
  { id: 1, plate: 'A', compartments: [{ volumeCl: 6_000_00 }, { volumeCl: 8_000_00 }, { volumeCl: 10_000_00 }] },
  { id: 2, plate: 'B', compartments: [{ volumeCl: 8_000_00 }, { volumeCl: 6_000_00 }] },
]
test.each([
  [5_999_99, 0, null],
  [6_000_00, 6_000_00, 2],
  [14_500_00, 14_000_00, 2],
  [17_000_00, 16_000_00, 1],
  [99_000_00, 24_000_00, 1],
])('into a room of %i cl go %i cl', (room, volumeCl, id) => {
  expect(fittest(room, trucks)).toMatchObject({ volumeCl, truck: id === null ? null : { id } })
})
