import type { DeliveryAtReference, DeliveryFigures } from '@forecourt/contract'
import { deliveryAtReference } from '@forecourt/contract/measure/delivery.ts'
import type { MeasureSettings } from '@forecourt/contract/measure/terms.ts'
import type { z } from 'zod'
import { answerOf } from '../measure/index.ts'

type Measured = Pick<
  z.output<typeof DeliveryFigures>,
  | 'beforeVolumeCl'
  | 'beforeTemperature'
  | 'afterVolumeCl'
  | 'afterTemperature'
  | 'deliveryVolumeCl'
  | 'temperature'
  | 'density'
  | 'densityKind'
>

/** What a delivery comes to at the reference temperature of its station; nothing while it unloads. @source decisions WS8 */
export function atReference(given: Measured, soldCl: number, settings: MeasureSettings): DeliveryAtReference | null {
  const { beforeVolumeCl, afterVolumeCl, deliveryVolumeCl, temperature, density, densityKind } = given
  if (afterVolumeCl === null) return null
  const oil = densityKind === 'standard' ? { density } : { observedDensity: density, observedTemperature: temperature }
  const { volumes, offloadedCl, totalCl, profitLossCl } = deliveryAtReference(
    {
      before: { volumeCl: beforeVolumeCl, temperature: given.beforeTemperature },
      after: { volumeCl: afterVolumeCl, temperature: given.afterTemperature },
      sold: { volumeCl: soldCl, temperature: given.afterTemperature },
      note: deliveryVolumeCl === null ? null : { volumeCl: deliveryVolumeCl, temperature },
      oil,
    },
    settings,
  )
  const { before, after, sold, note } = volumes
  return {
    settings,
    offloadedCl,
    totalCl,
    profitLossCl,
    volumes: { before: answerOf(before), after: answerOf(after), sold: answerOf(sold), note: note && answerOf(note) },
  }
}
