import { sql } from 'kysely'
import { execute, systemActor, type Ctx, type Handler } from '../../platform/execution/command.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { historyDevice, showPastReadings, takePastReadings } from '../forecourt/index.ts'
import { seekPast, takePastDeliveries } from '../wetstock/index.ts'
import { note } from './cells.ts'
import { companiesOf } from './companies.ts'
import type { LeftOut, Without } from './left-out.ts'
import type { Problem } from './problem.ts'
import type { WetStockMapping } from './wet-stock-mapping.ts'
import { loadPurchases, type BroughtPurchases } from './purchases.ts'
import { placesOf, rowsOf, type Places, type Reading, type SaidTank } from './wet-stock-places.ts'
import { deliveriesReader, litresLeft, momentColumns, readingsReader, type Known, type KnownTank } from './wet-stock-rows.ts'

/** How many records were added, and what the new deliveries and purchases come to. Nothing, where all was known. */
export interface BroughtWetStock extends BroughtPurchases {
  companies: number
  stations: number
  products: number
  tanks: number
  readings: number
  deliveries: number
  deliveredCl: number
}
/** Something is wrong: nothing of the transaction is kept. */
class Wrong extends Error {}

/**
 * Checks readings of tanks, deliveries and purchases that somebody else has kept, and brings them in, all in one transaction. With one
 * problem in a line that was not left out by name, nothing is written.
 */
export async function importWetStock(db: Database, mapping: WetStockMapping, folder: string, now: Date, without: Without = new Map()) {
  const problems: Problem[] = []
  const left: LeftOut[] = []
  let brought: BroughtWetStock | undefined
  const act = {
    endpoint: { method: 'POST', path: '/import', permission: 'public', rows: true } as unknown as Handler['endpoint'],
    async run(ctx: Ctx) {
      brought = await load(ctx, { mapping, folder, without, problems, left })
    },
  }
  const facts = { requestId: `import:${mapping.source}`, language: 'en', ip: '', userAgent: 'import', secure: false } as const
  try {
    await execute(db, act, systemActor(0, `import:${mapping.source}`, mapping.timeZone), facts, now, {})
  } catch (thrown) {
    if (thrown instanceof Wrong) return { problems, left }
    throw thrown
  }
  return { brought: brought!, problems, left }
}

async function load(begun: Ctx, of: Reading): Promise<BroughtWetStock> {
  const { mapping, problems } = of
  const company = { key: '', ...mapping.company }
  const { ctx, targets, made } = await companiesOf(begun, { companies: [company], timeZone: mapping.timeZone })
  const companyId = targets[0]!.id
  const said = await placesOf(of)
  stopAt(problems)
  const { known, counts } = await setUp(ctx, companyId, of, said)
  stopAt(problems)
  const readings = await loadReadings(ctx, companyId, of, known)
  const delivered = await loadDeliveries(ctx, companyId, of, known)
  const purchased = await loadPurchases(ctx, companyId, of, said, known)
  namedFilesThatAreNone(of)
  stopAt(problems)
  const brought = { companies: made, ...counts, readings, ...delivered, ...purchased }
  if (Object.values(brought).some(count => count > 0))
    ctx.audit('history.import', `companies:${companyId}`, { source: mapping.source, ...brought }, companyId)
  return brought
}

function stopAt(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Wrong('the files are wrong')
}

/** A line that is to be left out of a file that nothing is read from is a slip. */
function namedFilesThatAreNone({ mapping, without, problems }: Reading): void {
  const parts = [mapping.stations, mapping.products, mapping.tanks, mapping.readings, mapping.deliveries, mapping.purchases]
  const read = new Set(parts.flatMap(part => (part && 'file' in part ? part.file : [])))
  for (const file of without.keys()) if (!read.has(file)) problems.push({ file, reason: 'noFile' })
}

/** Stations, products and tanks: those that are there by code or number are used, and the others are set up. */
async function setUp(ctx: Ctx, companyId: number, { mapping: { timeZone }, problems }: Reading, said: Places) {
  const { tx, now } = ctx
  const stations = await coded(ctx, companyId, 'station', [...said.stations.values()], (id, { code, name }) =>
    tx.insertInto('station').values({ id, companyId, code, name, country: 'CHN', timeZone, createdDate: now }).execute(),
  )
  const products = await coded(ctx, companyId, 'product', [...said.products.values()], (id, { code, name, kind }) =>
    tx.insertInto('product').values({ id, companyId, code, name, classification: kind, taxRate: 0 }).execute(),
  )
  const tanks = new Map<string, KnownTank>()
  let made = 0
  for (const [key, tank] of said.tanks) {
    const [stationId, productId] = [stations.ids.get(tank.station), products.ids.get(tank.product)]
    if (stationId === undefined) wrong(problems, tank, 'unknownStation')
    else if (productId === undefined) wrong(problems, tank, 'unknownProduct')
    else {
      const { id, isNew, maxVolumeCl } = await tankOf(ctx, companyId, stationId, productId, tank, problems)
      if (isNew) made++
      tanks.set(key, { tankId: id, stationId, productId, maxVolumeCl })
    }
  }
  const known: Known = { stations: stations.ids, products: products.ids, tanks, now: now.getTime() }
  return { known, counts: { stations: stations.made, products: products.made, tanks: made } }
}

function wrong(problems: Problem[], { at, station, id }: SaidTank, reason: Problem['reason']): void {
  if (at) note(at, '', reason)
  else problems.push({ file: 'mapping', reason, value: `${station} ${id}` })
}

async function coded<T extends { readonly id: string; readonly code: string }>(
  { tx }: Ctx,
  companyId: number,
  table: 'station' | 'product',
  said: readonly T[],
  make: (id: number, of: T) => Promise<unknown>,
): Promise<{ ids: Map<string, number>; made: number }> {
  const codes = [...new Set(said.map(({ code }) => code))]
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from ${sql.table(table)} where company_id = ${companyId} and code = any(${codes}::text[])`.execute(tx)
  const byCode = new Map(rows.map(({ id, code }) => [code, id]))
  const missing = [...new Map(said.filter(({ code }) => !byCode.has(code)).map(of => [of.code, of])).values()]
  const ids = await nextIds(tx, missing.length)
  for (const [turn, of] of missing.entries()) {
    await make(ids[turn]!, of)
    byCode.set(of.code, ids[turn]!)
  }
  return { ids: new Map(said.map(({ id, code }) => [id, byCode.get(code)!])), made: missing.length }
}

async function tankOf({ tx }: Ctx, companyId: number, stationId: number, productId: number, tank: SaidTank, problems: Problem[]) {
  const { number, maxVolumeCl } = tank
  const there = tx.selectFrom('tank').where('companyId', '=', companyId).where('stationId', '=', stationId).where('number', '=', number)
  const found = await there.select(['id', 'productId', 'maxVolumeCl']).executeTakeFirst()
  if (found && found.productId !== productId) wrong(problems, tank, 'otherProduct')
  if (found) return { id: found.id, isNew: false, maxVolumeCl: found.maxVolumeCl }
  const row = { companyId, stationId, productId, number, maxVolumeCl }
  const { id } = await tx.insertInto('tank').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, isNew: true, maxVolumeCl }
}

async function loadReadings(ctx: Ctx, companyId: number, of: Reading, known: Known): Promise<number> {
  const { mapping, problems } = of
  const part = mapping.readings
  if (!part) return 0
  const read = readingsReader(mapping, part, known)
  const devices = new Map<number, number>()
  let taken = 0
  const columns = [part.station, part.tank, part.volume, part.oilHeight, part.waterHeight, part.temperature, ...momentColumns(part)]
  for await (const portion of rowsOf(of, part, columns, litresLeft(mapping, part))) {
    problems.push(...portion.problems)
    const said = portion.rows.flatMap(row => read({ file: part.file, row, problems }) ?? [])
    for (const { stationId } of said)
      if (!devices.has(stationId)) devices.set(stationId, await historyDevice(ctx, companyId, stationId, mapping.source))
    const told = said.map(reading => ({ ...reading, deviceId: devices.get(reading.stationId)! }))
    const { count, differing } = await takePastReadings(ctx, companyId, told)
    taken += count
    problems.push(...differing.map(line => ({ file: part.file, line, reason: 'nothingNew' as const })))
  }
  await showPastReadings(
    ctx,
    companyId,
    [...known.tanks.values()].map(({ tankId }) => tankId),
  )
  return taken
}

async function loadDeliveries(ctx: Ctx, companyId: number, of: Reading, known: Known) {
  const { mapping, problems } = of
  const part = mapping.deliveries
  const sum = { deliveries: 0, deliveredCl: 0 }
  if (!part) return sum
  const read = deliveriesReader(mapping, part, known)
  const columns = [
    part.id,
    part.station,
    part.tank,
    part.product,
    part.volume,
    part.document,
    part.supplier,
    part.plate,
    ...momentColumns(part),
  ]
  for await (const portion of rowsOf(of, part, columns, litresLeft(mapping, part))) {
    problems.push(...portion.problems)
    const said = portion.rows.flatMap(row => read({ file: part.file, row, problems }) ?? [])
    const { count, cl, differing } = await takePastDeliveries(ctx, companyId, mapping.source, said)
    sum.deliveries += count
    sum.deliveredCl += cl
    problems.push(...differing.map(line => ({ file: part.file, line, reason: 'nothingNew' as const })))
  }
  if (sum.deliveries > 0) await seekPast(ctx, companyId, mapping.source)
  return sum
}
