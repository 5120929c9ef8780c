import {
  monthSettlement,
  monthSettles,
  purchaseContracts,
  takeBackTransfer,
  transferDepot,
  transportCalls,
  transports,
} from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { invariantsOf } from '../../testing/invariants.ts'
import { settling } from '../../testing/month-end.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

afterEach(() => setClock(noon))

// @req SUP-006 SUP-013 SUP-014
test('April is settled as it was previewed: typed out, with the PIN, once; then nothing of April is bought any more', async () => {
  const it = await settling()
  expect(await it.boss.call(monthSettlement.next, {})).toEqual({ month: '2026-04-01', over: true })
  const seen = await it.preview('2026-04')
  // 400,000.00 with 13 % of tax.
  expect(seen.lines).toMatchObject([
    {
      place: 'depot',
      depotId: it.depotId,
      opening: 0,
      purchased: 150_000,
      purchasedCents: 353_982_30,
      closing: 150_000,
      closingCents: 353_982_30,
    },
  ])
  expect(seen).toMatchObject({ blocking: 0, against: [], sums: { purchasedCents: 353_982_30, closingCents: 353_982_30, soldCents: 0 } })
  // Looking writes nothing.
  expect(await it.boss.call(monthSettles.list, {})).toMatchObject({ totalElements: 0 })

  expect(await it.boss.refused(monthSettlement.confirm, await it.body(seen, { typed: '2026-05' }))).toBe('monthSettle.typed')
  expect(await it.boss.refused(monthSettlement.confirm, await it.body(seen, { pinProof: 'guessed' }))).toBe('pin.proof')
  const { id } = await it.boss.call(monthSettlement.confirm, await it.body(seen))
  expect(await it.boss.call(monthSettlement.get, { id })).toMatchObject({ month: '2026-04-01', lines: seen.lines, sums: seen.sums })
  expect(await it.boss.call(monthSettles.list, {})).toMatchObject({ content: [{ id, month: '2026-04-01', closingCents: 353_982_30 }] })

  expect(await it.boss.refused(monthSettlement.preview, { body: { month: '2026-04-01' } })).toBe('monthSettle.settled')
  await expect(it.buy('2026-04-30', 1000, 8_000_00)).rejects.toThrow('stock.monthSettled')
  expect(await it.buy('2026-05-01', 1000, 8_000_00)).toMatchObject({ weightKg: 1000 })
  expect((await it.audits()).map(({ action }) => action)).toContain('month.settle')
})

// @req SUP-006
test('what a load is worth follows from the month it left the depot in; what is on the road goes over by name', async () => {
  const it = await settling()
  await it.settle('2026-04')
  const arrived = await it.order()
  await it.load(arrived.id)
  await it.sign(arrived.id)
  const onRoad = await it.order()
  await it.load(onRoad.id)
  setClock(new Date('2026-06-02T04:00:00Z'))

  const seen = await it.preview('2026-05')
  expect(seen.against.filter(({ kind }) => kind === 'loadOpen')).toMatchObject([
    { recordId: onRoad.id, quantity: 31_580, day: '2026-05-01' },
  ])
  expect(seen.blocking).toBe(1)
  expect(await it.boss.refused(monthSettlement.confirm, await it.body(seen))).toBe('monthSettle.blocked')
  const over = await it.preview('2026-05', [onRoad.id])
  expect(over).toMatchObject({ blocking: 0, carriedOver: [{ transportId: onRoad.id, weightKg: 31_580 }] })
  // Each is worth 31.580 of 150 t of 353,982.30.
  const [depot, road, station] = over.lines
  expect(depot).toMatchObject({ opening: 150_000, issued: 63_160, issuedCents: 149_050_15, closing: 86_840, closingCents: 204_932_15 })
  expect(road).toMatchObject({
    received: 63_160,
    issued: 31_500,
    lost: 80,
    issuedCents: 74_525_07,
    closing: 31_580,
    closingCents: 74_525_08,
  })
  // Freight without tax comes in with it, what the carrier owes goes off.
  expect(station).toMatchObject({ received: 37_638_91, receivedCents: 74_525_07 + 2_311_93 - 118_03, placeName: it.station.name })
  // No tank was measured, and no delivery recorded.
  expect(over.against).toContainEqual(expect.objectContaining({ kind: 'receiptUnmatched', quantity: -37_638_91 }))
  const { id } = await it.boss.call(monthSettlement.confirm, await it.body(over))
  expect(await it.boss.call(monthSettlement.get, { id })).toMatchObject({ carriedOver: [{ transportId: onRoad.id }] })
  // The load that was signed for is settled with its month; the other is not.
  expect(await it.shown(arrived.id)).toMatchObject({ status: 'settled' })
  expect(await it.master.refused(transportCalls.takeBack, { id: arrived.id, body: { reason: 'Too late' } })).toBe('transport.settled')

  await it.sign(onRoad.id, { offloadTime: '2026-06-01T03:00:00.000Z' })
  setClock(new Date('2026-07-02T04:00:00Z'))
  const june = await it.preview('2026-06')
  expect(june.lines.find(({ place }) => place === 'road')).toMatchObject({
    opening: 31_580,
    openingCents: 74_525_08,
    issuedCents: 74_525_08,
    closing: 0,
  })
  await it.settle('2026-06')
  expect((await invariantsOf(it)).filter(({ invariant, breaches }) => invariant !== 'I7' && breaches > 0)).toEqual([])
})

test('the documents behind each figure come to it', async () => {
  const it = await settling()
  await it.buy('2026-04-20', 10_000, 7_000_00)
  const second = await it.depot(it.baseFuelId)
  await it.bring(5000, '2026-04-02', second)
  const { lines } = await it.preview('2026-04')
  const depot = lines.find(line => line.depotId === it.depotId)!
  const { content } = await it.boss.call(monthSettlement.behind, {
    body: { month: '2026-04-01', place: 'depot', placeId: it.depotId, fuelId: it.baseFuelId, figure: 'purchased' },
  })
  expect(content).toMatchObject([{ document: 'purchase', quantity: 100_000 }, { quantity: 50_000 }, { quantity: 10_000, cents: 61_946_90 }])
  expect(content.reduce((all, { quantity }) => all + quantity, 0)).toBe(depot.purchased)
  expect(content.reduce((all, { cents }) => all + (cents ?? 0), 0)).toBe(depot.purchasedCents)
})

/** Of `adjusted` the documents are shown, and what loads explain of them is taken off; the others add up. */
const figuresOf = {
  depot: ['opening', 'purchased', 'transferredIn', 'transferredOut', 'issued'],
  road: ['opening', 'received', 'issued', 'lost'],
  station: ['opening', 'purchased', 'received', 'sold'],
} as const

// @req SUP-014
test('each figure of each place opens to documents that add up to it: transfers, loads, signatures, and what came straight', async () => {
  const it = await settling()
  const hill = await it.depot(it.baseFuelId)
  await it.bring(5000, '2026-04-02', hill)
  await it.settle('2026-04')
  setClock(new Date('2026-05-01T03:00:00Z'))
  const move = (depotId: number, toDepotId: number, weightKg: number) =>
    it.boss.call(transferDepot, { body: { depotId, toDepotId, weightKg, baseFuelId: it.baseFuelId, day: '2026-05-01' } })
  await move(it.depotId, hill, 7000)
  await move(hill, it.depotId, 2000)
  const { id } = await move(it.depotId, hill, 900)
  await it.boss.call(takeBackTransfer, { id, body: { reason: 'Twice' } })
  const direct = { depotId: null, supplierId: it.supplierId, pricedBy: 'litre', deliveredKg: null, typedCl: 13_600_00, density: null }
  const loads = [await it.order(), await it.order(), await it.order({ ...direct, freightPriceCents: 0, ownAmountCents: 81_599_99 })]
  for (const load of loads) await it.load(load.id)
  await it.sign(loads[0]!.id)
  await it.sign(loads[2]!.id, { signedKg: null, signedCl: 13_590_00 })
  const shownOf = async (month: string) => {
    const { lines } = await it.preview(month)
    const opened = lines.flatMap(line => figuresOf[line.place].map(figure => ({ line, figure })))
    const sums = []
    for (const { line, figure } of opened) {
      const placeId = line.depotId ?? line.stationId
      const body = { month: `${month}-01`, place: line.place, placeId, fuelId: (line.productId ?? line.baseFuelId)!, figure }
      const { content } = await it.boss.call(monthSettlement.behind, { body })
      const sum = content.reduce((all, { quantity }) => all + quantity, 0)
      sums.push({ what: [line.place, line.placeName, figure], figure: line[figure], sum })
    }
    return sums
  }
  const may = await shownOf('2026-05')
  expect(may.map(({ what, sum }) => [what, sum])).toEqual(may.map(({ what, figure }) => [what, figure]))
  const moved = new Set(may.flatMap(({ what: [place, , figure], sum }) => (sum === 0 ? [] : [`${place} ${figure}`])))
  expect([...moved].toSorted()).toEqual([
    'depot issued',
    'depot opening',
    'depot transferredIn',
    'depot transferredOut',
    'road issued',
    'road lost',
    'road received',
    'station purchased',
    'station received',
  ])
})

test('nothing that was not looked at is settled, months come one after another, and only those that are over', async () => {
  const it = await settling()
  expect(await it.boss.refused(monthSettlement.preview, { body: { month: '2026-05-01' } })).toBe('monthSettle.outOfTurn')
  expect(await it.boss.refused(monthSettlement.preview, { body: { month: '2026-03-01' } })).toBe('monthSettle.outOfTurn')
  const seen = await it.preview('2026-04')
  await it.buy('2026-04-20', 10_000, 7_000_00)
  expect(await it.boss.refused(monthSettlement.confirm, await it.body(seen))).toBe('monthSettle.changed')
  expect(await it.boss.refused(monthSettlement.preview, { body: { month: '2026-04-01', carriedOver: [1] } })).toBe('monthSettle.notOnRoad')
  await it.settle('2026-04')
  // The running month is looked at, and not settled; a later one is not looked at.
  const running = await it.preview('2026-05')
  expect(running).toMatchObject({ over: false, lines: [{ opening: 160_000 }] })
  expect(await it.boss.refused(monthSettlement.confirm, await it.body(running))).toBe('monthSettle.notOver')
  expect(await it.boss.refused(monthSettlement.preview, { body: { month: '2026-06-01' } })).toBe('monthSettle.outOfTurn')
  expect(await it.boss.call(monthSettlement.next, {})).toEqual({ month: '2026-05-01', over: false })
})

test('two who confirm at once settle the month once; what is settled is never edited', async () => {
  const it = await settling()
  const seen = await it.preview('2026-04')
  const bodies = [await it.body(seen), await it.body(seen)]
  const outcomes = await Promise.all(bodies.map(sent => it.boss.send(monthSettlement.confirm, sent)))
  expect(outcomes.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  for (const table of ['month_settle', 'month_settle_line', 'month_settle_load', 'stock_move'])
    await expect(owned(`update ${table} set company_id = company_id where company_id = $1`, [it.company.id])).rejects.toThrow(/final|never/)
  expect(await it.boss.call(monthSettles.list, {})).toMatchObject({ totalElements: 1 })
})

test('a station sees neither the months nor what is behind them', async () => {
  const it = await settling()
  for (const who of [it.leader, it.master]) {
    expect(await who.refused(monthSettles.list, {})).toBe('auth.forbidden')
    expect(await who.refused(monthSettlement.preview, { body: { month: '2026-04-01' } })).toBe('auth.forbidden')
    expect(await who.refused(monthSettlement.next, {})).toBe('auth.forbidden')
  }
  expect(await it.boss.call(transports.list, {})).toMatchObject({ totalElements: 0 })
})

test('a day that was typed wrongly and put right leaves no months to settle behind', async () => {
  const it = await settling()
  const { id, version, ...contract } = await it.buy('1926-04-15', 10_000, 7_000_00)
  expect(await it.boss.call(monthSettlement.next, {})).toMatchObject({ month: '1926-04-01' })
  const { amountCents: _with, netCents: _without, createdDate: _then, ...entered } = contract
  await it.boss.call(purchaseContracts.update, { id, body: { ...entered, day: '2026-04-16', version } })
  expect(await it.boss.call(monthSettlement.next, {})).toEqual({ month: '2026-04-01', over: true })
  await it.settle('2026-04')
})
