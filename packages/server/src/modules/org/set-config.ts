import { companies, setCompanyConfig, setStationConfig, stations, type StationConfig } from '@forecourt/contract'
import { handle } from '../../platform/command.ts'
import { refuse } from '../../platform/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { companyConfig, noticeOf } from './settings.ts'

/** What a station sets itself; a key left out is its company's again. @throws notFound, stale */
export const setOfStation = handle(setStationConfig, async (ctx, { id, body: { version, config } }) => {
  await getOf(ctx.tx, stations, id, [], ctx.scope)
  const before = await ctx.tx
    .selectFrom('station')
    .where('id', '=', id)
    .forUpdate()
    .select(['companyId', 'version', 'config', 'notifyDays'])
    .executeTakeFirstOrThrow()
  if (before.version !== version) refuse('stale', { id })
  const { notify: _, ...kept } = config
  const notifyDays = noticeOf(config, await companyConfig(ctx, before.companyId))
  await ctx.tx
    .updateTable('station')
    .set({ config: JSON.stringify(kept), notifyDays, version: version + 1 })
    .where('id', '=', id)
    .execute()

  const from = { ...(before.config as StationConfig), notify: { days: before.notifyDays } }
  ctx.audit('stations.config', `stations:${id}`, { from, to: config }, before.companyId)
  ctx.emit('station.config', { stationId: id }, { companyId: before.companyId, stationId: id })
  return { id, version: version + 1 }
})

/** What its stations work by unless they say otherwise; asked for nothing, it only tells them to read it anew. @throws notFound, stale */
export const setOfCompany = handle(setCompanyConfig, async (ctx, { id, body: { version, config } }) => {
  await getOf(ctx.tx, companies, id, [], ctx.scope)
  const before = await ctx.tx.selectFrom('company').where('id', '=', id).forUpdate().select(['version', 'config']).executeTakeFirstOrThrow()
  ctx.emit('company.config', { companyId: id }, { companyId: id })
  if (config === undefined) {
    ctx.audit('companies.config.sync', `companies:${id}`, {}, id)
    return { id, version: before.version }
  }
  if (before.version !== version) refuse('stale', { id })
  await ctx.tx
    .updateTable('company')
    .set({ config: JSON.stringify(config), version: before.version + 1 })
    .where('id', '=', id)
    .execute()
  ctx.audit('companies.config', `companies:${id}`, { from: before.config, to: config }, id)
  return { id, version: before.version + 1 }
})
