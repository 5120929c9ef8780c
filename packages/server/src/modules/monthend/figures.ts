import { monthFigures, type MonthFigure, type MonthLine, type MonthSums } from '@forecourt/contract'
import type { Amount, DepotFact, MonthFacts, SignedFact, StationFact } from './facts.ts'
import { fraction, nothing, priceOf, solve, valuesOf, worth, type Fraction } from './shares.ts'

/** A line without the names of its place and fuel. */
export type FigureLine = Omit<MonthLine, 'placeName' | 'fuelName'>
export interface MonthFigures {
  readonly lines: readonly FigureLine[]
  /** What each load that left a depot in the month was worth. */
  readonly loads: readonly { readonly transportId: number; readonly weightKg: number; readonly cents: number }[]
  readonly sums: MonthSums
  /** Products of stations whose first stock has no value of its own, and those that sold what nothing was paid for. */
  readonly openingUnknown: readonly StationFact[]
  readonly costUnknown: readonly StationFact[]
  /** Products of stations that sold something after their tanks were measured last. */
  readonly measuredEarlier: readonly StationFact[]
  /** What came into the tanks without a load, less than nothing where a load is not in them. */
  readonly unmatched: readonly { readonly of: StationFact; readonly cl: number }[]
}

const none: Amount = { quantity: 0, cents: 0 }
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
const of = <F extends MonthFigure>(figures: { readonly [G in F]: Amount }) =>
  Object.fromEntries(
    monthFigures.flatMap(figure => {
      const { quantity, cents } = (figures as Partial<Record<MonthFigure, Amount>>)[figure] ?? none
      return [
        [figure, quantity],
        [`${figure}Cents`, cents],
      ]
    }),
  ) as Pick<MonthLine, MonthFigure | `${MonthFigure}Cents`>
const nowhere = { depotId: null, stationId: null, baseFuelId: null, productId: null, measured: null, salesNetCents: null }

/** 加权平均: one price a kilogram for each depot, of what it began with, bought and was sent by others, whose prices follow likewise. */
function pricesOf(depots: readonly DepotFact[], transfers: MonthFacts['transfers']): Fraction[] {
  const came = depots.map(({ depotId }) => depots.map(other => sent(transfers, other.depotId, depotId)))
  const pool = depots.map(({ opening, purchased }, i) => opening.quantity + purchased.quantity + sum(came[i]!))
  const part = (over: number, i: number) => (pool[i]! > 0 ? fraction(BigInt(over), BigInt(pool[i]!)) : nothing)
  return solve(
    depots.map(({ opening, purchased }, i) => part(opening.cents + purchased.cents, i)),
    came.map((from, i) => from.map(kg => part(kg, i))),
  )
}
const sent = (transfers: MonthFacts['transfers'], from: number, to: number) =>
  sum(transfers.filter(({ fromId, toId }) => fromId === from && toId === to).map(({ weightKg }) => weightKg))

/** The depots of one base fuel, and what their loads were worth. */
function depotsOf(baseFuelId: number, { depots, transfers, issues }: MonthFacts) {
  const here = depots.filter(depot => depot.baseFuelId === baseFuelId)
  const moved = transfers.filter(transfer => transfer.baseFuelId === baseFuelId)
  const prices = pricesOf(here, moved)
  const priceOfDepot = (id: number) => prices[here.findIndex(({ depotId }) => depotId === id)] ?? nothing
  const sentBy = (from: number, to: number): Amount => {
    const quantity = sent(moved, from, to)
    return { quantity, cents: worth(quantity, priceOfDepot(from)) }
  }
  const all = (amounts: readonly Amount[]): Amount => ({
    quantity: sum(amounts.map(({ quantity }) => quantity)),
    cents: sum(amounts.map(({ cents }) => cents)),
  })
  const loads: MonthFigures['loads'][number][] = []
  const lines = here.map(({ depotId, opening, purchased }): FigureLine => {
    const transferredIn = all(here.map(other => sentBy(other.depotId, depotId)))
    const transferredOut = all(here.map(other => sentBy(depotId, other.depotId)))
    const left = issues.filter(load => load.depotId === depotId && load.baseFuelId === baseFuelId)
    const rest = all([opening, purchased, transferredIn])
    const stock = { quantity: rest.quantity - transferredOut.quantity, cents: rest.cents - transferredOut.cents }
    const values = valuesOf(
      left.map(({ weightKg }) => weightKg),
      priceOf(stock.quantity, stock.cents),
    )
    left.forEach(({ transportId, weightKg }, i) => loads.push({ transportId, weightKg, cents: values[i]! }))
    const issued = { quantity: sum(left.map(({ weightKg }) => weightKg)), cents: sum(values) }
    const closing = stock.quantity - issued.quantity
    // Of transfers that were rounded a cent may be left where no fuel is.
    const adjusted = { quantity: 0, cents: closing === 0 ? issued.cents - stock.cents + 0 : 0 }
    const closed = { quantity: closing, cents: stock.cents + adjusted.cents - issued.cents }
    const figures = of({ opening, purchased, transferredIn, transferredOut, issued, adjusted, closing: closed })
    return { ...nowhere, place: 'depot', depotId, baseFuelId, ...figures }
  })
  return { lines, loads }
}

/** What is on the road: it came from depots, and leaves it where a station signs; what is lost on the way is borne by what arrives. */
function roadOf(baseFuelId: number, facts: MonthFacts, value: (load: SignedFact) => number, loads: MonthFigures['loads']): FigureLine[] {
  const opening = facts.road.find(road => road.baseFuelId === baseFuelId)?.opening ?? none
  const ids = new Set(facts.issues.filter(load => load.baseFuelId === baseFuelId).map(({ transportId }) => transportId))
  const came = loads.filter(({ transportId }) => ids.has(transportId))
  const signed = facts.signed.filter(load => load.depotId !== null && load.baseFuelId === baseFuelId)
  const received = { quantity: sum(came.map(({ weightKg }) => weightKg)), cents: sum(came.map(({ cents }) => cents)) }
  const arrived = sum(signed.map(({ signedKg }) => signedKg!))
  const lost = sum(signed.map(({ loadedKg, signedKg }) => loadedKg! - signedKg!))
  const issued = { quantity: arrived, cents: sum(signed.map(value)) }
  const closing = {
    quantity: opening.quantity + received.quantity - arrived - lost,
    cents: opening.cents + received.cents - issued.cents,
  }
  const figures = of({ opening, received, issued, lost: { quantity: lost, cents: 0 }, closing })
  return [opening, received, issued].every(({ quantity }) => quantity === 0) ? [] : [{ ...nowhere, place: 'road', baseFuelId, ...figures }]
}

const soldAs = ({ stationId, productId }: Pick<StationFact, 'stationId' | 'productId'>) => `${stationId} ${productId}`
/**
 * A product of a station, with the loads that it signed for: what came in at what it cost up to the station, and what that makes of what
 * was sold, lost and left.
 */
function stationOf(fact: StationFact, mine: readonly SignedFact[], value: (load: SignedFact) => number) {
  const taken = (direct: boolean): Amount => {
    const loads = mine.filter(({ depotId }) => (depotId === null) === direct)
    const cents = loads.map(load => (direct ? load.netCents : value(load)) + load.freightNetCents - load.claimNetCents)
    return { quantity: sum(loads.map(({ signedCl }) => signedCl)), cents: sum(cents) }
  }
  const [purchased, received] = [taken(true), taken(false)]
  const came = { quantity: purchased.quantity + received.quantity, cents: purchased.cents + received.cents }
  const unmatched = fact.intakeCl - came.quantity
  const entered = fact.enteredCl + fact.openedCl + unmatched
  const closingCl = fact.closingCl ?? (fact.opening?.quantity ?? fact.bookOpeningCl ?? 0) + came.quantity + entered - fact.soldCl
  const firstCl = fact.bookOpeningCl ?? closingCl + fact.soldCl - came.quantity - entered
  // A first stock is worth what this month's fuel cost.
  const opening = fact.opening ?? { quantity: firstCl, cents: worth(firstCl, priceOf(came.quantity, came.cents)) }
  const pool = { quantity: opening.quantity + came.quantity, cents: opening.cents + came.cents }
  const price = priceOf(pool.quantity, pool.cents)
  const lost = pool.quantity + entered - fact.soldCl - closingCl
  const adjusted = { quantity: entered, cents: worth(entered, price) }
  const gone = { quantity: lost, cents: worth(lost, price) }
  const rest = pool.cents + adjusted.cents - gone.cents
  // The last cent stays in what is left; where nothing is left, in what was sold.
  const soldCents = closingCl === 0 ? rest : worth(fact.soldCl, price)
  const figures = of({
    opening,
    purchased,
    received,
    adjusted,
    lost: gone,
    sold: { quantity: fact.soldCl, cents: soldCents },
    closing: { quantity: closingCl, cents: rest - soldCents },
  })
  const { stationId, productId, measured, salesNetCents } = fact
  const line: FigureLine = { ...nowhere, place: 'station', stationId, productId, measured, salesNetCents, ...figures }
  const priceless = price.over === 0n && fact.soldCl > 0
  return { line, unmatched, openingUnknown: fact.openedCl !== 0 || (fact.opening === null && opening.quantity !== 0), priceless }
}

/** What a month comes to, by its facts alone. @source decision SU12; standards, weighted average */
export function figuresOf(facts: MonthFacts): MonthFigures {
  const fuels = [...new Set([...facts.depots, ...facts.road, ...facts.signed].map(({ baseFuelId }) => baseFuelId))].toSorted(
    (a, b) => a - b,
  )
  const depots = fuels.map(fuel => depotsOf(fuel, facts))
  const loads = depots.flatMap(({ loads: own }) => own)
  const valued = new Map(loads.map(({ transportId, cents }) => [transportId, cents]))
  const value = ({ transportId, valuedCents }: SignedFact) => valued.get(transportId) ?? valuedCents ?? 0
  const road = fuels.flatMap(fuel => roadOf(fuel, facts, value, loads))
  const bySoldAs = Map.groupBy(facts.signed, soldAs)
  const stations = facts.stations.map(fact => ({ fact, ...stationOf(fact, bySoldAs.get(soldAs(fact)) ?? [], value) }))
  const lines = [...depots.flatMap(({ lines: own }) => own), ...road, ...stations.map(({ line }) => line)]
  const total = (cents: (line: FigureLine) => number) => sum(lines.map(cents))
  const direct = facts.signed.filter(({ depotId }) => depotId === null)
  const sums: MonthSums = {
    openingCents: total(line => line.openingCents),
    purchasedCents: sum(depots.flatMap(({ lines: own }) => own.map(line => line.purchasedCents))) + sum(direct.map(load => load.netCents)),
    freightCents: sum(facts.signed.map(load => load.freightNetCents)),
    claimedCents: sum(facts.signed.map(load => load.claimNetCents)),
    soldCents: total(line => line.soldCents),
    lostCents: total(line => line.lostCents),
    adjustedCents: total(line => line.adjustedCents),
    closingCents: total(line => line.closingCents),
    salesNetCents: total(line => line.salesNetCents ?? 0),
  }
  return {
    lines,
    loads,
    sums,
    openingUnknown: stations.filter(({ openingUnknown }) => openingUnknown).map(({ fact }) => fact),
    costUnknown: stations.filter(({ priceless }) => priceless).map(({ fact }) => fact),
    measuredEarlier: facts.stations.filter(({ measuredOn }) => measuredOn !== null),
    unmatched: stations.filter(({ unmatched }) => unmatched !== 0).map(({ fact, unmatched }) => ({ of: fact, cl: unmatched })),
  }
}
