import { transportCosts, transports, type LoadCost, type Parsed } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOf } from '../../platform/execution/crud.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { centsPerKilolitre, claimOf, fuelAmount } from './transport-sums.ts'
import { companyZone, type Transport } from './transport-terms.ts'
import { currencyOf } from './currency.ts'

type Taxed = LoadCost['total']
const taxed = (cents: number | null, netCents: number | null): Taxed => (cents === null || netCents === null ? null : { cents, netCents })

/** What is claimed is taken off beside, never netted silently: each part stands by itself. @source decision SU6 */
export function costOf(row: Transport): LoadCost {
  const { amountCents, netCents, loadedKg, loadedCl, allowedKg, signedCl, lossCl } = row
  const fuel = taxed(amountCents, netCents)
  const freight = taxed(row.freightAmountCents, row.freightNetCents)
  const claim = taxed(row.claimCents, row.claimNetCents)
  const isSigned = signedCl !== null && fuel !== null && freight !== null && claim !== null
  const total = isSigned
    ? { cents: fuel.cents + freight.cents - claim.cents, netCents: fuel.netCents + freight.netCents - claim.netCents }
    : null
  const share = claimOf({ amountCents, netCents }, { kg: loadedKg, cl: loadedCl }, { kg: allowedKg, cl: Math.max(0, lossCl ?? 0) })
  return {
    fuel,
    freight,
    claim,
    total,
    allowedLoss: isSigned ? taxed(share.amountCents, share.netCents) : null,
    signedCl,
    netPerKilolitreCents: total && centsPerKilolitre(total.netCents, signedCl!),
    perKilolitreCents: total && centsPerKilolitre(total.cents, signedCl!),
  }
}

/** @throws notFound */
const cost = handle(transportCosts.of, async (ctx, { id }) => costOf(await getOf(ctx.tx, transports, id, [], ctx.scope)))

interface Bought {
  readonly document: 'load' | 'purchase'
  readonly id: number
  readonly billNo: string
  readonly pricedBy: 'ton' | 'litre'
  readonly priceCents: number
  readonly loadedKg: number | null
  readonly loadedCl: number | null
  readonly amountCents: number
}
type Line = Parsed<typeof transportCosts.compareInvoice>['body']['lines'][number]
type Days = Pick<Parsed<typeof transportCosts.compareInvoice>['body'], 'supplierId' | 'fromDay' | 'untilDay'>

/** What was bought of a supplier on these days: loaded straight from there, or by contract for a depot. */
const boughtOf = async (ctx: Ctx, days: Days): Promise<Bought[]> => [...(await loadsOf(ctx, days)), ...(await contractsOf(ctx, days))]

async function loadsOf(ctx: Ctx, { supplierId, fromDay, untilDay }: Days): Promise<Bought[]> {
  const zone = await companyZone(ctx, companyOf(ctx))
  const { rows } = await sql<Bought>`
    select 'load' as document, id, bill_no, priced_by, price_cents, loaded_kg, loaded_cl, amount_cents
    from ${scoped(ctx.tx, 'transport')} load
    where load.supplier_id = ${supplierId}::bigint and load.depot_id is null and load.stage in ('loaded', 'signed')
      and (load.delivery_time at time zone ${zone})::date between ${fromDay}::date and ${untilDay}::date
    order by load.delivery_time, load.id`.execute(ctx.tx)
  return rows
}

/** Contracts with what was corrected since, for those who read contracts. */
async function contractsOf({ tx, actor }: Ctx, { supplierId, fromDay, untilDay }: Days): Promise<Bought[]> {
  if (!actor.permissions.has('supply.purchase.read')) return []
  const { rows } = await sql<Bought>`
    select 'purchase' as document, contract.id, contract.number as bill_no, 'ton' as priced_by, contract.price_cents_per_t as price_cents,
      contract.weight_kg + coalesce(corrected.kg, 0)::bigint as loaded_kg, null::bigint as loaded_cl,
      contract.amount_cents + coalesce(corrected.cents, 0)::bigint as amount_cents
    from ${scoped(tx, 'purchase_contract')} contract
    left join lateral (
      select sum(weight_kg) as kg, sum(amount_cents) as cents from ${scoped(tx, 'purchase_correction')} correction
      where correction.contract_id = contract.id) as corrected on true
    where contract.supplier_id = ${supplierId}::bigint and contract.day between ${fromDay}::date and ${untilDay}::date
    order by contract.day, contract.id`.execute(tx)
  return rows
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0)

/** By what a line asks for another amount than its loads: these three add up to the difference. */
function causes(line: Line, loads: readonly Bought[], differenceCents: number) {
  const [{ pricedBy, priceCents: agreed }] = loads as [Bought]
  const isTon = pricedBy === 'ton'
  const asked = isTon ? line.weightKg : line.volumeCl
  const unknown = { quantityCents: 0, priceCents: 0, reckoningCents: differenceCents }
  if (asked === null || loads.some(each => each.priceCents !== agreed || each.pricedBy !== pricedBy)) return unknown
  const worth = (quantity: number, price: number) => {
    const [kg, cl] = isTon ? [quantity, null] : [null, quantity]
    return fuelAmount({ pricedBy, priceCents: price, ownAmountCents: null, taxRate: 0 }, { kg, cl }).amountCents!
  }
  const loaded = sumOf(loads, each => (isTon ? each.loadedKg : each.loadedCl) ?? 0)
  const quantityCents = worth(asked, agreed) - worth(loaded, agreed)
  const priceCents = line.priceCents === null ? 0 : worth(asked, line.priceCents) - worth(asked, agreed)
  return { quantityCents, priceCents, reckoningCents: differenceCents - quantityCents - priceCents }
}

const idsOf = (all: readonly Bought[], of: Bought['document']) => all.flatMap(({ document, id }) => (document === of ? [id] : []))

/** Of a supplier from whom nothing was bought then each line is unknown. */
const compareInvoice = handle(transportCosts.compareInvoice, async (ctx, { body: { lines, ...days } }) => {
  const bought = await boughtOf(ctx, days)
  const byBill = Map.groupBy(bought, ({ billNo }) => billNo)
  const seen = new Set<string>()
  const compared = lines.map(line => {
    const { billNo, amountCents } = line
    const loads = byBill.get(billNo) ?? []
    const isAgain = seen.has(billNo)
    seen.add(billNo)
    const known = loads.length > 0 && !isAgain
    const expectedCents = known ? sumOf(loads, each => each.amountCents) : null
    const differenceCents = amountCents - (expectedCents ?? 0)
    const none = { quantityCents: 0, priceCents: 0, reckoningCents: 0 }
    const verdict = loads.length === 0 ? 'unknown' : isAgain ? 'twice' : differenceCents === 0 ? 'agrees' : 'differs'
    return {
      billNo,
      transportIds: idsOf(loads, 'load'),
      contractIds: idsOf(loads, 'purchase'),
      verdict,
      amountCents,
      expectedCents,
      differenceCents,
      ...(known ? causes(line, loads, differenceCents) : none),
    } as const
  })
  const amountCents = sumOf(lines, line => line.amountCents)
  const expectedCents = sumOf(bought, each => each.amountCents)
  return {
    lines: compared,
    missing: bought
      .filter(({ billNo }) => !seen.has(billNo))
      .map(({ document, id, billNo, amountCents: cents }) => ({ document, id, billNo, amountCents: cents })),
    amountCents,
    expectedCents,
    differenceCents: amountCents - expectedCents,
    currency: await currencyOf(ctx),
  }
})

export const costHandlers: readonly Handler[] = [cost, compareInvoice]
