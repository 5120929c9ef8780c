import { dispensers, dispenserStatus, nozzleControls, printers, tankGauges, type RowOf } from '@forecourt/contract'
import { sql } from 'kysely'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { crud, updateRow } from '../../platform/execution/crud.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { blockedAt } from './blocked.ts'
import { noteReadBack } from './price-confirm.ts'
import { dispensersAt, nozzlesAt } from './rows-at.ts'
import { getOf } from '../../platform/search/list.ts'

type Stand = RowOf<typeof dispensers> & { companyId: number }
type Nozzle = RowOf<typeof nozzleControls>

const read = handle(dispenserStatus.read, async (ctx, { query: { stationId } }) => {
  const {
    tx,
    scope: { companyIds, stationIds },
    now,
  } = ctx
  const moment = sql`${now}::timestamptz`
  const stands = await tx
    .selectFrom(sql<Stand>`(${dispensersAt(moment, companyIds)})`.as('dispenser'))
    .where('companyId', 'in', [...companyIds, 0])
    .$if(stationIds !== undefined, of => of.where('stationId', 'in', [...(stationIds ?? []), 0]))
    .$if(stationId !== undefined, of => of.where('stationId', '=', stationId!))
    .select(['id', 'stationId', 'number', 'name', 'state', 'stateAt'])
    .orderBy('stationId')
    .orderBy('number')
    .limit(1000)
    .execute()
  const nozzles = await tx
    .selectFrom(sql<Nozzle>`(${nozzlesAt(moment, companyIds)})`.as('nozzle'))
    .where('dispenserId', 'in', [...stands.map(stand => stand.id), 0])
    .select(['id', 'dispenserId', 'logicNo', 'physicalNo', 'state', 'stateAt'])
    .orderBy('physicalNo')
    .execute()
  return {
    content: stands.map(stand => ({ ...stand, nozzles: nozzles.filter(nozzle => nozzle.dispenserId === stand.id) })),
  }
})

/** A device speaks for its own station only. What it names that does not stand there is passed over. @source spec 0 §4 "nozzleStatus" */
const report = handle(dispenserStatus.report, async (ctx, { body }) => {
  const { tx, actor, now } = ctx
  const stationId = actor.stationId ?? refuse('auth.forbidden', { permission: 'device.self' })
  const changed = async (table: 'dispenser' | 'nozzle_control', column: 'number' | 'logic_no', numbers: number[], states: string[]) => {
    const { rows } = await sql<{ number: number; state: string }>`
      with reported as (select number, state from unnest(${numbers}::int[], ${states}::text[]) as reported (number, state)),
      known as (select of.id, of.state from ${sql.table(table)} as of where ${inScope(tx)} and of.station_id = ${stationId})
      update ${sql.table(table)} as stands set state = reported.state, state_at = ${now},
        state_since = case when known.state is distinct from reported.state then ${now} else stands.state_since end
      from reported, known where ${inScope(tx, 'stands.companyId')} and stands.station_id = ${stationId}
        and stands.${sql.ref(column)} = reported.number and known.id = stands.id
      returning reported.number, case when known.state is distinct from reported.state then reported.state end as state`.execute(tx)
    return rows.filter(row => row.state !== null)
  }
  const stands = await changed(
    'dispenser',
    'number',
    body.dispensers.map(of => of.number),
    body.dispensers.map(of => of.state),
  )
  const nozzles = await changed(
    'nozzle_control',
    'logic_no',
    body.nozzles.map(of => of.logicNo),
    body.nozzles.map(of => of.state),
  )

  await noteReadBack(ctx, stationId, body.nozzles)
  if (stands.length + nozzles.length) {
    const reported = nozzles.map(({ number, state }) => ({ logicNo: number, state }))
    ctx.emit('nozzleStatus', { dispensers: stands, nozzles: reported }, { stationId })
  }
  return { changed: stands.length + nozzles.length, blocked: await blockedAt(ctx, stationId) }
})

/** Equipment stays at its station: what moves is taken away here and added there. @throws stale, forecourt.stationFixed */
function staysPut<R extends typeof dispensers | typeof tankGauges | typeof printers>(resource: R): Handler {
  return handle((resource as typeof printers).update, async (ctx: Ctx, { id, body }) => {
    const before = await getOf(ctx.tx, resource as typeof printers, id, [], ctx.scope)
    if (body.stationId !== before.stationId) refuse('forecourt.stationFixed')

    await updateRow(ctx, resource, id, body)
    return getOf(ctx.tx, resource as typeof printers, id, [], ctx.scope)
  })
}

const equipment = [dispensers, tankGauges, printers].flatMap(resource => [
  ...crud(resource as never, ['list', 'get', 'create', 'delete']),
  staysPut(resource),
])

export const dispenserHandlers: Handler[] = [read, report, ...equipment]
