import type { meterEvents, RowOf } from '@forecourt/contract'
import { litres } from '../../core/money.ts'

export type MeterEvent = RowOf<typeof meterEvents>

/** What a meter read before and after; of a test what ran through it and went back into the tank. */
export const movedWords = ({ kind, beforeCl, afterCl, volumeCl }: MeterEvent): string =>
  kind === 'test' ? litres(volumeCl) : `${litres(beforeCl)} → ${litres(afterCl)}`
