import { isAppIdOf, miniprograms, type Parsed } from '@forecourt/contract'
import { encrypt } from '../../platform/config/encryption.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOf, createRow, crud, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { keepQrKey } from './qr-key.ts'

/** What the secret of a mini program is sealed for. */
export const secretPurpose = 'mini-program-secret'

type Body = Omit<Parsed<typeof miniprograms.create>['body'], 'companyId'>

/** @throws miniProgram.appIdUnfit */
function refuseUnfit({ type, appId }: Pick<Body, 'type' | 'appId'>): void {
  if (!isAppIdOf(type, appId)) refuse('miniProgram.appIdUnfit')
}

/** Adds a mini program; with the first one the company gets the key of its codes. @throws miniProgram.* */
export async function addMiniProgram(ctx: Ctx, { secret, ...body }: Body): Promise<number> {
  refuseUnfit(body)
  const companyId = companyOf(ctx)
  const id = await createRow(ctx, miniprograms, body)
  await keepQrKey(ctx, companyId)
  if (secret !== undefined) await keepSecret(ctx, { id, companyId, name: body.name, secretDate: null }, secret)
  return id
}

/** The company that an administrator names, instead of the selected one. @throws notFound */
function inCompany(ctx: Ctx, companyId: number): Ctx {
  if (!ctx.scope.companyIds.includes(companyId)) refuse('notFound', { field: 'companyId' })
  return { ...ctx, scope: { ...ctx.scope, companyIds: [companyId] } }
}

/** @throws notFound, miniProgram.appIdUnfit, miniProgram.appIdTaken, miniProgram.typeTaken */
const create = handle(miniprograms.create, async (ctx, { body: { companyId, ...body } }) => {
  const id = await addMiniProgram(companyId === undefined ? ctx : inCompany(ctx, companyId), body)
  return getOf(ctx.tx, miniprograms, id, [], ctx.scope)
})

/**
 * A secret that is entered takes the place of the one before. With another AppID, the secret of the former one goes.
 * @throws notFound, stale, miniProgram.appIdUnfit, miniProgram.appIdTaken, miniProgram.typeTaken
 */
const update = handle(miniprograms.update, async (ctx, { id, body: { secret, ...body } }) => {
  const before = await getOf(ctx.tx, miniprograms, id, [], ctx.scope)
  refuseUnfit(body)
  await updateRow(ctx, miniprograms, id, body)
  if (secret !== undefined) await keepSecret(ctx, before, secret)
  else if (body.appId !== before.appId && before.secretDate !== null) await dropSecret(ctx, before)
  return getOf(ctx.tx, miniprograms, id, [], ctx.scope)
})

interface Owner {
  readonly id: number
  readonly companyId: number
  readonly name: string
  readonly secretDate: string | null
}

/** Kept sealed and noted without what it is: nothing that is answered, logged or told holds it. */
async function keepSecret(ctx: Ctx, { id, companyId, ...owner }: Owner, secret: string): Promise<void> {
  const { bytes, keyId } = encrypt(secretPurpose, secret)
  const kept = { sealed: bytes, keyId, setBy: ctx.actor.key }
  await ctx.tx
    .insertInto('miniProgramSecret')
    .values({ companyId, miniProgramId: id, ...kept })
    .onConflict(on => on.columns(['companyId', 'miniProgramId']).doUpdateSet(kept))
    .execute()
  await noteSecret(ctx, { id, companyId, ...owner }, ctx.now)
}

async function dropSecret(ctx: Ctx, owner: Owner): Promise<void> {
  await ctx.tx.deleteFrom('miniProgramSecret').where('companyId', '=', owner.companyId).where('miniProgramId', '=', owner.id).execute()
  await noteSecret(ctx, owner, null)
}

async function noteSecret(ctx: Ctx, { id, companyId, name, secretDate }: Owner, to: Date | null): Promise<void> {
  await ctx.tx.updateTable('miniProgram').set({ secretDate: to }).where('companyId', '=', companyId).where('id', '=', id).execute()
  ctx.audit('miniprograms.secret', `miniprograms:${id}`, { name, secretDate: { from: secretDate, to } }, companyId)
}

export const miniProgramHandlers: readonly Handler[] = [...crud(miniprograms, ['list', 'get']), create, update]
