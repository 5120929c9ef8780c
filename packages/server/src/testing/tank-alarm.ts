import { owned } from './world.ts'

/** One of each state; a tank has only one that is open. */
export async function alarmIn({ company }: { readonly company: { readonly id: number } }, state: string): Promise<number> {
  const kind = { raised: `'low'`, acknowledged: `'water'`, cleared: `'high'` }[state]
  const acknowledgedBy = state === 'acknowledged' ? 'now(), 1' : 'null, null'
  const [alarm] = await owned<{ id: number }>(
    `insert into tank_alarm (company_id, station_id, tank_id, kind, state, bound, found, measured_at, raised_at, acknowledged_at,
       acknowledged_by_id, cleared_at)
     select company_id, station_id, id, ${kind}, $2, 15, 9, now(), now(), ${acknowledgedBy}, ${state === 'cleared' ? 'now()' : 'null'}
     from tank where company_id = $1 limit 1 returning id`,
    [company.id, state],
  )
  return alarm!.id
}
