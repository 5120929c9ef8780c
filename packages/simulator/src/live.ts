import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { SiteController, type Connection } from './controller.ts'
import type { Phase } from './fuelling.ts'
import { TruthLog } from './faults.ts'
import { SimulatedStation, type Happening, type Layout } from './station.ts'
import { SimulatedTanks, type LaidTank } from './tanks.ts'

export interface Live {
  readonly layout: Layout & { readonly tanks?: readonly LaidTank[] }
  readonly connection: Connection
  readonly seed: number
}

const tickMs = 1000
/** Often enough for a level that is seen to sink. */
const gaugeMs = 60_000
/** What the product knows of a nozzle: it is at work, or it is not. */
const stateOf = (phase: Phase) => (phase === 'idle' ? 'idle' : phase === 'closed' ? 'offline' : 'busy')

/** Lets a station sell in real time, until it is stopped. @returns the way to stop */
export function runLive({ layout, connection, seed }: Live): () => Promise<void> {
  const station = new SimulatedStation(layout, seed, Date.now())
  const controller = new SiteController(connection)
  const tanks = new SimulatedTanks(layout.tanks ?? [], layout.zone, seed, Date.now(), { everyMs: gaugeMs }, new TruthLog())
  const tankOf = new Map(layout.nozzles.map(({ id, tankId }) => [id, tankId]))
  const dispenserOf = new Map(layout.nozzles.map(({ logicNo, dispenser }) => [logicNo, dispenser]))
  const states = new Map<number, string>()

  const report = (changed: readonly { logicNo: number; phase: Phase }[], running: readonly object[]) => {
    const nozzles = changed
      .map(({ logicNo, phase }) => ({ logicNo, state: stateOf(phase) }))
      .filter(({ logicNo, state }) => states.get(logicNo) !== state)
    for (const { logicNo, state } of nozzles) states.set(logicNo, state)
    const busy = new Set([...states].filter(([, state]) => state === 'busy').map(([logicNo]) => dispenserOf.get(logicNo)))
    const touched = new Set(nozzles.map(({ logicNo }) => dispenserOf.get(logicNo)!))
    const dispensers = [...touched].map(number => ({ number, state: busy.has(number) ? 'busy' : 'idle' }))
    if (nozzles.length + running.length === 0) return
    controller.report({ ...(nozzles.length > 0 && { nozzles, dispensers }), ...(running.length > 0 && { fuelling: running }) })
  }
  controller.onConnected = () => {
    states.clear()
    report(station.phases, [])
  }
  controller.onPrice = (productId, priceCents, fromAt) => {
    const inMs = Math.max(0, Date.parse(fromAt) - Date.now())
    // A price that is further off than a timer reaches is told again by then, or not at all.
    if (inMs < 2 ** 31) setTimeout(() => station.setPrice(productId, priceCents), inMs).unref()
  }
  controller.onRefused = (what, body) => console.warn(`simulator: refused: ${what} ${JSON.stringify(body)}`)

  const timer = setInterval(() => {
    const happened = station.advance(Date.now())
    const of = <K extends Happening['kind']>(kind: K) =>
      happened.filter((each): each is Extract<Happening, { kind: K }> => each.kind === kind)
    for (const { sale } of of('sale')) {
      controller.sell(sale)
      const tankId = tankOf.get(sale.nozzleControlId!)
      if (tankId !== undefined) tanks.draw(tankId, sale.lineItems[0]!.volumeCl!)
    }
    controller.measure(tanks.advance(Date.now()).readings)
    const running = new Map(of('running').map(({ logicNo, volumeCl, amountCents }) => [logicNo, { logicNo, volumeCl, amountCents }]))
    report(of('state'), [...running.values()])
  }, tickMs)
  return async () => {
    clearInterval(timer)
    await controller.stop()
  }
}

if (!isMainThread && workerData?.connection) {
  const stop = runLive(workerData as Live)
  parentPort!.once('message', () => void stop().finally(() => process.exit(0)))
}
