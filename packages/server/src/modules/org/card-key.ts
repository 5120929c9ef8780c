import { cardKeys, companies } from '@forecourt/contract'
import { createHash } from 'node:crypto'
import { decrypt, encrypt } from '../../platform/config/encryption.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { everyModule } from '../../platform/module.ts'
import { getOf } from '../../platform/search/list.ts'

/** What the key that signs cards is sealed for. */
export const cardKeyPurpose = 'card-key'
/** A card tells the version of its key in one byte. */
const versionsMost = 255
const none = { mask: null, fingerprint: null, setDate: null, version: 0 }

export const getCardKey = handle(cardKeys.get, async (ctx, { id }) => {
  await getOf(ctx.tx, companies, id, [], ctx.scope)
  return (await inForce(ctx, id)) ?? none
})

const inForce = ({ tx }: Ctx, id: number) =>
  tx
    .selectFrom('companyCardKey')
    .where('companyId', '=', id)
    .select(['mask', 'fingerprint', 'setDate', 'version'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Keeps the key sealed; it is known again by the beginning of its SHA-256. The same key once more changes nothing; another one is the next
 * version, and the older ones stay, for the cards that were written with them. @throws notFound, cardKey.weak, cardKey.tooMany
 */
export const setCardKey = handle(cardKeys.set, async (ctx, { id, body }) => {
  await getOf(ctx.tx, companies, id, [], ctx.scope)
  return keepCardKey(ctx, id, body.key.toUpperCase())
})

/** The same where nobody asks whose it is. @throws cardKey.weak, cardKey.tooMany */
export async function keepCardKey(ctx: Ctx, id: number, key: string) {
  // A key of one or two bytes over and over is what test cards are written with.
  if (new Set(key.match(/../g)).size < 4) refuse('cardKey.weak')
  // Two who set a key at once: the second one is the next version.
  await ctx.tx.selectFrom('company').where('id', '=', id).forNoKeyUpdate().select('id').executeTakeFirst()
  const before = await inForce(ctx, id)
  const fingerprint = createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex').slice(0, 8).toUpperCase()
  if (before?.fingerprint === fingerprint) return before
  const version = (before?.version ?? 0) + 1
  if (version > versionsMost) refuse('cardKey.tooMany')
  const { bytes, keyId } = encrypt(cardKeyPurpose, key)
  const shown = { mask: `••••••${key.slice(-2)}`, fingerprint, version }
  await ctx.tx
    .insertInto('companyCardKey')
    .values({ companyId: id, ...shown, sealed: bytes, keyId, setBy: ctx.actor.key, setDate: ctx.now })
    .execute()

  ctx.audit('companies.cardKey', `companies:${id}`, { fingerprint: { from: before?.fingerprint ?? null, to: fingerprint } }, id)
  ctx.emit('company.cardKey', { companyId: id, fingerprint }, { companyId: id })
  for (const { cardKeySet } of everyModule()) await cardKeySet?.(ctx, id)
  return { ...shown, setDate: ctx.now.toISOString() }
}

/** A key to sign with or to check by. It stays within the server. */
export interface CardKey {
  readonly version: number
  readonly key: Buffer
}

/**
 * The key of a company: that in force, or that of a version. Undefined where there is none.
 * @throws cardKey.unusable it was set when other lengths were taken
 */
export async function cardKeyOf({ tx }: Pick<Ctx, 'tx'>, companyId: number, version?: number): Promise<CardKey | undefined> {
  const row = await tx
    .selectFrom('companyCardKey')
    .where('companyId', '=', companyId)
    .$if(version !== undefined, of => of.where('version', '=', version!))
    .select(['sealed', 'keyId', 'version'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const key = Buffer.from(decrypt(cardKeyPurpose, { bytes: row.sealed, keyId: row.keyId }), 'hex')
  return key.length === 16 ? { version: row.version, key } : refuse('cardKey.unusable')
}
