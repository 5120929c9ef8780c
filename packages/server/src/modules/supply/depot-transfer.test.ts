import { depotCalls, depotTransfers, monthSettlement, takeBackTransfer, transferDepot } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { invariantsOf } from '../../testing/invariants.ts'
import { scaled } from '../../testing/sampling.ts'
import { supplyWorld, type SupplyWorld } from '../../testing/supply.ts'

const fuelAt = async ({ lin, diesel }: SupplyWorld, id: number, to: string, from = to) =>
  (await lin.call(depotCalls.book, { id, query: { from, to } })).fuels.find(({ baseFuelId }) => baseFuelId === diesel)!
/** As a client does: what the server had no time for is said again. */
async function answered(it: SupplyWorld, sent: ReturnType<typeof move>): Promise<string> {
  for (;;) {
    const code = await it.lin.refused(transferDepot, sent)
    if (code !== 'server.busy') return code
  }
}
const move = (it: SupplyWorld, weightKg: number, over: object = {}) => ({
  body: { depotId: it.harbour, toDepotId: it.hill, baseFuelId: it.diesel, weightKg, day: '2026-04-20', ...over },
})

// @req SUP-007 SUP-008 SUP-023
test('a transfer moves both legs at once: at most what the depot holds on that day and on every later one', async () => {
  const it = await supplyWorld()
  const { lin, harbour, hill } = it
  await it.buy({ day: '2026-04-10', weightKg: 10_000 })
  await it.buy({ day: '2026-04-25', weightKg: 5_000 })
  await lin.call(transferDepot, move(it, 4_000, { day: '2026-04-22' }))
  expect((await fuelAt(it, harbour, '2026-04-20')).mostKg).toBe(6_000)
  expect(await lin.refused(transferDepot, move(it, 6_001))).toBe('depot.transferTooMuch')
  const told = await lin.send(transferDepot, move(it, 6_001))
  expect(told.json()).toMatchObject({ field: 'weightKg', detail: { most: '6.000' } })
  for (const weightKg of [0, -1]) expect(await lin.refused(transferDepot, move(it, weightKg))).toBe('validation')
  await lin.call(transferDepot, move(it, 6_000, { remark: 'For the hill' }))
  expect((await fuelAt(it, harbour, '2026-04-24')).stockKg).toBe(0)
  expect((await fuelAt(it, harbour, '2026-04-25')).stockKg).toBe(5_000)
  expect((await fuelAt(it, hill, '2026-04-21')).stockKg).toBe(6_000)

  const rows = async (depotId: number) => {
    const { content } = await lin.call(depotTransfers.list, { query: { search: `depotId:${depotId}`, sort: 'day,asc' } })
    return content.map(({ day, type, weightKg, otherDepotId }) => [day, type, weightKg, otherDepotId])
  }
  expect(await rows(hill)).toEqual([
    ['2026-04-20', 'transferIn', 6_000, harbour],
    ['2026-04-22', 'transferIn', 4_000, harbour],
  ])
  expect(await rows(harbour)).toEqual([
    ['2026-04-10', 'inbound', 10_000, null],
    ['2026-04-20', 'transferOut', 6_000, hill],
    ['2026-04-22', 'transferOut', 4_000, hill],
    ['2026-04-25', 'inbound', 5_000, null],
  ])
  const course = (await fuelAt(it, harbour, '2026-04-26', '2026-04-19')).days
  expect(course.map(({ stockKg }) => stockKg)).toEqual([10_000, 4_000, 4_000, 0, 0, 0, 5_000, 5_000])
  expect(course[1]).toEqual({ day: '2026-04-20', receivedKg: 0, issuedKg: 6_000, stockKg: 4_000 })
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})

test('a transfer to the same depot, to another company, in the future or of a fuel that is not there is refused', async () => {
  const it = await supplyWorld()
  const other = await supplyWorld()
  await it.buy({ weightKg: 10_000 })
  const refused = (over: object) => it.lin.refused(transferDepot, move(it, 1, over))
  expect(await refused({ toDepotId: it.harbour })).toBe('depot.sameDepot')
  expect(await refused({ toDepotId: other.hill })).toBe('notFound')
  expect(await refused({ day: '2026-05-02' })).toBe('depot.inFuture')
  expect(await refused({ baseFuelId: it.petrol })).toBe('depot.transferTooMuch')
  expect(await refused({ day: '2026-04-09' })).toBe('depot.transferTooMuch')
  await it.rows(`update depot set base_fuels = $2 where id = $1`, [it.hill, JSON.stringify([{ baseFuelId: it.petrol }])])
  expect(await refused({})).toBe('depot.otherFuelThere')
  await it.rows(
    `insert into settled_month (company_id, month) values ($1, '2026-04-01') on conflict (company_id) do update set month = excluded.month`,
    [it.company.id],
  )
  expect(await refused({ toDepotId: it.hill, baseFuelId: it.petrol })).toBe('depot.transferTooMuch')
  await it.buy({ day: '2026-05-01', baseFuelId: it.petrol, weightKg: 5 })
  expect(await refused({ baseFuelId: it.petrol, day: '2026-04-30' })).toBe('depot.transferTooMuch')
  expect(await it.lin.refused(depotCalls.book, { id: it.harbour, query: { from: '2024-01-01', to: '2026-04-01' } })).toBe(
    'depot.periodTooLong',
  )
  expect(await it.lin.refused(depotCalls.book, { id: it.harbour, query: { from: '2026-04-02', to: '2026-04-01' } })).toBe(
    'depot.endBeforeStart',
  )
})

// @req SUP-008
test('a transfer is taken back once, on its day, unless the other depot has passed the fuel on or the month is settled', async () => {
  const it = await supplyWorld()
  const other = await supplyWorld()
  const { lin, harbour, hill, diesel } = it
  await it.buy({ weightKg: 10_000 })
  const made = await lin.call(transferDepot, move(it, 6_000))
  const back = (id: number, by = lin) => by.refused(takeBackTransfer, { id, body: { reason: 'Wrong depot' } })
  expect(await back(made.id, other.lin)).toBe('notFound')
  expect(await lin.refused(takeBackTransfer, { id: made.id, body: { reason: ' ' } })).toBe('validation')

  const onward = await lin.call(transferDepot, move(it, 5_000, { depotId: hill, toDepotId: harbour, day: '2026-04-21' }))
  expect(await back(made.id)).toBe('depot.stockShort')
  expect(await back(onward.id)).toBe('allowed')
  expect(await Promise.all([back(made.id), back(made.id)]).then(answers => answers.toSorted())).toEqual([
    'allowed',
    'depot.transferTakenBack',
  ])
  expect([(await fuelAt(it, harbour, '2026-04-20')).stockKg, (await fuelAt(it, hill, '2026-04-30')).stockKg]).toEqual([10_000, 0])
  const { content } = await lin.call(depotTransfers.list, { query: { search: `depotId:${hill}`, sort: 'id,asc' } })
  expect(
    content.map(({ type, weightKg, transferId, isTakenBack, isReversal }) => [type, weightKg, transferId, isTakenBack, isReversal]),
  ).toEqual([
    ['transferIn', 6_000, made.id, true, false],
    ['transferOut', 5_000, onward.id, true, false],
    ['transferOut', -5_000, onward.id, false, true],
    ['transferIn', -6_000, made.id, false, true],
  ])
  const behind = (figure: 'transferredIn' | 'transferredOut', placeId: number) =>
    lin.call(monthSettlement.behind, { body: { month: '2026-04-01', place: 'depot', placeId, fuelId: diesel, figure } })
  for (const depot of [harbour, hill])
    for (const figure of ['transferredIn', 'transferredOut'] as const) expect((await behind(figure, depot)).content).toEqual([])

  const last = await lin.call(transferDepot, move(it, 1))
  expect((await behind('transferredIn', hill)).content).toMatchObject([{ recordId: last.id, quantity: 1, day: '2026-04-20' }])
  await it.rows(
    `insert into settled_month (company_id, month) values ($1, '2026-04-01') on conflict (company_id) do update set month = excluded.month`,
    [it.company.id],
  )
  expect(await back(last.id)).toBe('stock.monthSettled')
  expect((await it.audits()).map(({ action }) => action)).toContain('depot.takeBackTransfer')
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})

// @req SUP-008
test('transfers at once take exactly what is there', async () => {
  const it = await supplyWorld()
  const many = scaled(60, 1_000)
  const enough = Math.floor(many * 0.7)
  await it.buy({ weightKg: enough * 10 })
  const answers = await Promise.all(Array.from({ length: many }, () => answered(it, move(it, 10))))
  expect(Map.groupBy(answers, answer => answer).get('allowed')).toHaveLength(enough)
  expect(Map.groupBy(answers, answer => answer).get('depot.transferTooMuch')).toHaveLength(many - enough)
  expect([(await fuelAt(it, it.harbour, '2026-05-01')).stockKg, (await fuelAt(it, it.hill, '2026-05-01')).stockKg]).toEqual([
    0,
    enough * 10,
  ])
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
}, 300_000)

test('depots that send each other fuel at once never wait for each other', async () => {
  const it = await supplyWorld()
  await it.buy({ weightKg: 500 })
  await it.buy({ weightKg: 500, depotId: it.hill })
  const there = (turn: number) => move(it, 20, turn % 2 === 0 ? {} : { depotId: it.hill, toDepotId: it.harbour })
  const answers = await Promise.all(Array.from({ length: 40 }, (_, turn) => answered(it, there(turn))))
  expect(answers.filter(answer => !['allowed', 'depot.transferTooMuch'].includes(answer))).toEqual([])
  const [one, two] = [await fuelAt(it, it.harbour, '2026-05-01'), await fuelAt(it, it.hill, '2026-05-01')]
  expect(one.stockKg + two.stockKg).toBe(1_000)
}, 60_000)
