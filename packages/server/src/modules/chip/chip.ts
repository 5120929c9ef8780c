import { cardInfos, issueTypes, type CardPayload, type ChipAct } from '@forecourt/contract'
import type { Selectable } from 'kysely'
import { setTenantScope, type Ctx } from '../../platform/execution/command.ts'
import { noCompany, seesAllCompanies } from '../../platform/execution/ctx.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { eachPlace, ofThese } from '../../platform/execution/by-company.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tables } from '../../platform/postgres/tables.ts'
import { getOf } from '../../platform/search/list.ts'

/** Of company 0 are the chips that no company has been given. */
export type Chip = Omit<Selectable<Tables['cardInfo']>, 'life'> & { life: readonly LifeEntry[] }
export interface LifeEntry {
  readonly at: string
  readonly act: ChipAct
  /** Who did it, as the audit log names them. */
  readonly by: string | null
  readonly detail: string
}

/**
 * The same caller, who sees chips of no company besides: only here are they asked for by somebody who does not prepare them, one by one,
 * since one of them lies on the reader. Statements go on to name the caller's companies alone, but those of `chipOfEither`.
 * @source docs/adr/0066
 */
export async function withUnassigned(ctx: Ctx): Promise<Ctx> {
  const { companyIds } = ctx.scope
  const tx = await setTenantScope(ctx.tx, [...companyIds, noCompany], seesAllCompanies(ctx.actor))
  return { ...ctx, tx: ofThese(tx, companyIds) }
}

/** A chip of such a caller, or of nobody: asked for once, or where companies lie on several machines of one after another, nobody last. */
export async function chipOfEither<T>({ tx, scope }: Ctx, ask: (at: Tx) => Promise<T | undefined>): Promise<T | undefined> {
  for (const place of eachPlace(tx, [...scope.companyIds, noCompany])) {
    const found = await ask(place)
    if (found !== undefined) return found
  }
  return undefined
}

/** A chip of the caller's, or of no company, locked until the transaction ends. @throws notFound */
export async function chipForUpdate(ctx: Ctx, id: number): Promise<Chip> {
  const chip = await chipOfEither(ctx, tx => tx.selectFrom('cardInfo').where('id', '=', id).selectAll().forUpdate().executeTakeFirst())
  return chip ?? refuse('notFound', { cardInfo: id })
}

/** What each act is called in the audit log. */
const auditActions = {
  import: 'chip.import',
  prepare: 'chip.prepare',
  unprepare: 'chip.unprepare',
  stock: 'chip.stock',
  reserve: 'chip.reserve',
  release: 'chip.release',
  issue: 'chip.issue',
  sync: 'chip.sync',
  return: 'chip.return',
  scrap: 'chip.scrap',
  handOver: 'chip.handOver',
  handBack: 'chip.handBack',
} as const satisfies Record<ChipAct, string>

/** How it is kept beside what follows from the rest. */
type Kept = Omit<Chip, 'company' | 'state' | 'numberBack' | 'version' | 'life' | 'id'>

/**
 * Writes a step of a chip's way, and notes it in its life and in the audit log. A chip that changes the company is moved, for a row lies
 * where its company does.
 */
export async function keepChip(ctx: Ctx, chip: Chip, change: Partial<Kept>, act: ChipAct, detail = ''): Promise<void> {
  const entry: LifeEntry = { at: ctx.now.toISOString(), act, by: ctx.actor.key, detail }
  const { companyId = chip.companyId, ...more } = change
  const set = { ...more, life: JSON.stringify([...chip.life, entry]), version: chip.version + 1 }
  const its = ofThese(ctx.tx, [chip.companyId])
  if (companyId === chip.companyId) await its.updateTable('cardInfo').set(set).where('id', '=', chip.id).execute()
  else {
    const { company: _, state: __, numberBack: ___, ...stored } = chip
    await its.deleteFrom('cardInfo').where('id', '=', chip.id).execute()
    await ctx.tx
      .insertInto('cardInfo')
      .values({ ...stored, ...set, companyId })
      .execute()
  }
  ctx.audit(auditActions[act], `cardInfos:${chip.id}`, { number: chip.number, uuid: chip.uuid, detail }, companyId || ctx.actor.companyId)
}

/** The chips of an account, locked: the one that it has, and one that is reserved to replace it. */
export function chipsOf({ tx }: Ctx, userCardId: number): Promise<Chip[]> {
  return tx.selectFrom('cardInfo').where('userCardId', '=', userCardId).selectAll().orderBy('id').forUpdate().execute()
}

/** An account has done with its chip: that is in stock again, or scrapped. */
export async function letGo(ctx: Ctx, chip: Chip, act: 'return' | 'scrap', detail: string): Promise<void> {
  const free = { issueType: issueTypes.factoryUser, userCardId: null, issueTime: null, keyVersion: null }
  const left = { ...free, reservedUntil: null, reservedBy: null, ...(act === 'scrap' && { status: 'disable' }) }
  await keepChip(ctx, chip, left, act, detail)
}

export const isReserved = ({ userCardId, issueTime }: Chip): boolean => userCardId !== null && issueTime === null

/** The chip as the wire shows it, and what is to be written to it. Chips of no company are shown to anyone who has one in their hands. */
export async function shownChip(ctx: Ctx, id: number, expand: readonly string[] = [], payload: CardPayload | null = null) {
  return { ...(await getOf(ctx.tx, cardInfos, id, [...expand], inHand(ctx))), payload } as never
}

/** The sight of somebody who holds a chip that may be of no company. */
export const inHand = ({ scope }: Ctx) => ({ ...scope, permissions: new Set([...(scope.permissions ?? []), 'chip.unassigned']) })

/** The product itself needs no permission. @throws auth.forbidden */
export function requirePermission({ actor }: Ctx, permission: string): void {
  if (actor.kind !== 'system' && !actor.permissions.has(permission)) refuse('auth.forbidden', { permission })
}
