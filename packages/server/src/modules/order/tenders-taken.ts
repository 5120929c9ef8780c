import { payTypesInOrder, type PayTypeLine, type TenderType } from '@forecourt/contract'
import type { Tx } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { settingsOfStations } from '../org/index.ts'

/** How each of these stations takes its tenders. */
export async function tendersAt(tx: Tx, stationIds: readonly number[]): Promise<ReadonlyMap<number, readonly PayTypeLine[]>> {
  const settings = await settingsOfStations(tx, stationIds)
  return new Map([...settings].map(([id, { payTypes }]) => [id, payTypesInOrder(payTypes)]))
}

/**
 * What a station does not take pays nothing, and what needs a serial number names it.
 * @throws transaction.payTypeOff, transaction.serialMissing @source requirement PAY-002
 */
export function refuseTender(taken: readonly PayTypeLine[] = [], payType: TenderType, externalSerialNo: string | undefined): void {
  const line = taken.find(each => each.payType === payType)
  if (line?.disabled) refuse('transaction.payTypeOff', { payType })
  if (line?.serialNo !== false && externalSerialNo === undefined) refuse('transaction.serialMissing')
}
