import { fleetBills, fleetBilling } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { at, billedFleet } from '../../testing/bill.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { db, owned, setClock } from '../../testing/world.ts'
import { setScopeToAll } from '../../platform/execution/command.ts'
import { bill } from './index.ts'
import { askForBills } from './task.ts'

type Fleet = Awaited<ReturnType<typeof billedFleet>>

/** A fleet with fees, whose March is issued. */
async function issued() {
  const it = await billedFleet()
  await it.agree({ clauses: [{ name: 'Handling', kind: 'perFill', amountCents: 50 }] })
  await it.fillAt(it.sub.number, at('2026-03-05'))
  await it.fillAt(it.master.number, at('2026-03-06'))
  setClock(at('2026-04-01'))
  return { ...it, bill: await it.issue() }
}
/** What the proof of the ledger says of bills, in short. */
const broken = async (it: Fleet) =>
  (await invariantsOf(it))
    .filter(({ invariant, breaches }) => /^(FL|I21)/.test(invariant) && breaches > 0)
    .map(({ invariant, says }) => `${invariant} ${says.slice(0, 30)}`)
const failure = (thrown: { code?: string; constraint?: string }) => [thrown.code, thrown.constraint]

test('the database refuses a fee without a clause, on a bill and in the book', async () => {
  const it = await billedFleet()
  setClock(at('2026-04-01'))
  const { id } = await it.prepare()
  const fee = `insert into fleet_bill_fee (company_id, bill_id, clause_id, agreement, name, kind, basis, amount_cents)
    values ($1, $2, $3, 'A-1', 'Because', 'perMonth', 1, 100)`
  expect(await owned(fee, [it.company.id, id, null]).catch(failure)).toEqual(['23514', 'fee.withoutClause'])
  expect(await owned(fee, [it.company.id, id, 1]).catch(failure)).toEqual(['23503', expect.any(String)])
  const entry = `insert into ledger_entry (company_id, kind, ref, at, actor) values ($1, 'fleet.fee', 'fleetFee:1', now(), 'user:1')`
  expect(await owned(entry, [it.company.id]).catch(failure)).toEqual(['23514', 'fee.withoutClause'])
})

test('what stands on an issued bill is never edited, added to or taken away, not even by the owner of the database', async () => {
  const it = await issued()
  const of = [it.bill.id]
  const tries = [
    'update fleet_bill set net_cents = 0 where id = $1',
    'delete from fleet_bill where id = $1',
    'update fleet_bill_line set net_cents = 0 where bill_id = $1',
    'delete from fleet_bill_line where bill_id = $1',
    'update fleet_bill_card set driver = $$Nobody$$ where bill_id = $1',
    'delete from fleet_bill_fee where bill_id = $1',
    'delete from fleet_bill_movement where bill_id = $1',
    `insert into fleet_bill_card (company_id, bill_id, group_id, user_card_id, card_number, driver, opening_cents, in_cents, out_cents,
      closing_cents) select company_id, bill_id, group_id, user_card_id, card_number, driver, 0, 0, 0, 0 from fleet_bill_card
      where bill_id = $1`,
  ]
  for (const text of tries) expect([text, await owned(text, of).catch(failure)]).toEqual([text, ['FC001', undefined]])
  expect(await broken(it)).toEqual([])
})

/** As somebody who owns the database could, past the triggers. */
const planted = async (text: string, values: unknown[]) =>
  owned(`set session_replication_role = replica`).then(() => owned(text, values).finally(() => owned('reset session_replication_role')))

test.each<[string, string[], string]>([
  [
    'a line that was lowered',
    ['FL14 every payment and refund by a'],
    'update fleet_bill_line set net_cents = net_cents - 1 where bill_id = $1',
  ],
  ['a line that is gone', ['FL14 every payment and refund by a'], 'delete from fleet_bill_line where bill_id = $1'],
  [
    'purses that held something else',
    ['FL14 an issued bill says of the pu'],
    'update fleet_bill set opening_cents = opening_cents + 1, closing_cents = closing_cents + 1 where id = $1',
  ],
  [
    'a movement that is left out',
    ['FL14 an issued bill says of the pu', 'FL14 every payment and refund by a', 'FL14 no movement of a billed card i'],
    `delete from fleet_bill_movement where bill_id = $1 and user_card_detail_id = (
      select max(user_card_detail_id) from fleet_bill_movement where bill_id = $1)`,
  ],
  [
    'a fee that no bill knows',
    ['FL18 what an issued bill charges was', 'I21 every fee that was taken from '],
    'delete from fleet_bill_fee where bill_id = $1',
  ],
  [
    'a fee by another fleet’s clause',
    ['I21 every fee that was taken from '],
    `with other as (insert into fleet (company_id, name) select company_id, 'Other' from fleet_bill where id = $1 returning company_id, id)
     update fleet_agreement set group_id = other.id from other where fleet_agreement.company_id = other.company_id`,
  ],
])('planted, %s is found by the proof of the ledger', async (_, found, text) => {
  const it = await issued()
  await planted(text, [it.bill.id])
  expect((await broken(it)).toSorted()).toEqual(found.map(each => expect.stringContaining(each.slice(0, 30))))
})

test('soon after the first of a month by the company’s calendar, its bill is prepared once, and issued where this was agreed', async () => {
  const it = await billedFleet()
  await it.fillAt(it.sub.number, at('2026-03-05'))
  const round = async (now: Date) => {
    setClock(now)
    await db.transaction().execute(async tx => askForBills(await setScopeToAll(tx), now))
    await runDueJobs(bill.tasks, now)
    return (await it.clerk.call(fleetBills.list, { query: { sort: 'month,asc' } })).content.map(({ month, status }) => [month, status])
  }
  // February had cards; of March there is nothing before it is over in Shanghai.
  expect(await round(at('2026-03-31', '23:59'))).toEqual([['2026-02-01', 'open']])
  const both = [
    ['2026-02-01', 'open'],
    ['2026-03-01', 'open'],
  ]
  expect(await round(at('2026-04-01', '00:00'))).toEqual(both)
  expect(await round(at('2026-04-01', '01:00'))).toEqual(both)
  expect((await it.audits()).filter(({ action }) => action === 'bill.prepare')).toHaveLength(2)

  await it.issue('2026-02-01')
  await it.issue()
  await it.agree({ fromDate: '2026-04-01', autoIssue: true, clauses: [{ name: 'Card service', kind: 'perMonth', amountCents: 10_00 }] })
  expect((await round(at('2026-05-01', '00:30'))).at(-1)).toEqual(['2026-04-01', 'issued'])
  const [last] = (await it.clerk.call(fleetBills.list, {})).content
  expect(await it.clerk.call(fleetBilling.get, { id: last!.id })).toMatchObject({ issuedById: null, feeCents: 10_00 })
  expect(await broken(it)).toEqual([])
})
