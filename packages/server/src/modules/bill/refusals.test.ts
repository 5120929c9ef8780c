import { addFleet, fleetAgreements, fleetBilling, fleetBills, type ErrorCode, type Sent } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { at, billedFleet, march } from '../../testing/bill.ts'
import { pursesOf } from '../../testing/card.ts'
import { setClock } from '../../testing/world.ts'

type Fleet = Awaited<ReturnType<typeof billedFleet>>
type Body = Sent<typeof fleetAgreements.create>['body']

/** A fleet that has bought in March, on the first of April. */
async function inApril() {
  const it = await billedFleet()
  await it.fillAt(it.sub.number, at('2026-03-05'))
  setClock(at('2026-04-01'))
  return it
}

const perMonth = (amountCents: number, name = 'Service') => ({ name, kind: 'perMonth' as const, amountCents })

test.each<[string, ErrorCode, (it: Fleet) => Promise<string>]>([
  [
    'a month that still runs',
    'bill.monthRunning',
    it => it.clerk.refused(fleetBilling.prepare, { body: { groupId: it.fleet.id, month: '2026-04-01' } }),
  ],
  [
    'a fleet without cards',
    'bill.noCards',
    async it => {
      const { id: groupId } = await it.boss.call(addFleet, { body: { name: 'Without cards' } })
      return it.clerk.refused(fleetBilling.prepare, { body: { groupId, month: march } })
    },
  ],
  [
    'a fleet of another company',
    'notFound',
    async it => {
      const other = await billedFleet()
      setClock(at('2026-04-01'))
      return it.clerk.refused(fleetBilling.prepare, { body: { groupId: other.fleet.id, month: march } })
    },
  ],
  [
    'a bill that was issued: not drawn up again',
    'bill.issued',
    async it => {
      await it.issue()
      return it.clerk.refused(fleetBilling.prepare, { body: { groupId: it.fleet.id, month: march } })
    },
  ],
  [
    'a bill that was issued: not issued again',
    'bill.issued',
    async it => it.clerk.refused(fleetBilling.issue, { ...(await it.seen(await it.issue())) }),
  ],
  [
    'a bill that was issued: not taken away',
    'bill.issued',
    async it => it.clerk.refused(fleetBilling.discard, { id: (await it.issue()).id }),
  ],
  [
    'a bill out of turn: an earlier one is open',
    'bill.outOfTurn',
    async it => {
      await it.prepare('2026-02-01')
      return it.clerk.refused(fleetBilling.issue, await it.seen(await it.prepare()))
    },
  ],
  [
    'a bill out of turn: a month was left out',
    'bill.outOfTurn',
    async it => {
      await it.issue('2026-02-01')
      setClock(at('2026-05-01'))
      return it.clerk.refused(fleetBilling.issue, await it.seen(await it.prepare('2026-04-01')))
    },
  ],
  [
    'a bill that is not what the books say any more',
    'bill.changed',
    async it => {
      const seen = await it.seen(await it.prepare())
      await it.rows(`update fleet_bill set net_cents = net_cents where id = $1`, [seen.id])
      return it.clerk.refused(fleetBilling.issue, { id: seen.id, body: { ...seen.body, netCents: 1 } })
    },
  ],
  [
    'fees without a proof by PIN',
    'pin.proof',
    async it => {
      await it.agree({ clauses: [perMonth(10_00)] })
      const { id, body } = await it.seen(await it.prepare())
      return it.clerk.refused(fleetBilling.issue, { id, body: { ...body, pinProof: 'none' } })
    },
  ],
  [
    'fees beyond what the master card holds',
    'bill.feeUncovered',
    async it => {
      await it.agree({ clauses: [perMonth(4000_01)] })
      return it.clerk.refused(fleetBilling.issue, await it.seen(await it.prepare()))
    },
  ],
  [
    'fees of a fleet whose master card was returned',
    'bill.noMaster',
    async it => {
      await it.agree({ clauses: [perMonth(1)] })
      await it.rows(`update user_card set status = 'disable', closed_time = now() where id = $1`, [it.master.id])
      return it.clerk.refused(fleetBilling.issue, await it.seen(await it.prepare()))
    },
  ],
])('%s is refused with %s, and nothing is issued or taken', async (_, code, act) => {
  const it = await inApril()
  const before = await pursesOf(it.master.id)
  expect(await act(it)).toBe(code)
  const bills = (await it.clerk.call(fleetBills.list, { query: { search: 'status:issued' } })).content
  expect(bills.length).toBeLessThanOrEqual(1)
  expect(await pursesOf(it.master.id)).toEqual(before)
})

const agreement = (over: Partial<Body> = {}): Omit<Body, 'groupId'> => ({ number: 'A-2', fromDate: '2026-06-01', ...over })
test.each<[string, ErrorCode | 'allowed', Partial<Body>]>([
  ['a later one', 'allowed', {}],
  ['one that ends before it begins', 'agreement.endsBeforeBegin', { untilDate: '2026-05-31' }],
  ['a fee for each fill without an amount', 'agreement.clauseValue', { clauses: [{ name: 'Fill', kind: 'perFill' }] }],
  ['a share of sales with an amount', 'agreement.clauseValue', { clauses: [{ name: 'Share', kind: 'percentOfSales', amountCents: 1 }] }],
  ['a share of nothing', 'agreement.clauseValue', { clauses: [{ name: 'Share', kind: 'percentOfSales', percent: 0 }] }],
  ['two clauses of one name', 'agreement.clauseTwice', { clauses: [perMonth(1), perMonth(2)] }],
  ['one on days of another', 'agreement.overlaps', { fromDate: '2026-05-31' }],
  ['one that begins in a month that was billed', 'agreement.billed', { fromDate: '2026-02-28', untilDate: '2026-02-28' }],
  ['a number that the fleet has', 'agreement.numberTaken', { number: 'A-1' }],
  ['a file that is not there', 'notFound', { fileId: 1 }],
  ['a discount that is not there', 'notFound', { discountId: 1 }],
])('of an agreement, %s: %s', async (_, code, over) => {
  const it = await billedFleet()
  await it.agree({ untilDate: '2026-05-31' })
  setClock(at('2026-04-01'))
  await it.issue()
  const before = (await it.boss.call(fleetAgreements.list, {})).content.length
  expect(await it.boss.refused(fleetAgreements.create, { body: { groupId: it.fleet.id, ...agreement(over) } })).toBe(code)
  expect((await it.boss.call(fleetAgreements.list, {})).content.length).toBe(before + (code === 'allowed' ? 1 : 0))
})

test('terms of a billed month stay; the end, the remark and the file of such an agreement are edited, and it is not deleted', async () => {
  const it = await billedFleet()
  const first = await it.agree({ clauses: [perMonth(1_00)] })
  const edit = async (over: Partial<Body>) => {
    const { id, version } = await it.boss.call(fleetAgreements.get, { id: first.id })
    const body = { groupId: it.fleet.id, number: 'A-1', fromDate: '2026-03-01', clauses: [perMonth(1_00)], version, ...over }
    return it.boss.refused(fleetAgreements.update, { id, body })
  }
  // An open bill has a fee by a clause that is taken out of the agreement: it is drawn up anew before it is issued.
  setClock(at('2026-04-01'))
  await it.prepare()
  expect(await edit({ clauses: [perMonth(2_00, 'Other')] })).toBe('allowed')
  expect(await edit({})).toBe('allowed')
  expect((await it.issue()).fees.map(({ name, amountCents }) => [name, amountCents])).toEqual([['Service', 1_00]])

  expect(await edit({ clauses: [perMonth(2_00)] })).toBe('agreement.billed')
  expect(await edit({ fromDate: '2026-03-02' })).toBe('agreement.billed')
  expect(await edit({ untilDate: '2026-03-30' })).toBe('agreement.billed')
  expect(await edit({ untilDate: '2026-03-31', remark: 'Ended by letter' })).toBe('allowed')
  expect(await it.boss.refused(fleetAgreements.delete, { id: first.id })).toBe('agreement.billed')
  expect(await it.boss.call(fleetAgreements.get, { id: first.id })).toMatchObject({ billedUntil: '2026-03-31', untilDate: '2026-03-31' })
})
