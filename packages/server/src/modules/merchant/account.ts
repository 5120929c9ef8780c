import { authTokens, secretKinds, unfitFields, type Parsed, type RecordNamed, type SecretKind } from '@forecourt/contract'
import { decrypt, encrypt } from '../../platform/config/encryption.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOf, createRow, crud, deleteRow, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getOf } from '../../platform/search/list.ts'
import { settingsOfCompany } from '../org/index.ts'
import { examine, inLines, kindsOf, refuseUnfitPair, sealedFor, type Secrets } from './secret.ts'

type Account = RecordNamed<'authTokens'>
type Body = Omit<Parsed<typeof authTokens.create>['body'], 'companyId'>

/** What is entered of the account, and of its secrets. */
function parted(body: Body): { facts: Omit<Body, SecretKind>; secrets: Secrets } {
  const { appSecret, merchantKey, merchantPrivateKey, merchantCertificate, platformKey, rootCertificate, ...facts } = body
  const given = { appSecret, merchantKey, merchantPrivateKey, merchantCertificate, platformKey, rootCertificate }
  const secrets = Object.entries(given).flatMap(([kind, secret]) => (secret === undefined ? [] : [[kind, inLines(secret)]]))
  return { facts, secrets: Object.fromEntries(secrets) }
}

/** @throws merchant.appIdUnfit, merchant.merchantNoUnfit */
function refuseUnfit(of: Parameters<typeof unfitFields>[0]): void {
  const [field] = unfitFields(of)
  if (field) refuse(field === 'appId' ? 'merchant.appIdUnfit' : 'merchant.merchantNoUnfit')
}

/** Adds a merchant account with its secrets. @throws merchant.* */
export async function addAccount(ctx: Ctx, body: Body): Promise<number> {
  const { facts, secrets } = parted(body)
  refuseUnfit(facts)
  const companyId = companyOf(ctx)
  await refuseThird(ctx, companyId, facts)
  const id = await createRow(ctx, authTokens, facts)
  await keepSecrets(ctx, { id, companyId, description: facts.description, secrets: [] }, secrets)
  return id
}

/** The company that an administrator names, instead of the selected one. @throws notFound */
function inCompany(ctx: Ctx, companyId: number): Ctx {
  if (!ctx.scope.companyIds.includes(companyId)) refuse('notFound', { field: 'companyId' })
  return { ...ctx, scope: { ...ctx.scope, companyIds: [companyId] } }
}

/** @throws notFound, merchant.* */
const create = handle(authTokens.create, async (ctx, { body: { companyId, ...body } }) => {
  const id = await addAccount(companyId === undefined ? ctx : inCompany(ctx, companyId), body)
  return getOf(ctx.tx, authTokens, id, [], ctx.scope)
})

/**
 * A secret that is entered takes the place of the one before. With another app or merchant number, those of the former one go.
 * @throws notFound, stale, merchant.*
 */
const update = handle(authTokens.update, async (ctx, { id, body: { version, ...body } }) => {
  const before = await getOf(ctx.tx, authTokens, id, [], ctx.scope)
  const { facts, secrets } = parted(body)
  refuseUnfit(facts)
  const isOther = facts.channel !== before.channel || facts.type !== before.type || facts.billType !== before.billType
  if (isOther && (await isAssigned(ctx.tx, before))) refuse('merchant.kindFixed', { name: before.description })
  await refuseThird(ctx, before.companyId, facts)
  await updateRow(ctx, authTokens, id, { version, ...facts })
  const moved = (['channel', 'appId', 'merchantNo'] as const).some(field => facts[field] !== before[field])
  await keepSecrets(ctx, moved ? await withoutSecrets(ctx, before, secrets) : before, secrets)
  return getOf(ctx.tx, authTokens, id, [], ctx.scope)
})

/** What a station takes payments by stays, so that refunds and queries find their account. @throws notFound, merchant.inUse */
const remove = handle(authTokens.delete, async (ctx, { id }) => {
  const before = await getOf(ctx.tx, authTokens, id, [], ctx.scope)
  if ((await isAssigned(ctx.tx, before)) || (await isInTemplate(ctx.tx, before))) refuse('merchant.inUse', { name: before.description })
  await secretsAt(ctx.tx, before.companyId, id).execute()
  await deleteRow(ctx, authTokens, id)
  return { id }
})

const secretsAt = (tx: Tx, companyId: number, id: number) =>
  tx.deleteFrom('merchantSecret').where('companyId', '=', companyId).where('merchantAccountId', '=', id)

/** @throws merchant.twoAccounts */
async function refuseThird(ctx: Ctx, companyId: number, { billType }: { readonly billType: number }): Promise<void> {
  if (billType < 2) return
  const { accountRatio } = await settingsOfCompany(ctx, companyId)
  if (accountRatio.accounts < 3) refuse('merchant.twoAccounts')
}

async function isAssigned(tx: Tx, { id, companyId }: Pick<Account, 'id' | 'companyId'>): Promise<boolean> {
  const used = tx.selectFrom('stationMerchant').where('companyId', '=', companyId).where('authTokenId', '=', id)
  return (await used.select('id').limit(1).executeTakeFirst()) !== undefined
}

async function isInTemplate(tx: Tx, { id, companyId }: Pick<Account, 'id' | 'companyId'>): Promise<boolean> {
  const named = tx.selectFrom('payTemplateAccount').where('companyId', '=', companyId).where('authTokenId', '=', id)
  return (await named.select('payTemplateId').limit(1).executeTakeFirst()) !== undefined
}

type Owner = Pick<Account, 'id' | 'companyId' | 'description' | 'secrets'>

/** Kept sealed and noted without what they are: nothing that is answered, logged or told holds one. @throws merchant.* */
async function keepSecrets(ctx: Ctx, { id, companyId, description, secrets: before }: Owner, secrets: Secrets): Promise<void> {
  const kinds = kindsOf(secrets)
  if (kinds.length === 0) return
  const shown = kinds.map(kind => ({ kind, ...examine(kind, secrets[kind]!, ctx.now), setDate: ctx.now.toISOString() }))
  if (kinds.some(kind => kind === 'merchantPrivateKey' || kind === 'merchantCertificate'))
    refuseUnfitPair({ ...(await secretsOfAccount(ctx.tx, companyId, id)), ...secrets })
  for (const kind of kinds) {
    const { bytes, keyId } = encrypt(sealedFor(kind), secrets[kind]!)
    const kept = { sealed: bytes, keyId, setBy: ctx.actor.key }
    await ctx.tx
      .insertInto('merchantSecret')
      .values({ companyId, merchantAccountId: id, kind, ...kept })
      .onConflict(on => on.columns(['companyId', 'merchantAccountId', 'kind']).doUpdateSet(kept))
      .execute()
  }
  const next = secretKinds.flatMap(kind => shown.find(one => one.kind === kind) ?? before.find(one => one.kind === kind) ?? [])
  await showSecrets(ctx, { id, companyId, description, secrets: before }, next)
}

/** @returns the account as it is without them, but for those that come anew and take their place */
async function withoutSecrets(ctx: Ctx, account: Account, coming: Secrets): Promise<Owner> {
  if (account.secrets.length === 0) return account
  await secretsAt(ctx.tx, account.companyId, account.id).execute()
  if (kindsOf(coming).length === 0) await showSecrets(ctx, account, [])
  return { ...account, secrets: [] }
}

async function showSecrets(ctx: Ctx, { id, companyId, description, secrets }: Owner, next: Account['secrets']): Promise<void> {
  await ctx.tx
    .updateTable('merchantAccount')
    .set({ secrets: JSON.stringify(next) })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute()
  const told = (of: Account['secrets']) => of.map(({ kind, fingerprint }) => `${kind} ${fingerprint.slice(0, 16)}`).join(', ')
  const detail = { name: description, secrets: { from: told(secrets), to: told(next) } }
  ctx.audit('authTokens.secret', `authTokens:${id}`, detail, companyId)
}

/** The secrets of an account in the clear, for the protocol of its platform. They stay within the server. */
export async function secretsOfAccount(tx: Tx, companyId: number, accountId: number): Promise<Secrets> {
  const rows = await tx
    .selectFrom('merchantSecret')
    .where('companyId', '=', companyId)
    .where('merchantAccountId', '=', accountId)
    .select(['kind', 'sealed', 'keyId'])
    .execute()
  const opened = rows.map(({ kind, sealed, keyId }) => [kind, decrypt(sealedFor(kind as SecretKind), { bytes: sealed, keyId })])
  return Object.fromEntries(opened) as Secrets
}

export const accountHandlers: readonly Handler[] = [...crud(authTokens, ['list', 'get']), create, update, remove]
