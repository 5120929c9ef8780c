import { chartOfCylinder, netVolumeOf } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { callContacts } from './alarm-call.ts'
import { judgeTanks } from './tank-alarm.ts'
import { insertChart } from './tank-chart.ts'
import { cylinderOfDemo } from './tank-shape-demo.ts'

const hourMs = 3_600_000
const note = '已通知值班经理安排排水 · The duty manager has been told to have it drained'

/** Each tank has a chart by its dimensions and was dipped before its gauge spoke last; one dip was misread. Alarms follow. */
export const tanksOfDemo = ({ now, stations, companyId, within }: DemoStage): DemoAct[] => {
  const run = () =>
    within(now, async ctx => {
      const tanks = await ctx.tx.selectFrom('tank').where('measuredAt', 'is not', null).selectAll().orderBy('id').execute()
      const leaders = new Map(stations.map(({ id, leaderId }) => [id, leaderId]))
      const charted = []
      for (const tank of tanks)
        charted.push({ ...tank, ...(await chart(ctx, tank)), leaderId: leaders.get(tank.stationId) ?? ctx.actor.id })
      if (charted.length === 0) return
      await ctx.tx
        .insertInto('tankReading')
        .values(charted.flatMap(tank => dipsOf(tank, now)))
        .execute()
      await judgeTanks(
        ctx,
        tanks.map(({ id }) => id),
      )
      await acknowledgeWater(ctx, leaders)
      await keepContacts(ctx, companyId, stations)
      await callContacts(ctx, companyId)
    })
  return [{ at: now, run }]
}

interface Tank {
  readonly id: number
  readonly companyId: number
  readonly stationId: number
  readonly productId: number
  readonly number: number
  readonly maxVolumeCl: number
  readonly oilHeightMm: number
  readonly waterHeightMm: number
  readonly temperature: number | null
  readonly measuredAt: Date | string | null
}

/**
 * By the maker's dimensions, as wide as the simulated tanks are, and as long as their capacity makes them. The plate of one says two
 * centimetres too many, which only levels and sales can show.
 */
const plateSays = { number: 5, widerMm: 20 }
async function chart(ctx: Ctx, tank: Tank) {
  const { id: tankId, companyId, stationId, number, maxVolumeCl, measuredAt } = tank
  const cylinder = cylinderOfDemo(maxVolumeCl, number === plateSays.number ? plateSays.widerMm : 0)
  const points = chartOfCylinder(cylinder)
  const fromAt = new Date(new Date(measuredAt!).getTime() - 24 * hourMs)
  const description = '出厂尺寸 · By the maker’s dimensions'
  return {
    points,
    chartId: await insertChart(ctx, { ...cylinder, kind: 'cylinder', companyId, stationId, tankId, fromAt, description, points }),
  }
}
type Charted = Tank & Awaited<ReturnType<typeof chart>> & { readonly leaderId: number }

function dipsOf({ points, chartId, leaderId, ...tank }: Charted, now: Date) {
  const { id: tankId, companyId, stationId, productId, waterHeightMm, temperature } = tank
  const last = new Date(tank.measuredAt!).getTime()
  const dip = (hoursAgo: number, oilHeightMm: number) => ({
    companyId,
    stationId,
    productId,
    tankId,
    chartId,
    waterHeightMm,
    temperature,
    oilHeightMm,
    source: 'dip',
    enteredById: leaderId,
    createdDate: now,
    measuredAt: new Date(last - hoursAgo * hourMs),
    volumeCl: netVolumeOf(points, oilHeightMm, waterHeightMm) ?? 0,
  })
  const struck = { struckAt: now, struckById: leaderId, strikeReason: '读数抄错一位 · One digit misread' }
  const unstruck = { struckAt: null, struckById: null, strikeReason: null }
  // What is sold in some hours of a quiet station is hardly a millimetre.
  const dips = [1, 4, 7].map(hours => ({ ...dip(hours, Math.min(points.length - 1, tank.oilHeightMm + (hours > 4 ? 1 : 0))), ...unstruck }))
  return tank.number === 1 ? [...dips, { ...dip(7.5, tank.oilHeightMm + 100), ...struck }] : dips
}

async function acknowledgeWater({ tx, now }: Ctx, leaders: ReadonlyMap<number, number>): Promise<void> {
  const wet = tx.selectFrom('tankAlarm').where('kind', '=', 'water').where('state', '=', 'raised')
  for (const { id, stationId } of await wet.select(['id', 'stationId']).execute()) {
    const acknowledgedById = leaders.get(stationId)
    if (acknowledgedById === undefined) continue
    const seen = { state: 'acknowledged', acknowledgedAt: now, acknowledgedById, note }
    await tx.updateTable('tankAlarm').set(seen).where('id', '=', id).execute()
  }
}

const head = { weekdays: JSON.stringify([]), kinds: JSON.stringify([]), dutyFrom: null, dutyUntil: null, language: 'zh' }

/** At night the shift leader is written to first, at other times the station; head office follows about what cannot wait. */
async function keepContacts({ tx }: Ctx, companyId: number, stations: DemoStage['stations']): Promise<void> {
  const rows = stations.flatMap(({ id: stationId }, turn) => {
    const mobile = (last: number) => `1390000${String(turn * 10 + last).padStart(4, '0')}`
    const of = { ...head, companyId, stationId, email: null }
    return [
      { ...of, step: 1, name: '夜班班长 · Night leader', mobile: mobile(1), dutyFrom: '20:00', dutyUntil: '08:00' },
      { ...of, step: 1, name: '站长 · Station manager', mobile: mobile(2), dutyFrom: '08:00', dutyUntil: '20:00' },
      {
        ...of,
        step: 2,
        name: '值班经理 · Duty manager',
        mobile: null,
        email: 'duty@example.com',
        kinds: JSON.stringify(['stop', 'water']),
      },
    ]
  })
  await tx.insertInto('tankAlarmContact').values(rows).execute()
}
