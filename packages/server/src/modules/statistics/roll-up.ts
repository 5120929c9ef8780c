import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { setTenantScope } from '../../platform/execution/command.ts'
import type { Pace } from '../../platform/module.ts'
import type { Tx, Database } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'

/** The pause after a portion, as a multiple of its duration, where there is time. */
const pauses = 8

/**
 * Rolls up pending deltas into the aggregates of the statistics, by stations; readers add the pending ones themselves. Few deltas are
 * rolled up at once, those of a busy hour evenly over time: a processor taken for a second would delay every till by that second. Behind
 * schedule there are no pauses, so that nothing piles up.
 */
export async function rollUpPending(db: Database, companies: readonly number[], pace: Pace): Promise<void> {
  const { portion = 400, batchSize: atOnce = 4000, withinMs, signal } = pace
  const portions = await portionsOf(db, companies, portion)
  const all = portions.reduce((sum, { deltas }) => sum + deltas, 0)
  const began = performance.now()
  let before = 0
  for (const { stations, deltas } of portions) {
    // Deltas that arrived since the round began are rolled up too, but do not count as progress.
    let done = 0
    for (let applied = atOnce; applied === atOnce && !signal?.aborted; ) {
      const turn = performance.now()
      applied = await rollUpOf(db, companies, stations, atOnce)
      done = Math.min(deltas, done + applied)
      const now = performance.now()
      const pauseMs = Math.min(began + (withinMs * (before + done)) / all - now, pauses * (now - turn))
      if (pauseMs > 0 && before + done < all) await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
    before += deltas
  }
}

const within = <T>(db: Database, companies: readonly number[], ask: (tx: Tx) => ReturnType<typeof sql<T>>) =>
  db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, companies)
    return (await ask(tx).execute(tx)).rows
  })

const portionsOf = (db: Database, companies: readonly number[], portion: number) =>
  within(
    db,
    companies,
    tx => sql<{ stations: number[]; deltas: number }>`
      select array_agg(station_id) as stations, sum(deltas)::int as deltas
      from (
        select station_id, count(*) as deltas, floor((sum(count(*)) over (order by station_id) - 1) / ${portion}::int) as nth
        from statistic_delta where ${inScope(tx)} group by station_id
      ) as waiting
      group by nth order by nth`,
  )

async function rollUpOf(db: Database, companies: readonly number[], stations: readonly number[], atOnce: number): Promise<number> {
  const [row] = await within(
    db,
    companies,
    () => sql<{ applied: number }>`select statistic_roll_up(${atOnce}::int, ${companies}::bigint[], ${stations}::bigint[]) as applied`,
  )
  return row!.applied
}
