import { seed } from '../../testing/sampling.ts'
import { memberMerge, memberSummary } from '@forecourt/contract'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { payByCard } from '../card/index.ts'
import { proofOf } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { db, noon, owned, setClock, world } from '../../testing/world.ts'
import { rollUp } from '../../maintenance.ts'

beforeEach(() => setClock(noon))
const zone = 'Asia/Shanghai'
const day = 86_400_000

/** Counted from the rows alone, by nothing that the product keeps. */
async function byHand(companyId: number, today: string) {
  const [row] = await owned<Record<string, number>>(
    `with member as (
       select id, to_char(created_date at time zone $3, 'YYYY-MM') as month from user_account
       where company_id = $1 and not is_staff and merged_into_id is null and former_date is null
     ), last as (
       select member.id, max((paid.created_date at time zone $3)::date) as day from member
       left join user_account part on part.company_id = $1 and (part.id = member.id or part.merged_into_id = member.id)
       left join user_card_detail paid on paid.company_id = $1 and paid.user_id = part.id and paid.type = 'consume' group by member.id
     )
     select count(*)::int as members, count(*) filter (where day > $2::date - 30)::int as bought30,
       count(*) filter (where day between $2::date - 89 and $2::date - 30)::int as bought90,
       count(*) filter (where day < $2::date - 89)::int as asleep, count(*) filter (where day is null)::int as never,
       (select count(*)::int from member where month = to_char($2::date, 'YYYY-MM')) as added
     from last`,
    [companyId, today, zone],
  )
  return row!
}

type Step =
  | { act: 'add' }
  | { act: 'pay'; who: number }
  | { act: 'sleep'; days: number }
  | { act: 'merge'; one: number; other: number }
  | { act: 'staff'; who: number }
  | { act: 'redate'; which: number; back: number }
  | { act: 'rollUp' }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ act: 'add' as const }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('pay' as const), who: fc.nat(7) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('sleep' as const), days: fc.integer({ min: 1, max: 45 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('merge' as const), one: fc.nat(7), other: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('staff' as const), who: fc.nat(7) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('redate' as const), which: fc.nat(20), back: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 2, arbitrary: fc.constant({ act: 'rollUp' as const }) },
)

// @req MEM-039
test('scale and activity are what the rows say, after whatever happens, added up or not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 22 }), async steps => {
      setClock(noon)
      let now = noon
      const it = await world()
      const lin = await it.staff()
      const cards: { id: number; userId: number }[] = []
      const add = async () => {
        const card = await makeCard(it, { principalCents: 100_00 })
        cards.push({ id: card.id, userId: card.userId! })
      }
      await add()
      const paid: number[] = []
      for (const each of steps) {
        const pick = (nth: number) => cards[nth % cards.length]!
        if (each.act === 'add') await add()
        if (each.act === 'sleep') setClock((now = new Date(now.getTime() + each.days * day)))
        if (each.act === 'rollUp') await rollUp(db)
        if (each.act === 'staff')
          await owned('update user_account set is_staff = not is_staff where id = $1 and merged_into_id is null', [pick(each.who).userId])
        if (each.act === 'pay') {
          const ref = `sale:${crypto.randomUUID()}`
          const done = await it
            .within(ctx => payByCard(ctx, { userCardId: pick(each.who).id, amountCents: 1_00, stationId: it.station.id, ref }))
            .catch(() => undefined)
          if (done) paid.push((done as { detailId: number }).detailId)
        }
        if (each.act === 'merge') {
          const [one, other] = [pick(each.one).userId, pick(each.other).userId]
          const pinProof = await proofOf(lin.actor, { action: 'member.merge', subject: `members:${one}` })
          await lin.refused(memberMerge.merge, { id: one, body: { otherId: other, reason: 'Twice', pinProof } })
        }
        if (each.act === 'redate' && paid.length > 0) await redate(paid[each.which % paid.length]!, each.back)
      }
      const { scale, activity } = await lin.call(memberSummary, {})
      const today = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(zone).toPlainDate().toString()
      const { today: said, ...counted } = activity
      expect(said).toBe(today)
      const { added } = scale.months.at(-1)!
      expect({ members: scale.members, added, ...counted }).toEqual(await byHand(it.company.id, today))
      await rollUp(db)
      expect((await lin.call(memberSummary, {})).activity).toEqual(activity)
      expect((await invariantsOf(it)).filter(({ invariant, breaches }) => invariant === 'ME15' && breaches > 0)).toEqual([])
    }),
    { numRuns: 12, seed, endOnFailure: true },
  )
}, 90_000)

/** As a correction of the clock dates a payment. */
const redate = (id: number, back: number) =>
  owned(`update user_card_detail set created_date = created_date - $2 * interval '1 day', use_day = use_day - $2::int where id = $1`, [
    id,
    back,
  ])
