import { FillRule, type FillRulesOfFleet } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { judgedRules, type JudgedOne } from './judged.ts'

/** What is shown of how the rules came out reaches back so many days. */
const shownDays = 30

/** Counts how rules came out, by the day on which the fill was. */
export async function tally({ tx }: Ctx, companyId: number, judged: readonly JudgedOne[]): Promise<void> {
  const counts = new Map<string, { group: number; day: string; rule: string; verdict: string; lack: string; count: number }>()
  for (const { fill, findings } of judged)
    for (const { rule, verdict, lacks } of judgedRules(findings)) {
      const row = { group: fill.groupId, day: fill.clock.slice(0, 10), rule, verdict, lack: lacks[0] ?? '' }
      const key = Object.values(row).join()
      counts.set(key, { ...row, count: (counts.get(key)?.count ?? 0) + 1 })
    }
  if (counts.size === 0) return
  await sql`
    insert into fill_tally as kept (company_id, group_id, day, rule, verdict, lack, count)
    select owner.id, "group", day, rule, verdict, lack, count
    from jsonb_to_recordset(${JSON.stringify([...counts.values()])}) as given ("group" bigint, day date, rule text, verdict text, lack text,
      count int)
    join company owner on owner.id = ${companyId}
    on conflict (company_id, group_id, day, rule, verdict, lack) do update set count = kept.count + excluded.count`.execute(tx)
}

/** How the rules of a fleet came out lately. */
export async function tallyOf({ tx, now }: Ctx, groupId: number): Promise<FillRulesOfFleet['tally']> {
  const since = new Date(now.getTime() - shownDays * 24 * 60 * 60_000)
  const { rows } = await sql<{ rule: FillRule; verdict: string; lack: string; count: number }>`
    select rule, verdict, lack, sum(count)::int as count from ${scoped(tx, 'fill_tally')} kept
    where group_id = ${groupId} and day >= ${since}::timestamptz::date group by rule, verdict, lack`.execute(tx)
  return FillRule.options.map(rule => {
    const sum = (of: string) => rows.filter(row => row.rule === rule && row.verdict === of).reduce((all, { count }) => all + count, 0)
    const lacks = rows
      .filter(row => row.rule === rule && row.verdict === 'notJudged')
      .map(({ lack, count }) => ({ lack, count }))
      .toSorted((one, other) => other.count - one.count)
    return { rule, kept: sum('kept'), broken: sum('broken'), notJudged: sum('notJudged'), lacks }
  })
}
