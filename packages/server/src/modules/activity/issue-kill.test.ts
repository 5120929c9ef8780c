import { dealTasks, deals, tags } from '@forecourt/contract'
import { expect, test, vi } from 'vitest'
import { invariantsOf } from '../../testing/invariants.ts'
import { kill, passLeases, startInstance } from '../../testing/instances.ts'
import { scaled } from '../../testing/sampling.ts'
import { tell } from '../../testing/servers.ts'
import { owned, setClock, unique, world } from '../../testing/world.ts'
import { addUpMembers } from '../statistics/index.ts'

vi.setConfig({ testTimeout: 600_000 })
const [members, kills] = [scaled(3_000, 100_000), scaled(1, 5)]
/** So many members are made by one statement: more take longer than it may. */
const portion = 10_000
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()

/** A tag that so many members carry, and a coupon of which as many are planned. */
async function campaign() {
  setClock(new Date())
  const it = await world()
  const clerk = await it.staff({ role: 'admin', over: { stationId: it.station.id } })
  const { id: tagId } = await clerk.call(tags.create, { body: { name: 'Everybody' } })
  for (let from = 1; from <= members; from += portion)
    await owned(
      `with made as (
         insert into user_account (company_id, name, mobile) select $1, 'Member ' || n, '139' || lpad(n::text, 8, '0')
         from generate_series($3::int, $4::int) as n returning company_id, id, created_date
       )
       insert into tag_member (company_id, tag_id, user_id, created_date) select company_id, $2, id, created_date from made`,
      [it.company.id, tagId, from, Math.min(members, from + portion - 1)],
    )
  await addUpMembers(it.db, new Date())
  const period = { startTime: days(-1), endTime: days(30) }
  const terms = { kind: 'amount', offCents: 10_00, maxCount: members, perUser: 1, autoIssue: true } as const
  const coupon = await clerk.call(deals.create, { body: { name: `C${unique()}`, ...period, ...terms } })
  const body = { name: `A${unique()}`, kind: 'issue' as const, tagId, coupons: [{ dealId: coupon.id }], ...period }
  const given = async (id: number) =>
    (await owned<{ count: number }>('select given_count as count from deal_task where id = $1', [id]))[0]!.count
  return { ...it, clerk, coupon, body, given }
}

// @req MKT-003 MKT-018
test('an issue to a tag whose servers are killed in its midst gives each who carries it one coupon', async () => {
  const it = await campaign()
  let instance = await startInstance()
  const begun = Date.now()
  const { id } = await it.clerk.call(dealTasks.create, { body: it.body })
  for (let turn = 1; turn <= kills; turn++) {
    await expect.poll(() => it.given(id), { timeout: 120_000, interval: 20 }).toBeGreaterThanOrEqual((turn * members) / (kills + 2))
    await kill(instance)
    await passLeases()
    instance = await startInstance()
  }
  const read = () => it.clerk.call(dealTasks.get, { id })
  await expect.poll(async () => (await read()).timing, { timeout: 300_000, interval: 100 }).toBe('completed')
  tell('issue to a tag', { members, kills, seconds: (Date.now() - begun) / 1000 })
  expect(await read()).toMatchObject({ givenCount: members, couponCount: members, refusedCount: 0 })
  const [held] = await owned<{ coupons: number; holders: number }>(
    'select count(*)::int as coupons, count(distinct user_id)::int as holders from user_deal where deal_id = $1',
    [it.coupon.id],
  )
  expect(held).toEqual({ coupons: members, holders: members })
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})
