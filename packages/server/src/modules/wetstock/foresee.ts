import { products, tanks, type DeliveryFigures, type DeliveryForeseen } from '@forecourt/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { companyOfStation } from '../../platform/execution/crud.ts'
import { getOf } from '../../platform/search/list.ts'
import { settingsOfStation } from '../org/index.ts'
import { allowedLoss } from './allowed-loss.ts'
import { atReference } from './at-reference.ts'

type Figures = z.output<typeof DeliveryFigures>
type Incident = { readonly incident: 'overfill' | 'crossover' | null; readonly reason: string }

/** What a delivery comes to by what was entered, before anything is kept. @throws notFound of the tank, at the station that is named */
export async function foresee(ctx: Ctx, figures: Figures): Promise<DeliveryForeseen & { tank: Awaited<ReturnType<typeof tankOf>> }> {
  const tank = await tankOf(ctx, figures)
  const { beforeVolumeCl, afterVolumeCl, deliveryVolumeCl } = figures
  const soldCl = await soldMeanwhile(ctx, await companyOfStation(ctx, figures.stationId), figures)
  const offloadedCl = afterVolumeCl === null ? null : afterVolumeCl - beforeVolumeCl
  const totalCl = offloadedCl === null ? null : offloadedCl + soldCl
  const profitLossCl = totalCl === null || deliveryVolumeCl === null ? null : totalCl - deliveryVolumeCl
  const settings = await settingsOfStation(ctx, figures.stationId)
  const stopCl = Math.floor((tank.maxVolumeCl * settings.tankAlarms.stopPercent) / 100)
  const { measurement } = settings
  const sums = { offloadedCl, soldCl, totalCl, profitLossCl }
  const allowed = await allowedLoss(ctx, { ...figures, productId: figures.productId ?? tank.productId })
  return { ...sums, ...allowed, atReference: atReference(figures, soldCl, measurement), stopCl, productId: tank.productId, tank }
}

async function tankOf(ctx: Ctx, { tankId, stationId }: Figures) {
  const tank = await getOf(ctx.tx, tanks, tankId, ['product'], ctx.scope).catch(() => refuse('notFound', { field: 'tankId' }))
  if (tank.stationId !== stationId) refuse('notFound', { field: 'tankId' })
  return tank
}

/** All that the nozzles of the tank sold while it was filled, late reports included. */
async function soldMeanwhile({ tx }: Ctx, companyId: number, { tankId, beginTime, endTime }: Figures): Promise<number> {
  const { rows } = await sql<{ cl: number }>`
    select delivery_sold(${companyId}::bigint, ${tankId}::bigint, ${beginTime}::timestamptz, ${endTime}::timestamptz) as cl`.execute(tx)
  return rows[0]!.cl
}

const litres = (cl: number) => (cl / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })

/**
 * What stands against a delivery. What is planned is refused where it would not fit or is another product; what has happened is recorded,
 * by its name and with its reason.
 * @throws notFound, delivery.inFuture, delivery.endsBeforeBegin, delivery.afterMissing, delivery.beyondTank, delivery.otherProduct,
 * delivery.aboveStop, delivery.overfilled, delivery.notIncident, delivery.reasonMissing
 * @source requirement FUE-001; decisions WS9
 */
export async function judged(ctx: Ctx, figures: Figures & Incident): Promise<{ productId: number }> {
  const { beginTime, endTime, beforeVolumeCl, afterVolumeCl, deliveryVolumeCl, incident, reason } = figures
  for (const [field, at] of Object.entries({ beginTime, endTime }))
    if (at !== null && Date.parse(at) > ctx.now.getTime()) refuse('delivery.inFuture', { field })
  if (endTime !== null && Date.parse(endTime) <= Date.parse(beginTime)) refuse('delivery.endsBeforeBegin')
  if ((endTime === null) !== (afterVolumeCl === null))
    refuse('delivery.afterMissing', { field: endTime === null ? 'endTime' : 'afterVolumeCl' })

  const { tank, stopCl, offloadedCl } = await foresee(ctx, figures)
  const named = { tank: tank.number, most: litres(tank.maxVolumeCl) }
  if (beforeVolumeCl > tank.maxVolumeCl) refuse('delivery.beyondTank', { ...named, field: 'beforeVolumeCl' })
  if (afterVolumeCl !== null && afterVolumeCl > tank.maxVolumeCl) refuse('delivery.beyondTank', named)

  const productId = figures.productId ?? tank.productId
  const isOther = productId !== tank.productId
  if (isOther) await getOf(ctx.tx, products, productId, [], ctx.scope).catch(() => refuse('notFound', { field: 'productId' }))
  if (isOther && incident !== 'crossover') refuse('delivery.otherProduct', { tank: tank.number, product: tank.product?.name ?? '' })
  const stop = { tank: tank.number, most: litres(stopCl) }
  const planned = beforeVolumeCl + (deliveryVolumeCl ?? 0)
  if (endTime === null && planned > stopCl && incident === null) refuse('delivery.aboveStop', { ...stop, litres: litres(planned) })
  const isOver = afterVolumeCl !== null && afterVolumeCl > stopCl
  if (isOver && incident === null) refuse('delivery.overfilled', stop)
  if ((incident === 'overfill' && !isOver) || (incident === 'crossover' && !isOther)) refuse('delivery.notIncident')
  if (reason === '' && (incident !== null || (offloadedCl !== null && offloadedCl < 0))) refuse('delivery.reasonMissing')
  return { productId }
}
