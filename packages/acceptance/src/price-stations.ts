import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AppFixture } from './app-fixture.ts'
import { tell } from './visitor.ts'

/** A station as the device knows it that speaks for its pumps. */
export interface Pumps {
  readonly id: number
  readonly name: string
  readonly deviceId: number
  readonly credential: string
}
interface Made {
  readonly id: number
}

/** The stations of the demo company, each with the controller that speaks for its pumps. */
export const pumpsOf = ({ demo }: AppFixture): Pumps[] =>
  demo.companies[0]!.stations.map(({ id, name, devices }) => {
    const device = devices.find(({ credential }) => credential !== null)!
    return { id, name, deviceId: device.id, credential: device.credential! }
  })

interface NewStation {
  readonly code: string
  readonly name: string
  readonly productId: number
  readonly priceCents: number
  /** Of its own manager. */
  readonly mobile: string
  readonly password: string
}

/** Head office opens a station that sells one fuel from two nozzles, with a controller that speaks for them and a manager of its own. */
export async function openStation(boss: Page, { productId, priceCents, mobile, password, ...named }: NewStation): Promise<Pumps> {
  const { id } = await tell<Made>(boss, 'POST', '/stations', { ...named, timeZone: 'Asia/Shanghai' })
  const at = <T = Made>(path: string, body: object) => tell<T>(boss, 'POST', path, body)
  // The price first: what is sold by nobody yet has nothing to confirm.
  await at(`/products/${productId}/price`, { stationId: id, priceCents })
  const tank = await at('/tanks', { stationId: id, number: 1, productId, maxVolumeCl: 20_000_00, volumeCl: 8_000_00 })
  const dispenser = await at('/dispensers', { stationId: id, number: 1, name: 'No. 1' })
  for (const no of [1, 2])
    await at('/nozzleControls', { stationId: id, logicNo: no, physicalNo: no, dispenserId: dispenser.id, tankId: tank.id })
  const device = await at('/devices', { stationId: id, name: 'Site controller', type: 'dataHub' })
  const { credential } = await at<{ credential: string }>(`/devices/${device.id}/enrol`, {})
  await at('/users', { name: named.name, mobile, password, roles: [{ defaultRole: 'station_master', stationId: id }] })
  return { id, name: named.name, deviceId: device.id, credential }
}

async function told<T>({ url }: AppFixture, { credential }: Pumps, path: string, body?: object): Promise<T> {
  const headers = { authorization: credential, 'content-type': 'application/json' }
  const reply = await fetch(`${url}/api/v1${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return reply.json() as Promise<T>
}

/** The controller says what its nozzles charge for a litre. */
export const readBack = (front: AppFixture, pumps: Pumps, logicNos: readonly number[], priceCents: number) =>
  told(front, pumps, '/dispensers/status', { nozzles: logicNos.map(logicNo => ({ logicNo, state: 'idle', priceCents })) })

/** 20.00 litres from a nozzle at the price that it charges, paid in cash. */
export async function sell(front: AppFixture, pumps: Pumps, nozzleControlId: number, priceCents: number) {
  const { lastSequence } = await told<{ lastSequence: number }>(front, pumps, `/devices/${pumps.deviceId}/gaps`)
  return told<{ id: number; orderNo: string; totalCents: number }>(front, pumps, '/orders', {
    sequence: lastSequence + 1,
    nozzleControlId,
    payType: 'cash',
    lineItems: [{ volumeCl: 20_00, priceCents }],
  })
}
