import { expect, test } from 'vitest'
import { campaigning } from '../../testing/activities.ts'
import { makeCard } from '../../testing/card.ts'
import { owned } from '../../testing/world.ts'

/** More than one portion: a portion is a thousand members. */
const members = 1500

/** A tag that so many members carry, made by two statements. */
async function crowded() {
  const it = await campaigning()
  const tagId = await it.tagged([])
  await owned(
    `with made as (
       insert into user_account (company_id, name, mobile) select $1, 'Member ' || n, '139' || lpad(n::text, 8, '0')
       from generate_series(1, $3::int) as n returning company_id, id, created_date
     )
     insert into tag_member (company_id, tag_id, user_id, created_date) select company_id, $2, id, created_date from made`,
    [it.company.id, tagId, members],
  )
  return { ...it, tagId }
}

// @req MKT-003 MKT-018
test('where more coupons are planned between two portions, those who were left out of the first one get theirs too', async () => {
  const it = await crowded()
  const scarce = await it.deal({ maxCount: 600, autoIssue: true })
  // As though the clerk planned more at the moment when the first portion says that they have run out.
  await owned(`
    create function plan_more() returns trigger language plpgsql as $$ begin
      update deal set max_count = 2000 where company_id = new.company_id and id = ${scarce.id}; return null;
    end $$;
    create trigger plan_more after update of stopped_by on deal_task for each row when (new.stopped_by is not null)
      execute function plan_more()`)
  try {
    const { id } = await it.start({ kind: 'issue', tagId: it.tagId, coupons: [{ dealId: scarce.id }] })
    await it.look()
    expect(await it.read(id)).toMatchObject({ timing: 'completed', givenCount: members, couponCount: members, refusedCount: 0 })
  } finally {
    await owned('drop trigger plan_more on deal_task; drop function plan_more()')
  }
  expect(await it.broken()).toEqual([])
})

test('while members are looked through, nobody is asked to look through them again', async () => {
  const it = await campaigning()
  const { id } = await it.start({ kind: 'issue', tagId: await it.tagged([(await makeCard(it)).userId!]) })
  const jobs = (state: string) =>
    owned(`select 1 from job where company_id = $1 and task = 'activity.look' and key = $2 and state = $3`, [
      it.company.id,
      String(id),
      state,
    ])
  await owned(`update job set state = 'running' where company_id = $1 and task = 'activity.look' and key = $2`, [it.company.id, String(id)])
  expect(await jobs('running')).toHaveLength(1)
  await it.askAgain()
  expect(await jobs('waiting')).toEqual([])
})
