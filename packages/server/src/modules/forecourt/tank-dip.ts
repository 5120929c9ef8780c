import { enterDip, strikeReading, tankReadings, type Parsed } from '@forecourt/contract'
import { apartMaxMs } from '../../platform/execution/clock.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { judgeTanks } from './tank-alarm.ts'
import { chartsOf, volumeByChart } from './tank-chart.ts'
import { lockTank } from './tank-lock.ts'

type Tank = Awaited<ReturnType<typeof lockTank>>
type Dip = Omit<Parsed<typeof enterDip>['body'], 'measuredAt' | 'tankId'> & { readonly measuredAt: Date }

/** @throws notFound, tankReading.later and what `noteDip` throws */
const dip = handle(enterDip, async (ctx, { body: { tankId, measuredAt, ...measures } }) => {
  const tank = await lockTank(ctx, tankId)
  const at = measuredAt === null ? ctx.now : new Date(measuredAt)
  if (at.getTime() - ctx.now.getTime() > apartMaxMs) refuse('tankReading.later')
  const id = await noteDip(ctx, tank, { ...measures, measuredAt: at }, ctx.actor.id)
  return getOf(ctx.tx, tankReadings, id, [], ctx.scope)
})

/**
 * The tank is locked. It shows the dip, unless it was measured later already.
 * @throws tankReading.nothing, tankReading.noChart, tankReading.beyondChart, tankReading.dipTaken, tank.overfull, tank.waterAboveOil
 */
export async function noteDip(ctx: Ctx, tank: Tank, dipped: Dip, personId: number): Promise<number> {
  const { companyId, stationId, productId, number } = tank
  const { measuredAt, oilHeightMm, waterHeightMm, temperature } = dipped
  const volume = await volumeOfDip(ctx, tank, dipped)
  const row = { companyId, stationId, productId, tankId: tank.id, source: 'dip', enteredById: personId, createdDate: ctx.now }
  const reading = { ...row, ...volume, measuredAt, oilHeightMm, waterHeightMm, temperature }
  const { id } = await ctx.tx.insertInto('tankReading').values(reading).returning('id').executeTakeFirstOrThrow()
  if (tank.measuredAt === null || new Date(tank.measuredAt) <= measuredAt) await show(ctx, tank, reading)
  ctx.audit('tankReading.dip', `tanks:${tank.id}`, { number, measuredAt, oilHeightMm, waterHeightMm, volumeCl: volume.volumeCl }, companyId)
  return id
}

async function volumeOfDip(ctx: Ctx, { id, number }: Tank, dipped: Dip) {
  const { volumeCl, oilHeightMm, measuredAt } = dipped
  const charts = await chartsOf(ctx, [id])
  const made = volumeByChart(charts, id, { ...dipped, measuredAt: measuredAt.toISOString() })
  if (made?.volumeCl !== undefined) return { volumeCl: made.volumeCl, chartId: made.chartId, toldVolumeCl: volumeCl }
  if (made) {
    const { points } = charts.find(chart => chart.id === made.chartId)!
    refuse('tankReading.beyondChart', { from: points[0]!.heightMm, to: points.at(-1)!.heightMm })
  }
  if (volumeCl === null) return oilHeightMm === null ? refuse('tankReading.nothing') : refuse('tankReading.noChart', { number })
  return { volumeCl, chartId: null, toldVolumeCl: null }
}

interface Shown {
  readonly measuredAt: Date | string
  readonly volumeCl: number
  readonly oilHeightMm: number | null
  readonly waterHeightMm: number | null
  readonly temperature: number | null
}
/** What was measured stands at the tank; what was not stays as it was. */
async function show(ctx: Ctx, tank: Tank, { measuredAt, volumeCl, ...measured }: Shown): Promise<void> {
  const { id, stationId, number } = tank
  const oilHeightMm = measured.oilHeightMm ?? tank.oilHeightMm
  const waterHeightMm = measured.waterHeightMm ?? tank.waterHeightMm
  const temperature = measured.temperature ?? tank.temperature
  const at = { volumeCl, oilHeightMm, waterHeightMm, temperature }
  await ctx.tx
    .updateTable('tank')
    .set({ ...at, measuredAt })
    .where('id', '=', id)
    .execute()
  ctx.emit('tank.measured', { tanks: [{ id, number, ...at }] }, { stationId })
  await judgeTanks(ctx, [id])
}

/** @throws notFound, tankReading.struck */
const strike = handle(strikeReading, async (ctx, { id, body: { reason } }) => {
  const { tx, now, actor } = ctx
  const { tankId } = await getOf(tx, tankReadings, id, [], ctx.scope)
  const tank = await lockTank(ctx, tankId)
  const of = tx.selectFrom('tankReading').where('id', '=', id)
  const reading = await of.select(['companyId', 'measuredAt', 'volumeCl', 'struckAt', 'source']).executeTakeFirstOrThrow()
  const { companyId, measuredAt, volumeCl, struckAt, source } = reading
  if (struckAt !== null) refuse('tankReading.struck')

  await tx.updateTable('tankReading').set({ struckAt: now, struckById: actor.id, strikeReason: reason }).where('id', '=', id).execute()
  const isShown = tank.measuredAt !== null && Date.parse(String(tank.measuredAt)) === Date.parse(String(measuredAt))
  if (isShown) await showLatest(ctx, tank)
  ctx.audit('tankReading.strike', `tanks:${tankId}`, { number: tank.number, source, measuredAt, volumeCl, reason }, companyId)
  return getOf(tx, tankReadings, id, [], ctx.scope)
})

/** The latest reading that is not struck out stands at the tank; without one nothing is known of it. */
async function showLatest(ctx: Ctx, tank: Tank): Promise<void> {
  const standing = ctx.tx.selectFrom('tankReading').where('tankId', '=', tank.id).where('struckAt', 'is', null)
  const latest = await standing.selectAll().orderBy('measuredAt', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const nothing = { volumeCl: 0, oilHeightMm: 0, waterHeightMm: 0, temperature: null }
  if (latest) await show(ctx, { ...tank, ...nothing }, latest)
  else
    await ctx.tx
      .updateTable('tank')
      .set({ ...nothing, measuredAt: null })
      .where('id', '=', tank.id)
      .execute()
}

export const dipHandlers: readonly Handler[] = [dip, strike]
