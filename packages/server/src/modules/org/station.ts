import { broadcast, renewals, setStationProfile, stations } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf, createRow, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { everyModule } from '../../platform/module.ts'
import { getOf } from '../../platform/search/list.ts'
import { refuseCode } from './company.ts'

const day = 24 * 60 * 60_000

/**
 * A station of the same name may be a slip, or a second one: anyone who adds it is asked.
 * @throws station.nameTaken unless forced
 */
async function askAboutTwin(ctx: Ctx, companyId: number, { name, force }: { name: string; force: boolean }, own?: number): Promise<void> {
  if (force) return
  const others = ctx.tx.selectFrom('station').where('companyId', '=', companyId).where('name', '=', name)
  const twin = await others
    .$if(own !== undefined, of => of.where('id', '<>', own!))
    .select('id')
    .executeTakeFirst()
  if (twin) refuse('station.nameTaken', { name })
}

/** @throws notFound, station.codeTaken, station.nameTaken */
export const createStation = handle(stations.create, async (ctx, { body }) => {
  refuseCode(ctx, body.code)
  await askAboutTwin(ctx, companyOf(ctx), body)
  const id = await createRow(ctx, stations, body)
  for (const { stationAdded } of everyModule()) await stationAdded?.(ctx, { id, companyId: companyOf(ctx) })
  return getOf(ctx.tx, stations, id, [], ctx.scope)
})

/** @throws notFound, stale, station.codeTaken, station.nameTaken */
export const updateStation = handle(stations.update, async (ctx, { id, body }) => {
  const { code, name, companyId } = await getOf(ctx.tx, stations, id, [], ctx.scope)
  if (body.code !== code) refuseCode(ctx, body.code)
  if (body.name !== name) await askAboutTwin(ctx, companyId, body, id)
  await updateRow(ctx, stations, id, body)
  return getOf(ctx.tx, stations, id, [], ctx.scope)
})

/** What its own master keeps of a station. @throws notFound, stale */
export const updateProfile = handle(setStationProfile, async (ctx, { id, body }) => {
  await updateRow(ctx, stations, id, body)
  return getOf(ctx.tx, stations, id, [], ctx.scope)
})

/** 续费. @throws notFound, stale somebody renewed it meanwhile, renewal.past, renewal.same */
export const renew = handle(renewals.create, async (ctx, { body: { stationId, endTime, fromTime, graceDays, remark } }) => {
  const { companyId } = await getOf(ctx.tx, stations, stationId, [], ctx.scope)
  const station = ctx.tx.selectFrom('station').where('id', '=', stationId).forNoKeyUpdate()
  const { endTime: before, expireTime: stopped } = await station.select(['endTime', 'expireTime']).executeTakeFirstOrThrow()
  if (millis(before) !== millis(fromTime)) refuse('stale', { id: stationId })
  if (endTime !== null && Date.parse(endTime) <= ctx.now.getTime()) refuse('renewal.past')
  const expireTime = endTime === null ? null : at(Date.parse(endTime) + graceDays * day)
  if (millis(before) === millis(endTime) && millis(stopped) === millis(expireTime)) refuse('renewal.same')

  await ctx.tx.updateTable('station').set({ endTime, expireTime }).where('id', '=', stationId).execute()
  const { id } = await ctx.tx
    .insertInto('renewal')
    .values({
      companyId,
      stationId,
      beforeTime: before,
      endTime,
      expireTime,
      remark,
      createdById: ctx.actor.id || null,
      createdDate: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  ctx.audit('stations.renew', `stations:${stationId}`, { endTime: { from: before, to: endTime }, expireTime, remark }, companyId)
  ctx.emit('station.renewed', { stationId, endTime, expireTime }, { companyId, stationId })
  return getOf(ctx.tx, renewals, id, [], ctx.scope)
})

const millis = (time: string | null) => (time === null ? null : Date.parse(time))
const at = (time: number) => new Date(time).toISOString()

/** Kept with the action and handed on from there. No live channel is built yet, and the answer says so. @throws notFound */
export const publish = handle(broadcast, async (ctx, { id, body }) => {
  const { companyId } = await getOf(ctx.tx, stations, id, [], ctx.scope)
  const topic = 'station.broadcast'
  ctx.audit('stations.broadcast', `stations:${id}`, body, companyId)
  ctx.emit(topic, { stationId: id, ...body }, { companyId, stationId: id })
  return { id, topic, published: true as const, live: false }
})
