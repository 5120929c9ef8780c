import { bootstrap, sessions, sessionStationExpand, stations, type Returned } from '@forecourt/contract'
import { handle, type Actor, type Ctx } from '../../platform/execution/command.ts'
import { homeOf } from '../../platform/execution/ctx.ts'
import { otherCalls, unlessRefused, type OtherCall } from '../../platform/execution/other-calls.ts'
import { loadActor } from '../access/index.ts'
import { figuresAt } from './figures.ts'

type Bootstrap = Returned<typeof bootstrap>
type Station = NonNullable<Bootstrap['station']>

/** What the web needs before its first page. Only a refusal of the profile refuses the whole: without it nothing else has a meaning. */
export const bootstrapHandler = handle(bootstrap, async (ctx, { query: { kept, wanted, home } }): Promise<Bootstrap> => {
  const ask = await otherCalls(ctx)
  const profile = await ask(sessions.profile, { query: { expand: 'roles.station' } })
  const none = { profile, stationTotal: 0, station: null, home: null }
  // A fleet's leader works in no station, and may not look for any.
  if (!ctx.actor.permissions.has(stations.list.permission)) return none
  const { stationTotal, station } = await select(ask, [ctx.actor.stationId, kept, wanted])
  if (!station) return { ...none, stationTotal }
  const there = await at(ctx, station.id)
  if (!there) return { ...none, stationTotal, station }
  const askThere = await otherCalls(ctx, there)
  const whole = await unlessRefused(askThere(stations.get, { id: station.id, query: { expand: sessionStationExpand } }))
  return {
    profile,
    stationTotal,
    station: whole ?? station,
    home: home === 'true' ? await figuresAt(askThere, { now: ctx.now, zone: there.zone, station: station.id, profile }) : null,
  }
})

/** The first of these stations that the user may work in, else the first of all. */
async function select(
  ask: OtherCall,
  ids: readonly (number | undefined)[],
): Promise<{ stationTotal: number; station: Station | undefined }> {
  const listed = (search?: string) => ask(stations.list, { query: { size: 1, expand: 'company', ...(search && { search }) } })
  const first = await listed()
  const found = { stationTotal: first.totalElements, station: first.content[0] }
  for (const id of ids) {
    if (id === undefined || !found.station) continue
    const [station] = id === found.station.id ? [found.station] : (await listed(`id:${id}`)).content
    if (station) return { ...found, station }
  }
  return found
}

/** The same user as their calls reach us once the station is selected. */
async function at({ tx, actor, now }: Ctx, stationId: number): Promise<Actor | undefined> {
  if (actor.stationId === stationId) return actor
  const { id: userId, role, display } = actor
  const here = { chosenCompany: null, stationId, ...(display && { display }) }
  return role && loadActor(tx, { userId, userCompany: homeOf(actor), role, ...here }, now)
}
