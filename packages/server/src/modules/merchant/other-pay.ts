import { otherPay, PayType, stations, TenderType, type StationConfig } from '@forecourt/contract'
import { handle, type Handler } from '../../platform/execution/command.ts'
import { getOf } from '../../platform/search/list.ts'
import { changeStationConfig, settingsOfStation } from '../org/index.ts'

/**
 * Sets which pay types a station takes. Names of others (of cards, of points) stay as they are. @throws notFound, stale
 */
const set = handle(otherPay, async (ctx, { id, body: { version, payTypes } }) => {
  await getOf(ctx.tx, stations, id, [], ctx.scope)
  const { otherTradeType } = await settingsOfStation(ctx, id)
  const isTender = (payType: string) => (TenderType.options as readonly string[]).includes(payType)
  const others = PayType.options.filter(payType => !isTender(payType) && otherTradeType[payType] !== undefined)
  const named: NonNullable<StationConfig['otherTradeType']> = {
    ...Object.fromEntries(others.map(payType => [payType, otherTradeType[payType]])),
    ...Object.fromEntries(payTypes.filter(({ name }) => name !== '').map(({ payType, name }) => [payType, name])),
  }
  const kept = payTypes.map(({ payType, disabled, serialNo }) => ({ payType, disabled, serialNo }))
  return { id, version: await changeStationConfig(ctx, id, version, { otherTradeType: named, payTypes: kept }) }
})

export const otherPayHandlers: readonly Handler[] = [set]
