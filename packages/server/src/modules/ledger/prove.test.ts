import { ledgerProof, ledgerProofs } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { tamper, world } from '../../testing/world.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { payByCard, refundToCard } from '../card/index.ts'
import { ledger } from './index.ts'

/** A company with a card that was topped up, has paid, owes, and got something back. */
async function lived() {
  const riverside = await world()
  const { within, station } = riverside
  const card = await makeCard(riverside, { principalCents: 100_00, giftCents: 20_00 })
  const pay = (amountCents: number, ref: string) =>
    within(ctx =>
      payByCard(ctx, { userCardId: card.id, amountCents, stationId: station.id, ref, target: `stock:${station.id}`, delivered: true }),
    )
  const paid = await pay(110_00, 'sale:1')
  if (paid instanceof Refusal) throw paid
  await pay(40_00, 'sale:2')
  await within(ctx => refundToCard(ctx, { detailId: paid.detailId, amountCents: 35_00, ref: 'refund:1', from: `stock:${station.id}` }))
  const auditor = await riverside.staff('ledger.prove')
  const proof = async () => {
    const { id: check } = await auditor.call(ledgerProof, {})
    await runDueJobs(ledger.tasks)
    const { status, result } = await auditor.call(ledgerProofs.one, { id: check })
    expect(status).toBe('done')
    return result!
  }
  const broken = async () => {
    const { proven, invariants: results } = await proof()
    expect(proven).toBe(results.every(({ breaches }) => breaches === 0))
    return results
      .filter(({ breaches }) => breaches > 0)
      .map(({ invariant, examples }) => `${invariant} ${examples[0]!.replace(/\d+/g, 'n')}`)
  }
  return { riverside, card, proof, broken }
}

test('a book that nobody touched is proven', async () => {
  const { proof, broken } = await lived()
  expect(await broken()).toEqual([])
  const { invariants: results } = await proof()
  expect(results.filter(({ invariant }) => ['I1', 'I2', 'I3', 'I4', 'I5'].includes(invariant)).every(({ checked }) => checked > 0)).toBe(
    true,
  )
})

test.each([
  [
    'a balance that was raised by hand',
    "update ledger_account set balance_cents = balance_cents + 1 where owner_id = $1 and kind = 'gift'",
    'I2 gift:n',
  ],
  [
    'an entry whose amount was changed',
    'update ledger_move set amount_cents = amount_cents + 1 where source_id = (select gift_id from user_card where id = $1)',
    'I2 gift:n',
  ],
  ['an entry that was taken out', 'delete from ledger_move where source_id = (select debt_id from user_card where id = $1)', 'I2 debt:n'],
  [
    'a move to an account that is not there',
    'update ledger_move set target_id = 7 where source_id = (select gift_id from user_card where id = $1)',
    'I1 entry sale:n',
  ],
  [
    'a movement that was made smaller',
    `update user_card_detail set amount_cents = -1, principal_cents = -1, gift_cents = 0, debt_cents = 0
     where user_card_id = $1 and amount_cents < 0`,
    'I4 card n',
  ],
])('%s is found', async (_, statement, finding) => {
  const { card, broken } = await lived()
  await tamper(statement, [card.id])
  expect(await broken()).toContain(finding)
})

test('a gift that was paid out as money is found, and a purse that was once below zero', async () => {
  const { riverside, card, broken } = await lived()
  const cash = `(select id from ledger_account where company_id = ${riverside.company.id} and kind = 'tender')`
  const gift = `(select gift_id from user_card where id = ${card.id})`
  const book = (ref: string, source: string, target: string) =>
    tamper(
      `with entry as (insert into ledger_entry (company_id, kind, ref, at, actor)
    values (${riverside.company.id}, 'tampered', '${ref}', now(), 'nobody') returning id)
    insert into ledger_move select id, 1, ${riverside.company.id}, ${source}, ${target}, 500 from entry`,
      [],
    )
  await book('out', gift, cash)
  await book('in', cash, gift)
  const findings = await broken()
  expect(findings).toContain('I5 card n')
  expect(findings).toContain('I4 gift:n after out')
})
