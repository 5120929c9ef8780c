import { attachments, fleets, openFleet, setFleetAttachments, setFleetLeader, userCards, userCardDetails } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { form, pdf } from '../../testing/file.ts'
import { books } from '../../testing/order.ts'
import { someMobile as mobile, twoFleets } from '../../testing/fleet.ts'
import { unique } from '../../testing/world.ts'

type Fleets = Awaited<ReturnType<typeof counter>>

/** Two fleets, a product to issue master cards of, and a paper that was put up. */
async function counter() {
  const it = await twoFleets()
  const [product] = await it.rows<{ id: number }>(
    `insert into card (company_id, name, type) values ($1, 'Fleet card ${unique()}', 'debit') returning id`,
    [it.company.id],
  )
  const paper = async () => {
    const { payload, headers } = form({ filename: 'contract.pdf', mime: 'application/pdf', bytes: pdf() })
    return (await it.master.raw('POST', '/upload?type=fleetPaper', payload, headers)).json().id as number
  }
  const body = {
    name: `Express ${unique()}`,
    leaderMobile: mobile(),
    leaderName: 'Wu Min',
    masterNumber: `6300${unique()}`,
    cardId: product!.id,
    amountCents: 1_000_00,
    payType: 'bankCard' as const,
  }
  return { ...it, body, paper }
}

// @req FLT-001 FLT-014 FLT-016
test('a fleet is opened with leader, papers, master card and the first money, and found by its leader', async () => {
  const it = await counter()
  const paper = await it.paper()
  const given = { ...it.body, valueMode: 'share' as const, invoiceType: 'charge' as const, attachments: [{ attachmentId: paper }] }
  const key = { 'idempotency-key': crypto.randomUUID() }
  const opened = await it.master.call(openFleet, { body: given }, key)
  expect(await it.master.call(openFleet, { body: given }, key)).toEqual(opened)

  const { content } = await it.master.call(fleets.list, { query: { search: `leaderMobile:${it.body.leaderMobile}`, expand: 'card' } })
  expect(content).toMatchObject([
    {
      id: opened.id,
      name: it.body.name,
      leaderName: 'Wu Min',
      userId: opened.userId,
      valueMode: 'share',
      invoiceType: 'charge',
      masterId: opened.userCardId,
      cardId: it.body.cardId,
      status: 'normal',
      balanceCents: 1_000_00,
      subCount: 0,
      attachments: [{ attachmentId: paper, name: 'contract.pdf' }],
    },
  ])
  expect(await it.master.call(userCards.get, { id: opened.userCardId! })).toMatchObject({ kind: 'master', userId: opened.userId })
  const { content: moves } = await it.master.call(userCardDetails.list, { query: { search: `userCard.id:${opened.userCardId}` } })
  expect(moves.map(({ type, amountCents }) => [type, amountCents])).toEqual([['charge', 1_000_00]])

  await it.master.call(setFleetAttachments, { id: opened.id, body: { attachments: [] } })
  expect(await it.master.call(fleets.get, { id: opened.id })).toMatchObject({ attachments: [] })
})

// @req FLT-006 FLT-016
test.each([
  ['whose name is taken', async (it: Fleets) => ({ name: (await it.master.call(fleets.get, { id: it.oasis })).name }), 'fleet.nameTaken'],
  ['whose card number is taken', async (it: Fleets) => ({ masterNumber: (await it.cardFor(null)).number }), 'card.numberTaken'],
  ['whose leader drives for another', async (it: Fleets) => ({ leaderMobile: (await it.add(it.oasis)).mobile }), 'employee.otherFleet'],
  ['with a paper that is not there', async () => ({ attachments: [{ attachmentId: 987_654_321 }] }), 'notFound'],
  ['with money and no card', async () => ({ masterNumber: undefined, cardId: undefined }), 'validation'],
  ['with an amount and no way of payment', async () => ({ payType: undefined }), 'validation'],
  ['with a number and no product', async () => ({ cardId: undefined }), 'validation'],
  ['with an unusual amount entered once', async () => ({ amountCents: 20_000_00 }), 'amount.unusual'],
])('a fleet %s is refused, and nothing of it is kept', async (_, over, code) => {
  const it = await counter()
  const body = { ...it.body, ...(await over(it)) }
  const kept = () =>
    it.rows(
      `select (select count(*) from fleet where company_id = $1) as fleets,
        (select count(*) from user_account where company_id = $1) as users,
        (select count(*) from user_card where company_id = $1) as cards,
        (select count(*) from ledger_entry where company_id = $1) as entries`,
      [it.company.id],
    )
  const [before, money] = [await kept(), await books(it)]
  expect(await it.master.refused(openFleet, { body: body as never })).toBe(code)
  expect([await kept(), await books(it)]).toEqual([before, money])
})

test('a master card and money on it ask for the permission to issue and to top up', async () => {
  const it = await counter()
  const { masterNumber: _, cardId: __, amountCents: ___, payType: ____, ...bare } = it.body
  const keeper = await it.staff('member.fleet.read', 'member.fleet.write', { over: { stationId: it.station.id } })
  expect(await keeper.refused(openFleet, { body: it.body })).toBe('auth.forbidden')
  const issuer = await it.staff('member.fleet.read', 'member.fleet.write', 'card.issue', { over: { stationId: it.station.id } })
  expect(await issuer.refused(openFleet, { body: it.body })).toBe('auth.forbidden')
  expect(await keeper.call(openFleet, { body: bare })).toMatchObject({ userCardId: null })
})

// @req FLT-006 FLT-007 FLT-015
test('the leader is replaced by another one, who leads no other fleet and is of none', async () => {
  const it = await counter()
  const { id, userId } = await it.master.call(openFleet, { body: it.body })
  const set = (body: object) => it.master.refused(setFleetLeader, { id, body })
  expect(await set({ userId })).toBe('fleet.leaderSame')
  expect(await set({ mobile: it.body.leaderMobile, name: 'Wu Min' })).toMatch(/^(fleet.leaderSame|member.mobileOfStaff)$/)
  expect(await set({ mobile: (await it.add(it.oasis)).mobile, name: 'Ma' })).toBe('employee.otherFleet')
  expect(await set({})).toBe('validation')
  const next = mobile()
  const done = await it.master.call(setFleetLeader, { id, body: { mobile: next, name: 'Qin Lan' } })
  expect(await it.master.call(fleets.get, { id })).toMatchObject({ userId: done.userId, leaderName: 'Qin Lan', leaderMobile: next })
  expect(await it.master.refused(setFleetLeader, { id: it.oasis, body: { userId: done.userId } })).toBe('fleet.leaderTaken')

  const before = await it.master.call(fleets.get, { id })
  const { name, invoiceType, discountId, endTime, miniProgramOff } = before
  const body = { name, invoiceType, discountId, endTime, miniProgramOff, remark: 'By letter', version: before.version }
  const edited = await it.master.call(fleets.update, { id, body, query: { expand: ['user'] } } as never)
  expect(edited).toMatchObject({ remark: 'By letter', user: { name: 'Qin Lan' } })
})

test('papers of a fleet are files of that kind, seen by the staff', async () => {
  const it = await counter()
  const { payload, headers } = form({ filename: 'line.csv', mime: 'text/csv', bytes: Buffer.from('x') })
  const other = (await it.master.raw('POST', '/upload?type=employeeImport', payload, headers)).json().id as number
  expect(await it.master.refused(setFleetAttachments, { id: it.jianghai, body: { attachments: [{ attachmentId: other }] } })).toBe(
    'notFound',
  )
  const paper = await it.paper()
  await it.master.call(setFleetAttachments, { id: it.jianghai, body: { attachments: [{ attachmentId: paper }] } })
  expect((await it.leader.send(attachments.file, { id: paper })).statusCode).toBe(404)
  const clerk = await it.staff({ role: 'station_employee', stationIds: [it.station.id] })
  expect((await clerk.send(attachments.file, { id: paper })).statusCode).toBe(200)
})
