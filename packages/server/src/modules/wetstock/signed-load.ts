import type { DeliveryAtReference } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { write } from './tank-entry.ts'
import { lockTanks, openingOf, placed } from './tank-place.ts'

/** What was measured of a delivery: as the tank has it, and at the reference temperature where that is known. */
export interface Measured {
  readonly oilInfoId: number
  readonly totalCl: number
  readonly totalRefCl: DeliveryAtReference['totalCl']
}
/** What of a delivery was signed for, in litres as its tank measures them; null once that is taken back. */
export interface Signed {
  readonly oilInfoId: number
  readonly signedCl: number | null
  readonly signedRefCl: number | null
}

/** What deliveries measured, in litres at the reference temperature where that is known. */
const measuredOf = (deliveries: readonly Measured[]): number[] => deliveries.map(({ totalRefCl, totalCl }) => totalRefCl ?? totalCl)

/**
 * What was signed for beside what was measured: in litres, and how far they are apart in hundredths of a percent of what was measured,
 * rounded up, so that the limit itself is within it. Undefined where nothing was measured.
 */
export function apartOf(signedCl: number, deliveries: readonly Measured[]): { measuredCl: number; apartBasisPoints: number } | undefined {
  const weights = measuredOf(deliveries)
  if (weights.length === 0 || weights.some(weight => weight <= 0)) return undefined
  const measuredCl = weights.reduce((sum, weight) => sum + weight, 0)
  return { measuredCl, apartBasisPoints: Math.ceil((Math.abs(measuredCl - signedCl) * 10_000) / measuredCl) }
}

/**
 * What was signed for of a load, spread over the deliveries that it was measured by, in litres as their tanks have them: who signs for what
 * was measured has each tank take in what it measured, however warm it was. Nothing where they are further apart than the company allows.
 */
export function signedShares(signedCl: number, deliveries: readonly Measured[], limitBasisPoints: number): Signed[] {
  const isAtReference = deliveries.every(({ totalRefCl }) => totalRefCl !== null)
  const weights = measuredOf(deliveries)
  const apart = apartOf(signedCl, deliveries)
  if (!apart || apart.apartBasisPoints > limitBasisPoints) return []
  let before = 0
  let given = 0
  return deliveries.map(({ oilInfoId, totalCl }, at) => {
    const weight = weights[at]!
    before += weight
    const part = Math.round((signedCl * before) / apart.measuredCl) - given
    given += part
    return { oilInfoId, signedCl: Math.round((part * totalCl) / weight), signedRefCl: isAtReference ? part : null }
  })
}

/**
 * 按签收入账: the books of the tanks take in what was signed for. Of a delivery that a settled shift has counted already, the difference is
 * an entry in the shift that runs now, which names the one it belongs to.
 */
export async function countAsSigned(ctx: Ctx, signed: readonly Signed[], label: string): Promise<void> {
  for (const each of signed.toSorted((one, other) => one.oilInfoId - other.oilInfoId)) await countOne(ctx, each, label)
}

async function countOne(ctx: Ctx, { oilInfoId, signedCl, signedRefCl }: Signed, label: string): Promise<void> {
  const { tx } = ctx
  const id = await standing(ctx, oilInfoId)
  const row = tx.selectFrom('delivery').where('id', '=', id)
  const { tankId, endTime } = await row.select(['tankId', 'endTime']).executeTakeFirstOrThrow()
  if (endTime === null) return
  const [tank] = await lockTanks(ctx, [tankId])
  // The shift first, as a settlement takes them: it is not settled before this stands.
  const place = await placed(ctx, tank!, new Date(endTime).toISOString())
  await row.select('id').forUpdate().execute()
  await tx.updateTable('delivery').set({ signedCl, signedRefCl }).where('id', '=', id).execute()
  const volumeCl = await lacking(ctx, id)
  const opening = await openingOf(ctx, tankId)
  if (volumeCl === 0 || (opening && opening.at >= new Date(endTime))) return
  const at = new Date(endTime)
  await write(ctx, tank!, { ...place, at, kind: 'adjustment', reason: label, oilInfoId: id, volumeCl })
  const facts = { number: tank!.number, kind: 'adjustment', volumeCl, at, reason: label, belongsDay: place.belongsDay }
  ctx.audit('tankEntry.adjust', `tanks:${tankId}`, facts, tank!.companyId)
}

/** The delivery itself, or the last one that has corrected it. */
async function standing({ tx }: Ctx, id: number): Promise<number> {
  for (let last = id; ; ) {
    const later = await tx.selectFrom('delivery').where('correctsId', '=', last).select('id').executeTakeFirst()
    if (!later) return last
    last = later.id
  }
}

/** Of a delivery in a settled shift: what its book lacks of what it should take in. */
async function lacking(ctx: Ctx, id: number): Promise<number> {
  const { rows } = await sql<{ volumeCl: number }>`
    select coalesce(signed_cl, delivery_volume_cl, settled_received_cl + coalesce(takes_back_cl, 0)) - settled_received_cl
      - coalesce(takes_back_cl, 0) as volume_cl
    from ${scoped(ctx.tx, 'delivery')} delivery where id = ${id} and class_settle_id is not null`.execute(ctx.tx)
  return rows[0] ? rows[0].volumeCl - (await enteredFor(ctx, id)) : 0
}

/** What entries have added to the book for the signature of a delivery's load, less those that somebody has taken back. */
export async function enteredFor({ tx }: Ctx, id: number): Promise<number> {
  const { rows } = await sql<{ volumeCl: number }>`
    with own as (select id, volume_cl from ${scoped(tx, 'tank_entry')} entry where entry.oil_info_id = ${id})
    select (coalesce(sum(volume_cl), 0) + coalesce((
      select sum(entry.volume_cl) from ${scoped(tx, 'tank_entry')} entry join own on own.id = entry.reverses_id), 0))::bigint as volume_cl
    from own`.execute(tx)
  return rows[0]!.volumeCl
}
