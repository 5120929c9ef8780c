import { cards, issueUserCard, memberByMobile, userCards } from '@forecourt/contract'
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
})

// @req ORG-025
test('a member is found by his mobile number, or by a card he holds', async () => {
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
})

// @req MEM-032 CRD-003
test.each([
  ['a number that another card has', { number: '600001', ...wang }, 'card.numberTaken'],
  ['a physical number that another card has', { physicalNumber: 'A1B2C3D4', ...wang }, 'card.physicalNumberTaken'],
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
  await makeCard(riverside, { number: '600001', physicalNumber: 'A1B2C3D4' })
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
  const { lin, product } = await counter()
  await counter()
  const add = (name: string, body: object) => lin.call(cards.create, { body: { name, ...body } as never })
  const open = await add('Open', { type: 'debit', endTime: '2099-01-01T00:00:00.000Z' })
  await add('Ended', { type: 'debit', endTime: '2020-01-01T00:00:00.000Z' })
  await add('Points', { type: 'score' })
  const search = `type:debit,(endTime>${noon.toISOString()}|endTime:null)`
  const { content } = await lin.call(cards.list, { query: { search, sort: 'id' } })
  expect(content.map(({ id }) => id)).toEqual([product.id, open.id])
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
})
