import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DepotFact, MonthFacts, SignedFact, StationFact } from './facts.ts'
import { figuresOf } from './figures.ts'

const nothing: MonthFacts = { depots: [], transfers: [], issues: [], road: [], signed: [], stations: [] }
const diesel = 7
const depot = (depotId: number, kg: number, cents: number, openingKg = 0, openingCents = 0): DepotFact => ({
  depotId,
  baseFuelId: diesel,
  opening: { quantity: openingKg, cents: openingCents },
  purchased: { quantity: kg, cents },
})
const load = (transportId: number, depotId: number, weightKg: number) => ({ transportId, depotId, baseFuelId: diesel, weightKg })
const signature = (of: Partial<SignedFact> & Pick<SignedFact, 'transportId' | 'signedCl'>): SignedFact => ({
  depotId: 1,
  baseFuelId: diesel,
  stationId: 10,
  productId: 100,
  loadedKg: null,
  signedKg: null,
  netCents: 0,
  freightNetCents: 0,
  claimNetCents: 0,
  valuedCents: null,
  ...of,
})
const tanks = (of: Partial<StationFact>): StationFact => ({
  stationId: 10,
  productId: 100,
  opening: null,
  bookOpeningCl: 0,
  intakeCl: 0,
  enteredCl: 0,
  openedCl: 0,
  soldCl: 0,
  closingCl: 0,
  measured: true,
  measuredOn: null,
  soldSinceCl: 0,
  salesNetCents: 0,
  ...of,
})
const lineOf = (facts: MonthFacts, place: string, id?: number) =>
  figuresOf(facts).lines.find(line => line.place === place && (id === undefined || line.depotId === id || line.stationId === id))!

test('what leaves a depot is worth its share of what came in, and the rest stays: the vector of the standards', () => {
  const facts = { ...nothing, depots: [depot(1, 50_000, 38_912_345)], issues: [load(5, 1, 17_320)] }
  expect(lineOf(facts, 'depot')).toMatchObject({ issuedCents: 13_479_236, closingCents: 25_433_109, closing: 32_680 })
})

test('an emptied depot is worth nothing, however its loads are rounded', () => {
  const facts = { ...nothing, depots: [depot(1, 3, 100)], issues: [load(5, 1, 1), load(6, 1, 1), load(7, 1, 1)] }
  const { loads } = figuresOf(facts)
  expect(loads.map(({ cents }) => cents)).toEqual([33, 34, 33])
  expect(lineOf(facts, 'depot')).toMatchObject({ issuedCents: 100, closing: 0, closingCents: 0, adjustedCents: 0 })
})

test('depots that send each other fuel have prices that follow from each other', () => {
  // A buys 100 t at 6.00 and B 100 t at 8.00. A sends B 50 t; B sends 50 t of what it has then to A.
  const depots = [depot(1, 100_000, 60_000_000), depot(2, 100_000, 80_000_000)]
  const both = [
    { fromId: 1, toId: 2, baseFuelId: diesel, weightKg: 50_000 },
    { fromId: 2, toId: 1, baseFuelId: diesel, weightKg: 50_000 },
  ]
  const facts = { ...nothing, depots, transfers: both }
  // a = (600,000 + 50 b) / 150 and b = (800,000 + 50 a) / 150, by the ton: a = 6,500, b = 7,500.
  expect(lineOf(facts, 'depot', 1)).toMatchObject({
    transferredOutCents: 32_500_000,
    transferredInCents: 37_500_000,
    closingCents: 65_000_000,
  })
  expect(lineOf(facts, 'depot', 2)).toMatchObject({ transferredInCents: 32_500_000, closingCents: 75_000_000 })
})

test('a load of the month before keeps the value it left the depot with, and the carrier pays for what was claimed', () => {
  const facts: MonthFacts = {
    ...nothing,
    road: [{ baseFuelId: diesel, opening: { quantity: 20_000, cents: 14_000_000 } }],
    signed: [
      signature({
        transportId: 5,
        loadedKg: 20_000,
        signedKg: 19_900,
        signedCl: 2_340_000,
        valuedCents: 14_000_000,
        freightNetCents: 120_000,
        claimNetCents: 50_000,
      }),
    ],
    stations: [tanks({ opening: { quantity: 0, cents: 0 }, intakeCl: 2_340_000, soldCl: 1_000_000, closingCl: 1_339_000 })],
  }
  expect(lineOf(facts, 'road')).toMatchObject({ opening: 20_000, issued: 19_900, lost: 100, issuedCents: 14_000_000, closingCents: 0 })
  const station = lineOf(facts, 'station')
  expect(station).toMatchObject({ received: 2_340_000, receivedCents: 14_070_000, lost: 1000, lostCents: 6013, soldCents: 6_012_821 })
  expect(station.closingCents).toBe(14_070_000 - 6013 - 6_012_821)
})

test('a first stock is worth what the fuel of the month cost; sales of which nothing came in have no cost, and are named', () => {
  const bought = signature({ transportId: 5, depotId: null, signedCl: 1_000_000, netCents: 700_000 })
  const first = { ...nothing, signed: [bought], stations: [tanks({ bookOpeningCl: 500_000, intakeCl: 1_000_000, closingCl: 1_500_000 })] }
  expect(figuresOf(first).openingUnknown).toHaveLength(1)
  expect(lineOf(first, 'station')).toMatchObject({ opening: 500_000, openingCents: 350_000, purchased: 1_000_000, closingCents: 1_050_000 })
  const empty = { ...nothing, stations: [tanks({ bookOpeningCl: 500_000, soldCl: 200_000, closingCl: 300_000 })] }
  expect(figuresOf(empty).costUnknown).toHaveLength(1)
  expect(lineOf(empty, 'station')).toMatchObject({ soldCents: 0, closing: 300_000 })
})

test('what came into the tanks without a load is adjusted at the average, and told', () => {
  const bought = signature({ transportId: 5, depotId: null, signedCl: 1_000_000, netCents: 700_000 })
  const facts = { ...nothing, signed: [bought], stations: [tanks({ intakeCl: 1_200_000, soldCl: 1_200_000 })] }
  expect(figuresOf(facts).unmatched).toMatchObject([{ cl: 200_000 }])
  // Nothing is left, so that all of it was sold.
  expect(lineOf(facts, 'station')).toMatchObject({ adjusted: 200_000, adjustedCents: 140_000, soldCents: 840_000, closingCents: 0 })
})

const someKg = fc.integer({ min: 1, max: 60_000 })
/** Three depots that buy, send each other fuel and fill trucks with what they have; every truck is signed for, or still on the road. */
const month = fc
  .record({
    bought: fc.array(fc.record({ kg: fc.integer({ min: 100_000, max: 400_000 }), price: fc.integer({ min: 0, max: 900 }) }), {
      minLength: 3,
      maxLength: 3,
    }),
    sent: fc.array(fc.record({ from: fc.nat(2), to: fc.nat(2), kg: fc.integer({ min: 1, max: 20_000 }) }), { maxLength: 4 }),
    loads: fc.array(fc.record({ depot: fc.nat(2), kg: fc.integer({ min: 1, max: 3000 }), signed: fc.boolean(), short: fc.nat(50) }), {
      maxLength: 12,
    }),
    soldCl: someKg,
    lostCl: fc.integer({ min: -500, max: 500 }),
  })
  .map(({ bought, sent, loads, soldCl, lostCl }): MonthFacts => {
    const transfers = sent
      .filter(({ from, to }) => from !== to)
      .map(({ from, to, kg }) => ({ fromId: from + 1, toId: to + 1, baseFuelId: diesel, weightKg: kg }))
    const issues = loads.map(({ depot: of, kg }, i) => load(i + 1, of + 1, kg))
    const signed = loads.flatMap(({ depot: of, kg, signed: is, short }, i) =>
      is
        ? [
            signature({
              transportId: i + 1,
              depotId: of + 1,
              loadedKg: kg,
              signedKg: Math.max(1, kg - short),
              signedCl: kg * 118,
              freightNetCents: kg,
            }),
          ]
        : [],
    )
    const came = signed.reduce((all, { signedCl }) => all + signedCl, 0)
    const station = tanks({ intakeCl: came, soldCl, bookOpeningCl: soldCl + 1000, closingCl: Math.max(0, came + 1000 - lostCl) })
    const depots = bought.map(({ kg, price }, i) => depot(i + 1, kg, kg * price))
    return { ...nothing, depots, transfers, issues, signed, stations: [station] }
  })

test('nothing is lost and nothing comes from nowhere, in quantity and in money, of any line and of all together', () => {
  fc.assert(
    fc.property(month, facts => {
      const { lines, sums, loads } = figuresOf(facts)
      for (const line of lines) {
        const { opening, purchased, received, transferredIn, adjusted, transferredOut, issued, sold, lost, closing } = line
        expect(opening + purchased + received + transferredIn + adjusted).toBe(transferredOut + issued + sold + lost + closing)
        expect(line.openingCents + line.purchasedCents + line.receivedCents + line.transferredInCents + line.adjustedCents).toBe(
          line.transferredOutCents + line.issuedCents + line.soldCents + line.lostCents + line.closingCents,
        )
        if (line.closing === 0 && line.place !== 'road') expect(line.closingCents).toBe(0)
      }
      expect(sums.openingCents + sums.purchasedCents + sums.freightCents + sums.adjustedCents).toBe(
        sums.claimedCents + sums.soldCents + sums.lostCents + sums.closingCents,
      )
      const left = lines.filter(({ place }) => place === 'depot').reduce((all, { issuedCents }) => all + issuedCents, 0)
      expect(loads.reduce((all, { cents }) => all + cents, 0)).toBe(left)
      // No load is dearer than the dearest fuel, or cheaper than the cheapest, by more than rounding.
      const prices = facts.depots.map(({ purchased }) => purchased.cents / purchased.quantity)
      for (const { cents, weightKg } of loads) {
        expect(cents).toBeLessThanOrEqual(Math.ceil(weightKg * Math.max(...prices)) + 2)
        expect(cents).toBeGreaterThanOrEqual(Math.floor(weightKg * Math.min(...prices)) - 2)
      }
    }),
    { numRuns: 300 },
  )
})
