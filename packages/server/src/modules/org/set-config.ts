import {
  companies,
  companyKeys,
  setCompanyConfig,
  setStationConfig,
  settingsOf,
  stations,
  type CompanyConfig,
  type StationConfig,
} from '@forecourt/contract'
import { isDeepStrictEqual } from 'node:util'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { noticeOf } from './settings.ts'
import { systemConfig } from './system-config.ts'

/** What a station sets itself; a key left out is its company's again. @throws notFound, stale */
export const setOfStation = handle(setStationConfig, async (ctx, { id, body: { version, config } }) => {
  await getOf(ctx.tx, stations, id, [], ctx.scope)
  return { id, version: await keepStationConfig(ctx, id, version, () => config) }
})

/** Sets some keys of a station, and leaves the others as they are. @returns its next version @throws stale */
export const changeStationConfig = (ctx: Ctx, id: number, version: number, change: StationConfig): Promise<number> =>
  keepStationConfig(ctx, id, version, before => ({ ...before, ...change }))

async function keepStationConfig(ctx: Ctx, id: number, version: number, next: (before: StationConfig) => StationConfig): Promise<number> {
  const before = await ctx.tx
    .selectFrom('station')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .select(['companyId', 'version', 'config', 'notifyDays'])
    .executeTakeFirstOrThrow()
  if (before.version !== version) refuse('stale', { id })
  const from = { ...(before.config as StationConfig), notify: { days: before.notifyDays } }
  const config = next(from)
  const { notify: _, ...kept } = config
  const notifyDays = await noticeOf(ctx, config, before.companyId)
  await ctx.tx
    .updateTable('station')
    .set({ config: JSON.stringify(kept), notifyDays, version: version + 1 })
    .where('id', '=', id)
    .execute()

  ctx.audit('stations.config', `stations:${id}`, { from, to: config }, before.companyId)
  ctx.emit('station.config', { stationId: id }, { companyId: before.companyId, stationId: id })
  return version + 1
}

/**
 * What its stations work by unless they say otherwise. Asked for nothing, it is rebuilt from the defaults: a key that says what they
 * say is theirs again. Either way its stations are told to read it anew. @throws notFound, stale
 */
export const setOfCompany = handle(setCompanyConfig, async (ctx, { id, body: { version, config } }) => {
  await getOf(ctx.tx, companies, id, [], ctx.scope)
  const locked = ctx.tx.selectFrom('company').where('id', '=', id).forNoKeyUpdate()
  const before: { version: number; config: CompanyConfig } = await locked.select(['version', 'config']).executeTakeFirstOrThrow()
  if (version !== undefined && before.version !== version) refuse('stale', { id })
  const released = config ? [] : sameAsDefaults(before.config, await systemConfig(ctx))
  const kept = config ?? without(before.config, released)
  const next = config || released.length > 0 ? before.version + 1 : before.version
  if (next !== before.version) {
    await ctx.tx
      .updateTable('company')
      .set({ config: JSON.stringify(kept), version: next })
      .where('id', '=', id)
      .execute()
  }
  const { stations: notified } = await ctx.tx
    .selectFrom('station')
    .where('companyId', '=', id)
    .select(of => of.fn.countAll<number>().as('stations'))
    .executeTakeFirstOrThrow()

  ctx.emit('company.config', { companyId: id }, { companyId: id })
  if (config) ctx.audit('companies.config', `companies:${id}`, { from: before.config, to: config }, id)
  else ctx.audit('companies.config.sync', `companies:${id}`, released.length > 0 ? { released } : {}, id)
  return { id, version: next, released, stations: notified }
})

const without = (config: CompanyConfig, keys: readonly string[]): CompanyConfig =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !keys.includes(key)))

/** The keys that a company sets to what would hold without it. */
const sameAsDefaults = (own: CompanyConfig, system: CompanyConfig): string[] => {
  const beneath = settingsOf({}, {}, system)
  return companyKeys.filter(key => key in own && isDeepStrictEqual(own[key], beneath[key]))
}
