import { addFleet, allocationPlans, allocationRunLines, allocationRuns, type Sent } from '@forecourt/contract'
import { quota } from '../modules/quota/index.ts'
import { makeCard } from './card.ts'
import { runDueJobs } from './jobs.ts'
import { noon, setClock, unique, world } from './world.ts'

type Terms = Sent<typeof allocationPlans.add>['body']

export const usualTerms = { period: 'month', hour: 6, mode: 'fillUpTo', leftover: 'stays' } as const

/** A fleet that allocates, its master card with money on it, and as many sub cards as are asked for. */
export async function fleetWithQuotas({ subs = 3, principalCents = 1_000_00, giftCents = 0 } = {}) {
  setClock(noon)
  const it = await world()
  const staff = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const { id: groupId } = await staff.call(addFleet, { body: { name: `Jianghai ${unique()}` } })
  const leader = await it.staff({ role: 'group_master', over: { fleetId: groupId } })
  const master = await makeCard(it, { kind: 'master', groupId, principalCents, giftCents })
  const cards: { id: number; number: string }[] = []
  for (let turn = 0; turn < subs; turn++)
    cards.push(await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId, number: `8800${unique()}0${turn}` }))
  const at = async (moment: string | Date) => {
    setClock(moment)
    await runDueJobs(quota.tasks, new Date(moment))
  }
  const plan = (over: Partial<Terms> = {}) =>
    leader.call(allocationPlans.add, { id: groupId, body: { ...usualTerms, name: `Fuel ${unique()}`, amountCents: 200_00, ...over } })
  const runsOf = async (id: number) =>
    (await leader.call(allocationRuns.list, { query: { search: `plan.id:${id}`, sort: 'dueDate,asc', size: 200 } })).content
  const linesOf = async (runId: number) =>
    (await leader.call(allocationRunLines.list, { query: { search: `run.id:${runId}`, size: 200 } })).content
  /** Principal of each card, in the order of the cards, and of the master at the end. */
  const held = async () => {
    const rows = await it.rows<{ id: number; cents: number }>(
      'select id, principal_cents::int as cents from user_card_state where group_id = $1',
      [groupId],
    )
    return [...cards, master].map(({ id }) => rows.find(row => row.id === id)!.cents)
  }
  return { ...it, boss: staff, leader, groupId, master, cards, at, plan, runsOf, linesOf, held }
}
