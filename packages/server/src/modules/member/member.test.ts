import { addFleet, commandSearch, issueUserCard, memberByMobile, members, setFleetLeader } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { freeze } from '../card/index.ts'
import { person } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { world } from '../../testing/world.ts'

const wang = { name: '王小芳', mobile: '13800138001', email: 'wang@river.example', contactPhone: '010-62345678', remark: 'Pays by card' }
const invoicing = { invoiceTitle: '滨河物流有限公司', taxId: '91100000100003962t' }
const idNumber = '110105200002290013'

async function counter() {
  const it = await world()
  const lin = await it.staff({ role: 'station_employee' })
  const master = await it.staff({ role: 'station_master' })
  const found = async (search: string, who = lin) =>
    (await who.call(members.list, { query: { search, sort: 'createdDate,asc' } })).content.map(({ name }) => name)
  return { ...it, lin, master, found }
}

// @req MEM-001 MEM-003
test('a member is added with what is known of them, and shows what their cards hold', async () => {
  const it = await counter()
  const added = await it.lin.call(members.create, { body: { ...wang, ...invoicing, idNumber } })
  expect(added).toMatchObject({
    ...wang,
    invoiceTitle: invoicing.invoiceTitle,
    taxId: '91100000100003962T',
    idNumberMask: '110105********0013',
    initials: 'wxf',
    status: 'normal',
    disabled: false,
    cardCount: 0,
    balanceCents: 0,
    plates: null,
    warnings: [],
  })
  const { id } = added
  await makeCard(it, { userId: id, principalCents: 300_00, giftCents: 20_00 })
  const frozen = await makeCard(it, { userId: id, principalCents: 50_00 })
  await it.within(ctx => freeze(ctx, { userCardId: frozen.id, amountCents: 20_00, ref: `freeze:${frozen.id}` }))
  await it.rows(`update user_card set range_of_use = '{"plates": ["京A12345"]}' where id = $1`, [frozen.id])
  const shown = await it.lin.call(members.get, { id })
  expect(shown).toMatchObject({ balanceCents: 370_00, frozenCents: 20_00, cardCount: 2, plates: '京A12345' })
  expect(await it.lin.call(members.list, {})).toEqual({ content: [shown], totalElements: 1 })
  expect((await it.audits()).filter(({ subject }) => subject === `members:${id}`)).toMatchObject([{ action: 'member.add' }])
})

// @req MEM-021 MEM-023 MEM-024
test('a mobile number of a member leads to that member, and one of staff is refused', async () => {
  const it = await counter()
  const { id } = await it.lin.call(members.create, { body: wang })
  const reply = await it.lin.send(members.create, { body: { name: 'Zhao', mobile: wang.mobile } })
  expect([reply.statusCode, reply.json()]).toMatchObject([
    409,
    { code: 'member.mobileTaken', field: 'mobile', message: 'Member with this phone already exists: 王小芳', detail: { userId: id } },
  ])
  expect(await it.lin.call(memberByMobile, { query: { mobile: wang.mobile } })).toMatchObject({ id, name: '王小芳' })
  const unknown = await it.lin.send(memberByMobile, { query: { mobile: '13800138999' } })
  expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'Phone number not found'])
  const clerk = await person(it.company, { roles: [{ role: 'station_employee', stationId: it.station.id }] })
  expect(await it.lin.refused(members.create, { body: { name: 'Zhao', mobile: clerk.mobile } })).toBe('member.mobileOfStaff')
  expect((await it.lin.call(members.list, {})).totalElements).toBe(1)
})

// @req MEM-022
test('another mobile number is asked about, and one of another member is refused', async () => {
  const it = await counter()
  const { id, version } = await it.lin.call(members.create, { body: { ...wang, ...invoicing, idNumber } })
  await it.lin.call(members.create, { body: { name: 'Zhao', mobile: '13800138002' } })
  const edit = (body: object) => it.lin.send(members.update, { id, body: { ...wang, ...invoicing, version, ...body } })
  const asked = await edit({ mobile: '13800138003' })
  expect(asked.json()).toMatchObject({ code: 'member.mobileChanged', field: 'mobile', detail: { mobile: wang.mobile } })
  expect((await edit({ mobile: '13800138003', confirmMobile: '13800138030' })).json().code).toBe('member.mobileChanged')
  expect((await edit({ mobile: '13800138002', confirmMobile: '13800138002' })).json().code).toBe('member.mobileTaken')
  expect((await edit({ mobile: '13800138003', confirmMobile: '13800138003', invoiceTitle: '' })).json()).toMatchObject({
    mobile: '13800138003',
    invoiceTitle: '',
    idNumberMask: '110105********0013',
    version: version + 1,
  })
  expect((await edit({ remark: 'Late' })).json().code).toBe('stale')
  expect((await it.audits()).filter(({ action }) => action === 'member.edit').map(({ detail }) => detail)).toEqual([
    { mobile: { from: wang.mobile, to: '13800138003' }, invoiceTitle: { from: invoicing.invoiceTitle, to: '' } },
  ])
})

// @req MEM-001
test('a tax number that fails its check is kept and warned of', async () => {
  const it = await counter()
  const { id, version, taxId, warnings } = await it.lin.call(members.create, { body: { ...wang, taxId: '91100000100003962X' } })
  expect([taxId, warnings]).toEqual(['91100000100003962X', [{ field: 'taxId', message: expect.stringContaining('fails its check') }]])
  expect(await it.lin.call(members.update, { id, body: { ...wang, version, taxId: '91100000100003962T' } })).toMatchObject({ warnings: [] })
})

// @req MEM-028 MEM-029 MEM-030
test('a member is found by name, initials, mobile number, card, plate, and by the mobile number of their fleet', async () => {
  const it = await counter()
  const add = async (name: string, mobile: string) => (await it.lin.call(members.create, { body: { name, mobile } })).id
  const [fang, zhao, leader] = [await add('王小芳', '13800138001'), await add('赵强', '13900139002'), await add('Feng Che', '13700137003')]
  const card = await makeCard(it, { userId: fang, number: '6230000012345678' })
  await makeCard(it, { userId: zhao, number: '6230000087654321' })
  await it.rows(`update user_card set range_of_use = '{"plates": ["京A12345"]}' where id = $1`, [card.id])
  const fleet = await it.master.call(addFleet, { body: { name: 'River Haulage' } })
  await it.master.call(setFleetLeader, { id: fleet.id, body: { userId: leader } })
  await makeCard(it, { kind: 'master', userId: leader, groupId: fleet.id, number: '6240000000000001' })

  expect(await it.found('name:*小芳*')).toEqual(['王小芳'])
  expect(await it.found('initials:wx*')).toEqual(['王小芳'])
  expect(await it.found('(name:*zq*|initials:zq*)')).toEqual(['赵强'])
  expect(await it.found('mobile:*9002')).toEqual(['赵强'])
  expect(await it.found('userCards.number:6230000012345678,userCards.card.type:debit,userCards.card.group:null')).toEqual(['王小芳'])
  expect(await it.found('userCards.number:*4321')).toEqual(['赵强'])
  expect(await it.found('userCards.plates:*A1234*')).toEqual(['王小芳'])
  expect(await it.found('userCards.group.user.mobile:13700137003,userCards.parent:null', it.master)).toEqual(['Feng Che'])

  const typed = async (text: string) => (await it.lin.call(commandSearch, { query: { text } })).members.map(({ id }) => id)
  await it.rows('update user_card set user_id = $1 where number = $2', [zhao, '6240000000000001'])
  for (const [text, who] of [
    ['wxf', [fang]],
    ['小芳', [fang]],
    ['1390013', [zhao]],
    ['6230 0000 1234', [fang]],
    ['4321', [zhao]],
    ['A12345', [fang]],
    // The number of who leads the fleet, and the holder of its master card.
    ['13700137003', [leader, zhao]],
    ['6666', []],
  ] as const)
    expect([text, await typed(text)]).toEqual([text, who])
})

test('who leads a fleet stays a member, signs in, and keeps the number that they sign in by', async () => {
  const it = await counter()
  const { id, version } = await it.lin.call(members.create, { body: wang })
  const fleet = await it.master.call(addFleet, { body: { name: 'River Haulage' } })
  await it.master.call(setFleetLeader, { id: fleet.id, body: { userId: id } })
  expect(await it.found('name:*王*')).toEqual(['王小芳'])
  const { cardId } = await makeCard(it)
  expect(
    await it.lin.call(issueUserCard, { body: { number: '700001', cardId, holderName: '王小芳', holderMobile: wang.mobile } }),
  ).toMatchObject({ userId: id })
  const other = { ...wang, version, mobile: '13800138003', confirmMobile: '13800138003' }
  expect(await it.lin.refused(members.update, { id, body: other })).toBe('member.signsIn')
  expect(await it.master.refused(members.disable, { id, body: {} })).toBe('member.signsIn')
  expect(await it.lin.call(members.update, { id, body: { ...wang, version, remark: 'Leads a fleet' } })).toMatchObject({
    remark: 'Leads a fleet',
  })
})

// @req MEM-010
test('a disabled member is given no further card until enabled again', async () => {
  const it = await counter()
  const { id } = await it.lin.call(members.create, { body: wang })
  const { cardId } = await makeCard(it)
  const issue = { number: '700001', cardId, holderName: '王小芳', holderMobile: wang.mobile }
  expect(await it.master.call(members.disable, { id, body: { remark: 'Moved away' } })).toMatchObject({ disabled: true })
  expect(await it.lin.refused(issueUserCard, { body: issue })).toBe('member.disabled')
  expect(await it.lin.refused(issueUserCard, { body: { number: '700001', cardId, userId: id } })).toBe('member.disabled')
  expect(await it.master.call(members.enable, { id, body: {} })).toMatchObject({ disabled: false })
  expect(await it.lin.call(issueUserCard, { body: issue })).toMatchObject({ userId: id })
  expect((await it.audits()).filter(({ subject }) => subject === `members:${id}`).map(({ action }) => action)).toEqual([
    'member.add',
    'member.disable',
    'member.enable',
  ])
})
