import {
  companies,
  customerProgramTypes,
  deals,
  devices,
  miniprograms,
  qrCodeKinds,
  qrCodes,
  qrCodesMost,
  stations,
  users,
  type Parsed,
  type Returned,
} from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import type { ScopeValue } from '../../platform/execution/ctx.ts'
import { companyOf } from '../../platform/execution/crud.ts'
import { assert, refuse } from '../../platform/execution/refusal.ts'
import { getOf, listOf } from '../../platform/search/list.ts'
import { checkOf, isCheckOf, qrKeyOf, type QrCode } from './qr-key.ts'

type Kind = QrCode['kind']
/** The name under which a link says it. @source docs/adr/0119 */
const parameterOf: Readonly<Record<Kind, 's' | 'd' | 'p'>> = { station: 's', device: 'd', promoter: 'p' }

/** Of a company those that customers open and that are not disabled; first the one that codes can be made for. */
const activeOf = ({ tx }: Ctx, companyId: number) =>
  tx
    .selectFrom('miniProgram')
    .where('companyId', '=', companyId)
    .where('disabled', '=', false)
    .where('type', 'in', [...customerProgramTypes])
    .select(['id', 'companyId', 'name', 'type', 'linkPrefix'])
    .orderBy(of => of('linkPrefix', '=', ''))
    .orderBy('id')
    .execute()

/** @throws notFound, miniProgram.notAuthorized, miniProgram.disabled, miniProgram.forStaff, qrcode.ruleMissing */
async function programFor(ctx: Ctx, miniProgramId: number | undefined) {
  const named = miniProgramId === undefined ? undefined : await programNamed(ctx, miniProgramId)
  const active = await activeOf(ctx, named?.companyId ?? companyOf(ctx))
  const program = named ? active.find(({ id }) => id === named.id) : active[0]
  if (active.length === 0) refuse('miniProgram.notAuthorized')
  if (!program) return refuse(named!.disabled ? 'miniProgram.disabled' : 'miniProgram.forStaff', { name: named!.name })
  if (program.linkPrefix === '') refuse('qrcode.ruleMissing', { name: program.name })
  return program
}

const programNamed = (ctx: Ctx, id: number) =>
  getOf(ctx.tx, miniprograms, id, [], ctx.scope).catch((thrown: { code?: string }) =>
    thrown.code === 'notFound' ? refuse('notFound', { field: 'miniProgramId' }) : Promise.reject(thrown),
  )

interface Target {
  readonly id: number
  readonly name: string
  readonly stationName: string | null
}

/** What the codes stand for, in the order that was asked for, as far as it is in sight. */
async function targetsOf({ tx }: Ctx, scope: ScopeValue, kind: Kind, ids: readonly number[]): Promise<(Target | undefined)[]> {
  const asked = { search: `id:(${ids.join('|')})`, size: qrCodesMost }
  const found = new Map((await read()).map(target => [target.id, target]))
  return ids.map(id => found.get(id))

  async function read(): Promise<Target[]> {
    if (kind === 'station')
      return (await listOf(tx, stations, asked, scope)).content.map(({ id, name }) => ({ id, name, stationName: null }))
    if (kind === 'device') {
      const { content } = await listOf(tx, devices, { ...asked, expand: ['station'] }, scope)
      return content.map(({ id, name, station }) => ({ id, name, stationName: station?.name ?? null }))
    }
    const { content } = await listOf(tx, users, asked, scope)
    const left = content.find(({ promoter, disabled }) => !promoter || disabled)
    if (left) refuse('qrcode.notPromoter', { name: left.name })
    return content.map(({ id, name }) => ({ id, name, stationName: null }))
  }
}

/** All that the caller may see of one company, whichever station is selected. */
const withinCompany = ({ companyId: _selected, stationId: _here, ...scope }: ScopeValue, companyId: number): ScopeValue => ({
  ...scope,
  companyIds: [companyId],
})

/** A coupon, and whether promoters may hand it out, now or later. @throws notFound on `dealId` */
async function dealOf({ tx }: Ctx, scope: ScopeValue, dealId: number) {
  const deal = await getOf(tx, deals, dealId, [], scope, { named: true }).catch((thrown: { code?: string }) =>
    thrown.code === 'notFound' ? refuse('notFound', { field: 'dealId' }) : Promise.reject(thrown),
  )
  const { id, name, promotionAllowed, disabled, timing } = deal
  return { id, name, promoted: promotionAllowed && !disabled && (timing === 'inEffect' || timing === 'notStarted') }
}

/** @throws notFound on `dealId`, qrcode.dealNotPromoted */
async function dealFor(ctx: Ctx, scope: ScopeValue, dealId: number | undefined) {
  if (dealId === undefined) return null
  const { promoted, ...deal } = await dealOf(ctx, scope, dealId)
  return promoted ? deal : refuse('qrcode.dealNotPromoted', { name: deal.name })
}

/** @throws notFound on `ids` or `dealId`, qrcode.notPromoter, qrcode.dealNotPromoted, and what stands against the mini program */
const list = handle(qrCodes.list, async (ctx, { query: { miniProgramId, kind, ids, dealId } }) => {
  const { companyId, linkPrefix, ...program } = await programFor(ctx, miniProgramId)
  const scope = withinCompany(ctx.scope, companyId)
  const targets = await targetsOf(ctx, scope, kind, ids)
  const deal = await dealFor(ctx, scope, dealId)
  const key = await qrKeyOf(ctx, companyId)
  assert(key, 'a company that has a mini program has a key for its codes')
  const content = targets.map((target, turn) => {
    if (!target) return refuse('notFound', { field: 'ids', id: ids[turn] })
    const check = checkOf(key, companyId, { kind, id: target.id, dealId })
    const said = [`${parameterOf[kind]}=${target.id}`, ...(deal ? [`c=${deal.id}`] : []), `k=${check}`]
    return { ...target, link: `${begun(linkPrefix)}${said.join('&')}` }
  })
  const { name, smallLogoId, bigLogoId } = await getOf(ctx.tx, companies, companyId, [], ctx.scope)
  const { id, name: called, type } = program
  return {
    miniProgram: { id, name: called, type: type as (typeof miniprograms.row.shape.type)['options'][number] },
    deal,
    company: { id: companyId, name, smallLogoId, bigLogoId },
    content,
    totalElements: content.length,
  }
})

/** The prefix stays as it was entered; parameters follow those that it has. */
function begun(prefix: string): string {
  if (!prefix.includes('?')) return `${prefix}?`
  return /[?&]$/.test(prefix) ? prefix : `${prefix}&`
}

type Scanned = Parsed<typeof qrCodes.target>['query']

/**
 * What a scanned code stands for. A code that is not ours, and one of what is not there any more, are refused alike.
 * @throws qrcode.unknown
 */
export async function scannedBy(ctx: Ctx, { k, c: dealId, ...given }: Scanned): Promise<Returned<typeof qrCodes.target>> {
  const { companyId } = ctx.actor
  const codes = qrCodeKinds.flatMap((kind): QrCode[] => {
    const id = given[parameterOf[kind]]
    return id === undefined ? [] : [{ kind, id, dealId }]
  })
  const key = await qrKeyOf(ctx, companyId)
  const [code] = codes
  if (codes.length !== 1 || !code || !key || !isCheckOf(key, companyId, code, k)) return refuse('qrcode.unknown')
  const { zone, now = ctx.now } = ctx.scope
  const everything: ScopeValue = { companyIds: [companyId], zone, now }
  const [found] = await targetsOf(ctx, everything, code.kind, [code.id]).catch((thrown: { code?: string }) =>
    thrown.code === 'qrcode.notPromoter' ? [undefined] : Promise.reject(thrown),
  )
  if (!found) return refuse('qrcode.unknown')
  const deal = dealId === undefined ? undefined : await dealOf(ctx, everything, dealId)
  return { kind: code.kind, ...found, deal: deal?.promoted ? { id: deal.id, name: deal.name } : null }
}

/** What a mini program was opened by. */
const target = handle(qrCodes.target, (ctx, { query }) => scannedBy(ctx, query))

export const qrCodeHandlers: readonly Handler[] = [list, target]
