import type { PurchaseImportField, PurchaseImportProblem, PurchaseImportReason } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { dayOf } from '../shift/index.ts'
import { settledUntil } from '../stock/index.ts'
import type { PurchaseLine } from './purchase-file.ts'

/** A line whose depot, fuel and supplier are found. */
export type Judged = Omit<PurchaseLine, 'depot' | 'baseFuel' | 'supplier'> & {
  readonly depotId: number
  readonly baseFuelId: number
  readonly supplierId: number
}
interface Answered {
  readonly added: readonly Judged[]
  /** What is there already, as the file says it. */
  readonly known: readonly Judged[]
  readonly refused: readonly PurchaseImportProblem[]
}

/** Judges the lines of a file together, by one rule for the dry run and the import. @source ADR 79 */
export async function judgePurchases(ctx: Ctx, companyId: number, lines: readonly PurchaseLine[]): Promise<Answered> {
  const facts = await factsOf(ctx, companyId)
  const there = await contractsThere(ctx, companyId, lines)
  const today = dayOf(ctx.now, ctx.actor.zone)
  const judged = lines.map(line => decide(facts, there, today, line))
  const of = (outcome: 'added' | 'known') => judged.flatMap(each => (each.outcome === outcome ? [each.contract] : []))
  return { added: of('added'), known: of('known'), refused: judged.flatMap(each => (each.outcome === 'refused' ? [each.problem] : [])) }
}

interface Named {
  readonly id: number
  readonly ended: boolean
}
interface Facts {
  readonly depots: ReadonlyMap<string, Named & { readonly fuels: ReadonlySet<number> }>
  readonly baseFuels: ReadonlyMap<string, number>
  readonly suppliers: ReadonlyMap<string, Named & { readonly sellsFuel: boolean }>
  /** The last day of what is settled. */
  readonly settled: string | undefined
}

async function factsOf({ tx }: Ctx, companyId: number): Promise<Facts> {
  const [depots, fuels, suppliers, settled] = [
    await tx.selectFrom('depot').where('companyId', '=', companyId).select(['id', 'name', 'baseFuels', 'endedDate']).forShare().execute(),
    await tx.selectFrom('baseFuel').where('companyId', '=', companyId).select(['id', 'name', 'code']).execute(),
    await tx
      .selectFrom('supplier')
      .where('companyId', '=', companyId)
      .select(['id', 'name', 'sellsFuel', 'endedDate'])
      .forShare()
      .execute(),
    await settledUntil(tx, companyId),
  ]
  const fuelsOf = (held: unknown) => new Set((held as { baseFuelId: number }[]).map(({ baseFuelId }) => baseFuelId))
  return {
    depots: new Map(
      depots.map(({ id, name, baseFuels, endedDate }) => [name, { id, ended: endedDate !== null, fuels: fuelsOf(baseFuels) }]),
    ),
    // By its name or its code; a code comes first.
    baseFuels: new Map([...fuels.map(({ id, name }) => [name, id] as const), ...fuels.map(({ id, code }) => [code, id] as const)]),
    suppliers: new Map(suppliers.map(({ id, name, sellsFuel, endedDate }) => [name, { id, ended: endedDate !== null, sellsFuel }])),
    settled,
  }
}

type Contract = Omit<Judged, 'line'>
const keyOf = ({ supplierId, number }: Pick<Contract, 'supplierId' | 'number'>) => `${supplierId} ${number}`

async function contractsThere({ tx }: Ctx, companyId: number, lines: readonly PurchaseLine[]): Promise<Map<string, Contract>> {
  const rows = await tx
    .selectFrom('purchaseContract')
    .where('companyId', '=', companyId)
    .where(sql<boolean>`number = any(${lines.map(({ number }) => number)}::text[])`)
    .select(['day', 'number', 'depotId', 'baseFuelId', 'supplierId', 'priceCentsPerT', 'weightKg', 'description'])
    .select([sql<number>`density::float8`.as('density'), sql<number>`tax_rate::float8`.as('taxRate')])
    .execute()
  return new Map(rows.map(row => [keyOf(row), row]))
}

type Decided =
  | { readonly outcome: 'added' | 'known'; readonly contract: Judged }
  | { readonly outcome: 'refused'; readonly problem: PurchaseImportProblem }

function decide(facts: Facts, there: ReadonlyMap<string, Contract>, today: string, said: PurchaseLine): Decided {
  const { depot: depotName, baseFuel, supplier: supplierName, ...rest } = said
  const wrong = (field: PurchaseImportField, reason: PurchaseImportReason): Decided => ({
    outcome: 'refused',
    problem: { line: said.line, field, reason, value: valueOf(said, field) },
  })
  const [depot, baseFuelId, supplier] = [facts.depots.get(depotName), facts.baseFuels.get(baseFuel), facts.suppliers.get(supplierName)]
  if (!depot) return wrong('depot', 'unknown')
  if (baseFuelId === undefined) return wrong('baseFuel', 'unknown')
  if (!supplier?.sellsFuel) return wrong('supplier', 'unknown')
  const contract: Judged = { ...rest, depotId: depot.id, baseFuelId, supplierId: supplier.id }
  const before = there.get(keyOf(contract))
  if (before) return isSame(before, contract) ? { outcome: 'known', contract } : wrong('number', 'differs')
  if (depot.ended) return wrong('depot', 'ended')
  if (supplier.ended) return wrong('supplier', 'ended')
  if (!depot.fuels.has(baseFuelId)) return wrong('baseFuel', 'otherFuel')
  if (said.day > today) return wrong('day', 'inFuture')
  if (facts.settled !== undefined && said.day <= facts.settled) return wrong('day', 'monthSettled')
  return { outcome: 'added', contract }
}

const compared = ['day', 'depotId', 'baseFuelId', 'density', 'priceCentsPerT', 'taxRate', 'weightKg', 'description'] as const
const isSame = (before: Contract, now: Contract) => compared.every(field => before[field] === now[field])

function valueOf(said: PurchaseLine, field: PurchaseImportField): string {
  if (field === 'price') return (said.priceCentsPerT / 100).toFixed(2)
  if (field === 'weight') return (said.weightKg / 1000).toFixed(3)
  return String(said[field]).slice(0, 60).toWellFormed()
}
