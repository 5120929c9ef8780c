import { companies, cardKeys, invalid, isAlphanumeric, type NewCompany } from '@forecourt/contract'
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { everyModule } from '../../platform/module.ts'
import { encrypt } from '../../platform/config/encryption.ts'
import { enterDirectory } from '../../platform/postgres/directory.ts'
import { getOf } from '../../platform/search/list.ts'

/**
 * Edits a company. Its currency is fixed with the first money that moved: holding the company keeps any entry from being booked meanwhile.
 * @throws notFound, stale, company.codeTaken, company.currencyFixed
 */
export const updateCompany = handle(companies.update, async (ctx, { id, body }) => {
  const { code } = await getOf(ctx.tx, companies, id, [], ctx.scope)
  if (body.code !== code) refuseCode(ctx, body.code)
  const { currency } = await ctx.tx.selectFrom('company').where('id', '=', id).forNoKeyUpdate().select('currency').executeTakeFirstOrThrow()
  if (body.currency !== currency && (await hasMoved(ctx, id))) refuse('company.currencyFixed', { currency })

  if (body.code !== code) await enterDirectory(ctx.tx, id, body.code)
  await updateRow(ctx, companies, id, body)
  return getOf(ctx.tx, companies, id, [], ctx.scope)
})

async function hasMoved(ctx: Ctx, companyId: number): Promise<boolean> {
  for (const { moneyHasMoved } of everyModule()) if (await moneyHasMoved?.(ctx, companyId)) return true
  return false
}

/** A company of this number: made beforehand, because its own row is already within its own walls. @throws company.codeTaken */
export async function insertCompany({ tx, now, actor }: Ctx, id: number, facts: z.output<typeof NewCompany>): Promise<void> {
  await enterDirectory(tx, id, facts.code)
  await tx
    .insertInto('company')
    .values({ id, ...facts, createdById: actor.id || null, createdDate: now })
    .execute()
}

/**
 * A code that is given from now on has 4 to 32 letters or digits; one that was given before stays as it is, since people sign in by it.
 * @throws validation
 */
export function refuseCode({ meta: { language } }: Ctx, code: string): void {
  const message = invalid['alphanumeric']![language]
  if (!isAlphanumeric(code)) refuse('validation', { field: 'code', issues: [{ field: 'code', code: 'alphanumeric', message }] })
}

/** What the key that signs cards is sealed for. */
export const cardKeyPurpose = 'card-key'
const none = { mask: null, fingerprint: null, setDate: null }

export const getCardKey = handle(cardKeys.get, async (ctx, { id }) => {
  await getOf(ctx.tx, companies, id, [], ctx.scope)
  return (await known(ctx, id)) ?? none
})

const known = ({ tx }: Ctx, id: number) =>
  tx.selectFrom('companyCardKey').where('companyId', '=', id).select(['mask', 'fingerprint', 'setDate']).executeTakeFirst()

/** Keeps the key sealed; it is known again by the beginning of its SHA-256. @throws notFound, cardKey.weak */
export const setCardKey = handle(cardKeys.set, async (ctx, { id, body }) => {
  await getOf(ctx.tx, companies, id, [], ctx.scope)
  const key = body.key.toUpperCase()
  // A key of one or two bytes over and over is what test cards are written with.
  if (new Set(key.match(/../g)).size < 4) refuse('cardKey.weak')
  const before = await known(ctx, id)
  const { bytes, keyId } = encrypt(cardKeyPurpose, key)
  const fingerprint = createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex').slice(0, 8).toUpperCase()
  const kept = { sealed: bytes, keyId, mask: `••••••${key.slice(-2)}`, fingerprint, setBy: ctx.actor.key, setDate: ctx.now }
  await ctx.tx
    .insertInto('companyCardKey')
    .values({ companyId: id, ...kept })
    .onConflict(on => on.column('companyId').doUpdateSet(kept))
    .execute()

  ctx.audit('companies.cardKey', `companies:${id}`, { fingerprint: { from: before?.fingerprint ?? null, to: fingerprint } }, id)
  ctx.emit('company.cardKey', { companyId: id, fingerprint }, { companyId: id })
  return { mask: kept.mask, fingerprint, setDate: ctx.now.toISOString() }
})
