import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { enter } from '../../platform/command.ts'
import type { Database } from '../../platform/database.ts'

/** After a portion a pause is so many times as long as it took, where there is time. */
const pauses = 8

export interface Pace {
  /** Stations that have so many deltas together are folded together; of one that has more, no more than `atOnce` are. */
  readonly portion?: number
  readonly atOnce?: number
  /** Over so long the portions are spread, that no sale meets more than one of them. */
  readonly withinMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Brings what waits into the cells of the statistics, by stations; whoever reads them meanwhile adds it himself. A little is folded at
 * once, a busy hour's evenly: one of two processors taken for a second would be a second for every till. Who is late makes no pause, so
 * that nothing piles up.
 */
export async function foldWaiting(db: Database, companies: readonly number[], pace: Pace): Promise<void> {
  const { portion = 400, atOnce = 4000, withinMs, signal } = pace
  const portions = await portionsOf(db, companies, portion)
  const all = portions.reduce((sum, { deltas }) => sum + deltas, 0)
  const began = performance.now()
  let before = 0
  for (const { stations, deltas } of portions) {
    // What came since the round began is folded with the rest, and no part of the way.
    let done = 0
    for (let folded = atOnce; folded === atOnce && !signal?.aborted; ) {
      const turn = performance.now()
      folded = await foldOf(db, companies, stations, atOnce)
      done = Math.min(deltas, done + folded)
      const now = performance.now()
      const pauseMs = Math.min(began + (withinMs * (before + done)) / all - now, pauses * (now - turn))
      if (pauseMs > 0 && before + done < all) await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
    before += deltas
  }
}

const within = <T>(db: Database, companies: readonly number[], ask: ReturnType<typeof sql<T>>) =>
  db.transaction().execute(async tx => {
    await enter(tx, companies)
    return (await ask.execute(tx)).rows
  })

const portionsOf = (db: Database, companies: readonly number[], portion: number) =>
  within(
    db,
    companies,
    sql<{ stations: number[]; deltas: number }>`
      select array_agg(station_id) as stations, sum(deltas)::int as deltas
      from (
        select station_id, count(*) as deltas, floor((sum(count(*)) over (order by station_id) - 1) / ${portion}::int) as nth
        from statistic_delta group by station_id
      ) as waiting
      group by nth order by nth`,
  )

async function foldOf(db: Database, companies: readonly number[], stations: readonly number[], atOnce: number): Promise<number> {
  const [row] = await within(db, companies, sql<{ folded: number }>`select statistic_fold(${atOnce}::int, ${stations}::bigint[]) as folded`)
  return row!.folded
}
