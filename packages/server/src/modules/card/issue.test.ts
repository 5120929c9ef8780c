import { addFleet, cards, issueUserCard, memberByMobile, userCards } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { noon, owned, world } from '../../testing/world.ts'

const rights = [
  'card.issue',
  'card.userCard.read',
  'card.userCard.write',
  'card.product.read',
  'card.product.write',
  'member.read',
  'access.user.read',
]

async function counter() {
  const riverside = await world()
  const lin = await riverside.staff(...rights)
  const product = await lin.call(cards.create, { body: { name: 'Fuel card', type: 'debit' } })
  const issue = (body: object) => lin.refused(issueUserCard, { body: { number: '700001', cardId: product.id, ...body } })
  return { riverside, lin, product, issue }
}
const wang = { holderName: 'Wang Fang', holderMobile: '13800138001' }

// @req MEM-029
test('a second card for a mobile number goes to the same member, who is then found by it', async () => {
  const { lin, product } = await counter()
  const first = await lin.call(issueUserCard, { body: { number: '700001', cardId: product.id, ...wang } })
  const second = await lin.call(issueUserCard, { body: { number: '700002', cardId: product.id, ...wang, holderName: 'Wang F.' } })
  expect(second.userId).toBe(first.userId)
  expect(await lin.call(memberByMobile, { query: { mobile: wang.holderMobile } })).toMatchObject({
    name: 'Wang Fang',
    isStaff: false,
    userCards: [{ number: '700002' }, { number: '700001', status: 'normal', value: 0 }],
  })
  const other = await lin.call(issueUserCard, {
    body: { number: '700003', cardId: product.id, holderName: 'Zhao', holderMobile: '13800138009' },
  })
  const found = async (mobile: string) => {
    const query = { search: `user.mobile:${mobile}`, sort: 'number', expand: 'user' }
    return (await lin.call(userCards.list, { query })).content.map(({ id }) => id)
  }
  expect(await found(wang.holderMobile)).toEqual([first.id, second.id])
  expect(await found('13800138009')).toEqual([other.id])
  expect(await lin.call(memberByMobile, { query: { mobile: '13800138009' } })).toMatchObject({ name: 'Zhao', mobile: '13800138009' })
})

// @req ORG-025
test('a member is found by mobile number, or by a card they hold', async () => {
  const { riverside, lin, product } = await counter()
  await lin.call(issueUserCard, { body: { number: '700001', cardId: product.id, ...wang } })
  const query = { cardNumber: '700001', companyId: riverside.company.id }
  expect(await lin.call(memberByMobile, { query })).toMatchObject({ name: 'Wang Fang', mobile: wang.holderMobile })
  const byMobile = { mobile: wang.holderMobile, companyId: riverside.company.id }
  expect(await lin.call(memberByMobile, { query: byMobile })).toMatchObject({ name: 'Wang Fang', mobile: wang.holderMobile })
  expect(await lin.refused(memberByMobile, { query: { ...byMobile, companyId: 1 } })).toBe('member.notFound')
  expect(await lin.refused(memberByMobile, { query: { cardNumber: '9999999999' } })).toBe('notFound')
  expect(await lin.refused(memberByMobile, { query: { ...query, companyId: 1 } })).toBe('notFound')
  expect(await lin.refused(memberByMobile, { query: { mobile: '13900000000' } })).toBe('member.notFound')
  expect(await lin.refused(memberByMobile, { query: {} })).toBe('validation')
})

// @req MEM-024
test('a mobile number that nobody has is not found', async () => {
  const { lin } = await counter()
  expect(await lin.refused(memberByMobile, { query: { mobile: '13900000000' } })).toBe('member.notFound')
  const words = async (language: string) =>
    (await lin.send(memberByMobile, { query: { mobile: '13900000000' } }, { language })).json().message as string
  expect([await words('zh'), await words('en')]).toEqual(['未找到该手机号', 'Phone number not found'])
})

// @req MEM-032
test('each thing that is said of a card when it is issued is kept, under its own name', async () => {
  const { riverside, lin, product } = await counter()
  const manager = await riverside.staff({ role: 'admin' })
  const { id: groupId } = await manager.call(addFleet, { body: { name: 'Taxis' } })
  const facts = {
    cardId: product.id,
    name: 'A·1001',
    paymentCentsMax: 200_00,
    dayCentsMax: 500_00,
    passwordFromCents: 100_00,
    remark: 'van',
  }
  const master = await lin.call(issueUserCard, {
    body: { ...facts, ...wang, number: '700001', kind: 'master', groupId, payPassword: '274913' },
  })
  const shown = { ...facts, number: '700001', kind: 'master', groupId, parentId: null, status: 'normal', value: 0, hasPayPassword: true }
  expect(await lin.call(userCards.get, { id: master.id, query: { expand: 'user' } })).toMatchObject({
    ...shown,
    issueTime: noon.toISOString(),
    user: { name: wang.holderName, mobile: wang.holderMobile },
  })
  const sub = { number: '700002', cardId: product.id, kind: 'sub', parentId: master.id, userId: master.userId } as const
  expect(await lin.call(issueUserCard, { body: sub })).toMatchObject({ ...sub, groupId, hasPayPassword: false, dayCentsMax: null })
})

// @req MEM-032 CRD-003
test.each([
  ['a number that another card has', { number: '600001', ...wang }, 'card.numberTaken'],
  ['a personal card without a holder', {}, 'card.holderMissing'],
  ['a name without a mobile number', { holderName: 'Wang Fang' }, 'validation'],
  ['a bearer card with a holder', { kind: 'anonymous', ...wang }, 'card.holderForbidden'],
  ['a bearer card', { kind: 'anonymous' }, 'allowed'],
  ['a sub card without its master', { kind: 'sub', ...wang }, 'card.parentMissing'],
  ['a password that everybody tries first', { payPassword: '111111', ...wang }, 'card.passwordWeak'],
  ['a password that ends the mobile number', { payPassword: '138001', ...wang }, 'card.passwordWeak'],
  ['a password of five digits', { payPassword: '12345', ...wang }, 'validation'],
  ['a member of another company', { userId: 'theirs' }, 'notFound'],
  ['a product that is not there', { cardId: 7, ...wang }, 'notFound'],
])('%s: %s', async (_, body, outcome) => {
  const { riverside, issue } = await counter()
  const other = await makeCard(await world())
  await makeCard(riverside, { number: '600001' })
  expect(await issue('userId' in body ? { userId: other.userId } : body)).toBe(outcome)
})

test('what was refused leaves nothing: no member, no card, no purse', async () => {
  const { riverside, lin, issue } = await counter()
  await makeCard(riverside, { number: '700001' })
  const count = () =>
    owned<{ accounts: number; members: number }>(
      `select
    (select count(*)::int from ledger_account where company_id = $1) as accounts,
    (select count(*)::int from user_account where company_id = $1) as members`,
      [riverside.company.id],
    )
  const before = await count()
  expect(await issue(wang)).toBe('card.numberTaken')
  expect(await count()).toEqual(before)
  expect((await lin.call(userCards.list, { query: {} })).totalElements).toBe(1)
})

// @req MEM-028
test('a member is searched for by a card number: stored value, of no fleet, held by a member', async () => {
  const { riverside, lin } = await counter()
  const manager = await riverside.staff({ role: 'admin' })
  const { id: groupId } = await manager.call(addFleet, { body: { name: 'Taxis' } })
  const wanted = await makeCard(riverside, { number: '62220001' })
  await makeCard(riverside, { number: '62220002', type: 'score' })
  const master = await makeCard(riverside, { number: '62220003', kind: 'master', groupId })
  const bearer = await makeCard(riverside, { number: '62220004', kind: 'anonymous' })
  const employee = await makeCard(riverside, { number: '62220005', kind: 'employee' })
  await makeCard(riverside, { number: '71110001' })
  const found = async (search: string) =>
    (await lin.call(userCards.list, { query: { search, sort: 'number' } })).content.map(({ id }) => id)
  expect(await found('number:6222*,card.type:debit,card.group:null,kind:personal')).toEqual([wanted.id])
  expect(await found('number:6222*,card.type:debit')).toEqual([wanted.id, master.id, bearer.id, employee.id])
  expect(await found('number:6222*,card.group<>null')).toEqual([master.id])
  expect(await found('number:6222*,kind:employee')).toEqual([employee.id])
  expect(await found('number:*0001,user<>null')).toHaveLength(2)
  expect(await found('number:62220001,card.type:debit,card.group:null,user.id<>null')).toEqual([wanted.id])
})

// @req MEM-031
test('a card is shown with its holder, its product, its master, its fleet and its movements', async () => {
  const { riverside } = await counter()
  const manager = await riverside.staff({ role: 'admin' })
  const { id: groupId } = await manager.call(addFleet, { body: { name: 'Taxis' } })
  const master = await makeCard(riverside, { kind: 'master', groupId, principalCents: 5_00 })
  const sub = await makeCard(riverside, { kind: 'sub', parentId: master.id })
  const expand = 'user,card,parent.card,parent.user,group,userCardDetails'
  const shown = async (id: number) => (await manager.call(userCards.list, { query: { search: `id:${id}`, expand } })).content[0]
  expect(await shown(master.id)).toMatchObject({
    user: { id: master.userId, name: 'Wang Fang' },
    card: { id: master.cardId, type: 'debit' },
    group: { id: groupId, name: 'Taxis' },
    parent: null,
    userCardDetails: [{ type: 'charge', amountCents: 5_00 }],
  })
  expect(await shown(sub.id)).toMatchObject({
    parent: { id: master.id, card: { id: master.cardId }, user: { id: master.userId } },
    group: { id: groupId },
    userCardDetails: [],
  })
})

// @req MEM-028 MEM-031
test('cards are found by what they are, who holds them and what they hold', async () => {
  const { riverside, lin } = await counter()
  const rich = await makeCard(riverside, { principalCents: 500_00 })
  const poor = await makeCard(riverside, { principalCents: 5_00, giftCents: 1_00 })
  await makeCard(riverside, { kind: 'anonymous', principalCents: 700_00 })
  const found = async (search: string, sort = 'value,desc') =>
    (await lin.call(userCards.list, { query: { search, sort, expand: 'user,card' } })).content.map(({ id }) => id)
  expect(await found('kind:personal')).toEqual([rich.id, poor.id])
  expect(await found('kind:personal,value>=50000')).toEqual([rich.id])
  expect(await found(`number:${poor.number}`)).toEqual([poor.id])
  expect(await found('user.name:*Wang*,giftCents>0')).toEqual([poor.id])
  expect(await found(`number:${poor.number},card.type:debit,group.id:null,user.id<>null`)).toEqual([poor.id])
  expect(await found('card.type:debit,user.id<>null')).toEqual([rich.id, poor.id])
  const expand = 'user,card,parent,group'
  expect((await lin.call(userCards.list, { query: { search: `number:${rich.number}`, expand } })).content).toMatchObject([
    { user: { id: rich.userId }, card: { type: 'debit' }, parent: null, group: null },
  ])
  expect(await lin.call(userCards.totals, { query: { search: 'kind:personal' } })).toMatchObject({
    count: 2,
    value: 506_00,
    principalCents: 505_00,
    giftCents: 1_00,
  })
})

// @req MEM-035
test('card products are found by their type and by their end, and no other company’s among them', async () => {
  const { riverside, lin, product } = await counter()
  const theirs = await counter()
  const add = (name: string, body: object) => lin.call(cards.create, { body: { name, ...body } as never })
  const open = await add('Open', { type: 'debit', endTime: '2099-01-01T00:00:00.000Z' })
  await add('Ended', { type: 'debit', endTime: '2020-01-01T00:00:00.000Z' })
  await add('Points', { type: 'score' })
  const search = `type:debit,(endTime>${noon.toISOString()}|endTime:null)`
  const { content } = await lin.call(cards.list, { query: { search, sort: 'id' } })
  expect(content.map(({ id }) => id)).toEqual([product.id, open.id])
  const found = async (search: string) => (await lin.call(cards.list, { query: { search, sort: 'id' } })).content.map(({ id }) => id)
  expect(await found(`type:debit,endTime>${noon.toISOString()},company.id:${riverside.company.id}`)).toEqual([open.id])
  expect(await found(`type:debit,company.id:${theirs.riverside.company.id}`)).toEqual([])
  const end = await add('Ends now', { type: 'debit', endTime: noon.toISOString() })
  expect(await found(`type:debit,endTime>${noon.toISOString()}`)).toEqual([open.id])
  expect(await found(`type:debit,endTime>=${noon.toISOString()}`)).toEqual([open.id, end.id])
})

// @req MEM-033
test('an edit changes what may change, and a stale one is refused', async () => {
  const { riverside, lin } = await counter()
  const { id, userId } = await makeCard(riverside, { principalCents: 10_00 })
  const card = await lin.call(userCards.get, { id, query: {} })
  const body = { version: card.version, userId, dayCentsMax: 300_00, remark: 'van' }
  expect(await lin.call(userCards.update, { id, body })).toMatchObject({ dayCentsMax: 300_00, remark: 'van', value: 10_00 })
  expect(await lin.refused(userCards.update, { id, body })).toBe('stale')
  expect(await lin.refused(userCards.update, { id, body: { ...body, version: card.version + 1, value: 1 } as never })).toBe('validation')
  expect(await lin.refused(userCards.update, { id, body: { ...body, version: card.version + 1, userId: null } })).toBe('card.holderMissing')
  const other = await makeCard(riverside)
  const all = {
    userId: other.userId,
    name: 'A·1001',
    paymentCentsMax: 200_00,
    dayCentsMax: 500_00,
    passwordFromCents: 100_00,
    remark: 'lorry',
  }
  await lin.call(userCards.update, { id, body: { ...all, version: card.version + 1 } })
  expect(await lin.call(userCards.get, { id, query: {} })).toMatchObject({ ...all, number: card.number, value: 10_00 })
})
