import { Worker } from 'node:worker_threads'
import { demoLayout, type DemoFacts } from './modules/demo/index.ts'
import type { Database } from './platform/postgres/database.ts'

/** Where the product answers, as seen from this machine. */
interface Here {
  readonly address: string
  readonly channel: string
}

/** A station of the demo sells while the product runs, on a thread of its own, through what real equipment speaks to. @returns its end */
export async function startDemoLive(db: Database, demo: DemoFacts, here: Here, now: Date): Promise<() => Promise<unknown>> {
  const found = await demoLayout(db, demo, now)
  if (!found) return () => Promise.resolve()
  const { layout, device } = found
  const live = { layout, connection: { ...here, ...device }, seed: now.getTime() % 2 ** 31 }
  const worker = new Worker(new URL(import.meta.resolve('@forecourt/simulator/live.ts')), { workerData: live })
  worker.on('error', error => console.error(`The demo's station has stopped selling: ${(error as Error).message}`))
  return () => worker.terminate()
}
