import { setTimeout as wait } from 'node:timers/promises'
import type { Place } from './workload.ts'

/** Waits until the statistics hold what was put up for a measurement: bringing it in is not what is measured. */
export async function untilRolledUp({ owner }: Pick<Place, 'owner'>): Promise<void> {
  for (const until = performance.now() + 120_000; performance.now() < until; await wait(200)) {
    const { rows } = await owner.query<{ waits: boolean }>('select exists (select 1 from statistic_delta) as waits')
    if (!rows[0]!.waits) return
  }
}
