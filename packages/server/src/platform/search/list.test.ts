import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exampleRows } from '../../testing/search-examples.ts'
import { model } from '../../testing/search-model.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { everything, searchWorld } from '../../testing/search-world.ts'

const { list, get, totals, statements } = await searchWorld(exampleRows)
const idsOf = async (...asked: Parameters<typeof list>) => (await list(...asked)).content.map(row => row.id)
const found = async (...asked: Parameters<typeof list>) => (await idsOf(...asked)).sort((one, other) => one - other)

// @req SEC-013 SEC-014 SEC-015
test('a list comes in pages, in the order asked for, and says how many there are in all', async () => {
  const { orders } = model
  expect(await idsOf(orders)).toEqual([103, 102, 107, 105, 100, 104, 106, 101])
  expect(await list(orders, { page: 1, size: 3, sort: 'amount,asc' })).toMatchObject({
    content: [{ id: 101 }, { id: 106 }, { id: 100 }],
    totalElements: 8,
  })
  expect(await idsOf(orders, { sort: 'amount,desc', search: 'amount:100' })).toEqual([106, 101])
  expect(await idsOf(orders, { sort: ['station.name,asc', 'id,desc'], size: 3 })).toEqual([103, 102, 107])
  expect(await list(orders, { page: 9 })).toEqual({ content: [], totalElements: 8 })
  expect(await list(orders, { search: 'type:5' })).toEqual({ content: [], totalElements: 0 })
  expect(await idsOf(orders, { from: 'history', search: 'amount:5000' })).toEqual([103])
})

test.each([
  ['amount,up', 'search_malformed'],
  ['amount,desc,id', 'search_malformed'],
  [',desc', 'search_unknown_field'],
  ['lineItems.quantity', 'search_unknown_field'],
  ['station', 'search_unknown_field'],
  ['id;drop', 'search_unknown_field'],
  ['amountcents', 'search_unknown_field'],
  ['amount_cents', 'search_unknown_field'],
])('sort=%s: %s', async (sort, code) => expect(await refusalOf(() => list(model.orders, { sort }))).toMatchObject({ code, field: 'sort' }))

// @req SEC-014
test('rows travel as the contract names them: whole numbers, instants in UTC, days, and no column besides', async () => {
  const {
    content: [order],
  } = await list(model.orders, { search: 'id:100' })
  expect(order).toEqual({
    id: 100,
    status: 'success',
    type: 0,
    amountCents: 101,
    cardNumber: null,
    invoiceStatus: null,
    orderNo: 'A8812',
    externalSerialNo: null,
    payType: 'wx',
    createdDate: '2026-11-20T00:00:00.000Z',
  })
  expect((await list(model.dailyStates)).content).toEqual([
    { id: 1, day: '2026-11-20' },
    { id: 2, day: null },
  ])
  expect(Object.keys((await list(model.users)).content[0]!).sort()).toEqual([
    'email',
    'ghostId',
    'id',
    'mobile',
    'name',
    'note',
    'readOnly',
    'remark',
  ])
})

// @req SEC-017
test('relations are expanded by name, through any number of them', async () => {
  const expand = ['station.company', 'lineItems.item.category', 'userDeals.deal']
  const { content } = await list(model.orders, { search: 'id:(100|103)', sort: 'id', expand })
  expect(content[0]).toMatchObject({
    station: { id: 8, name: '中心站', company: { id: 3, name: 'Riverside' } },
    lineItems: [
      { id: 1, quantity: 3001, item: { id: 55, category: { type: 'fuel' } } },
      { id: 2, item: { id: 56, category: { type: 'normal' } } },
    ],
    userDeals: [{ deal: { name: 'Wash' } }],
  })
  expect(content[1]).toMatchObject({ lineItems: [{ item: null }], userDeals: [{ deal: { name: 'Coffee' } }] })
  expect(content[0]).not.toHaveProperty('stationId')
  expect((content[0]!.lineItems as object[])[0]).not.toHaveProperty('orderId')
  expect(await get(model.userCards, 92, ['parent.member'])).toMatchObject({ parent: { id: 91, member: { name: '李雷' } } })
  expect(await get(model.userCards, 91, ['children'])).toMatchObject({ children: [{ id: 92 }] })
})

test('one statement for each relation, however many rows', async () => {
  await list(model.orders, { expand: ['lineItems.item.category', 'userDeals.deal', 'station'] })
  expect(statements).toHaveLength(1 + 6)
  await list(model.orders, { search: 'lineItems.item.category.type:fuel,station.name:*中*', sort: 'station.name' })
  expect(statements).toHaveLength(1)
})

test.each([
  'nothing',
  'station.nothing',
  'amountCents',
  'station.orders',
  'lineItems.',
  '',
  'constructor',
  '__proto__',
  'station.company.stations.company',
])('expand=%j leads nowhere', async path =>
  expect(await refusalOf(() => list(model.orders, { expand: [path] }))).toEqual({ code: 'expand.unknown', path }),
)

test('totals are exact, over every page of the filter', async () => {
  expect(await totals(model.orders)).toEqual({ count: 8, amountCents: 5662, type: 198 })
  expect(await totals(model.orders, { search: 'lineItems.quantity>1' })).toEqual({ count: 4, amountCents: 5201, type: 99 })
  expect(await totals(model.orders, { search: 'amount<0' })).toEqual({ count: 0, amountCents: 0, type: 0 })
})

test('anyone who asks sees their own rows, in lists, in relations, in totals and through filters', async () => {
  const { stations, orders, cards, users, userCards, companies } = model
  const of = (scope: object) => ({ companyIds: [3], zone: 'Asia/Shanghai', ...scope })
  expect(await found(companies, {}, of({}))).toEqual([3])
  expect(await found(stations, {}, of({}))).toEqual([8, 9, 12, 13])
  expect(await found(stations, {}, of({ stationIds: [8, 10] }))).toEqual([8])
  expect(await found(stations, {}, of({ stationIds: [8, 9], stationId: 8 }))).toEqual([8, 9])
  expect(await found(orders, {}, of({ stationIds: [9] }))).toEqual([102, 103])
  expect(await found(orders, {}, of({ stationIds: [8, 9], stationId: 9 }))).toEqual([102, 103])
  expect(await found(orders, {}, of({ stationIds: [8], stationId: 9 }))).toEqual([])
  expect(await found(orders, {}, of({ stationIds: [] }))).toEqual([])
  expect(await found(orders, {}, { companyIds: [], zone: 'Asia/Shanghai' })).toEqual([])
  expect(await totals(orders, {}, of({ stationIds: [9] }))).toMatchObject({ count: 2, amountCents: 5000 })
  expect(await found(cards, {}, { companyIds: [4], zone: 'Asia/Shanghai' })).toEqual([4, 5])
  expect(await refusalOf(() => get(cards, 4, [], of({})))).toEqual(await refusalOf(() => get(cards, 4, [], of({ stationIds: [8] }))))
  expect(await refusalOf(() => get(orders, 100, [], of({ stationIds: [9] })))).toMatchObject({ code: 'notFound' })
  expect(await found(cards, {}, { ...everything, companyId: 4 })).toEqual([4, 5])
  expect(await found(companies, {}, { ...everything, companyId: 4 })).toEqual([3, 4])
  expect(await found(userCards, {}, of({ fleetId: 70 }))).toEqual([])
  expect(await found(cards, {}, of({ fleetId: 70 }))).toEqual([6])

  const master = of({ stationIds: [9] })
  expect((await list(users, { sort: 'id', expand: ['roles.station'] }, master)).content[1]).toMatchObject({
    roles: [{ station: { id: 9 } }, { station: null }],
  })
  expect(await found(users, { search: 'roles.station.name:中心站' }, master)).toEqual([])
  expect(await found(users, { search: 'roles.station.name:中心站' }, of({}))).toEqual([1, 2])
})

test('a further condition of a handler is one more, and speaks of the table alone', async () => {
  const extra = sql`status = ${'success'} or amount_cents = ${12}`
  expect(await found(model.orders, { search: 'station.name<>x,lineItems<>null' }, everything, { extra })).toEqual([100])
  expect(await found(model.orders, {}, { ...everything, stationId: 8 }, { extra })).toEqual([100, 104, 106, 107])
})

// @req SEC-016
test.each([
  ['users', 'roles<>null', [1, 2]],
  ['users', 'roles:null', [3]],
  ['users', 'roles.station.id<>8', [3]],
  ['users', 'roles.station.id<>(8|9)', [3]],
  ['users', 'roles.defaultRole:station_employee,roles.station.id<>9', []],
  ['users', '(roles.defaultRole:station_employee|roles.station.id:8)', [1, 2]],
  ['userCards', 'card.group.id:null', [90, 93, 94, 95]],
  ['userCards', 'card.group<>null', [91, 92]],
  ['userCards', 'card.type<>debit', [93, 95]],
  ['userCards', 'member.name:李雷', [90, 91, 95]],
  ['userCards', 'parent.member.mobile:13800000000', [92]],
  ['userCards', 'fleet.name:Couriers', [91, 92]],
  ['userCards', 'fleet.id:70', [91, 92]],
  ['userCards', 'children.status:disable', [91]],
  ['userCards', 'cardId:6', [91, 92]],
  ['orders', 'lineItems.parts.weight:null', [100]],
  ['orders', 'lineItems.parts.weight>0,lineItems.quantity>3000', [100]],
  ['orders', 'lineItems.parts.weight>6,lineItems.quantity>3000', []],
  ['orders', 'lineItems.parts.weight<>5', [101, 102, 103, 104, 105, 106, 107]],
  ['orders', 'lineItems.item:null', [103]],
  ['orders', 'cardNumber<>6222', [100, 102, 103, 104, 105, 106, 107]],
  ['orders', 'cardNumber>c', [105]],
  ['orders', 'createdDate:(2026-11-20|2026-12-01)', [100, 103, 104, 105]],
  ['orders', 'createdDate<>(2026-11-20|2026-11-01)', [102, 103, 107]],
  ['orders', 'createdDate:[2026-12-01|null]', [103]],
  ['orders', 'createdDate>2026-11-20', [102, 103, 107]],
  ['orders', 'createdDate<=2026-11-01', [101, 106]],
  ['orders', 'createdDate:2026-11-20T00:00Z', [100]],
  ['orders', 'createdDate:2026-11-20 08:00:00.0', [100]],
  ['orders', 'createdDate<2026-11-01', []],
  ['dailyStates', 'day:2026-11-20', [1]],
  ['dailyStates', 'day:[2026-11-21|null]', [2]],
  ['dailyStates', 'day<>2026-11-20', [2]],
  ['dailyStates', 'day>=2026-11-19T17:00Z', [1]],
  ['items', 'hidden:[null]', [56, 60]],
  ['items', 'taxRate:null', [55, 56, 57, 58, 59, 60]],
  ['items', 'taxRate<>12.5', [55, 56, 57, 58, 59, 60]],
  ['items', 'name:*%*', []],
  ['items', 'name:*_*', []],
  ['items', String.raw`name:*\\*`, []],
  ['stations', 'company.name:*side,name<>null', [8, 9, 12, 13]],
  ['orders', 'company.id:3,company.name:Riverside,station.company.id:3,id>106', [107]],
] as const)('%s: %s', async (of, search, ids) => expect(await found(model[of], { search, size: 500 })).toEqual(ids))

test('a day is the day of the station, also where clocks change', async () => {
  const inZone = (zone: string, search: string) => found(model.orders, { search }, { companyIds: [3], zone })
  expect(await inZone('UTC', 'createdDate:2026-11-20')).toEqual([100, 105, 107])
  expect(await inZone('America/New_York', 'createdDate:2026-11-20')).toEqual([105, 107])
  expect(await inZone('Europe/Prague', 'createdDate>=2026-11-20 01:00,createdDate<2026-11-20 01:00:00.001')).toEqual([100])
})

test.each([
  ['orders', 'createdDate:0000-01-01', 'notDate'],
  ['orders', 'createdDate:0001-01-01', 'notDate'],
  ['orders', 'createdDate:2026-02-30', 'notDate'],
  ['orders', 'createdDate:2026-11-20 24:00', 'notDate'],
  ['orders', 'createdDate:2026-11-20Z', 'notDate'],
  ['orders', 'createdDate:2026-11-20 10', 'notDate'],
  ['orders', 'createdDate:now', 'notDate'],
  ['orders', 'createdDate:20261120', 'notDate'],
  ['orders', 'createdDate:2026-11-20 10:00:60', 'notDate'],
  ['orders', 'createdDate:2026-11-20T10:00+25:00', 'notDate'],
  ['dailyStates', 'day:x', 'notDate'],
  ['orders', 'amount:1e3', 'notWhole'],
  ['orders', 'amount:9007199254740992', 'notWhole'],
  ['orders', 'type:１', 'notWhole'],
  ['orders', 'type:0x10', 'notWhole'],
  ['orders', 'type:1 2', 'notWhole'],
  ['items', 'taxRate:.5', 'notNumber'],
  ['items', 'taxRate:NaN', 'notNumber'],
  ['items', 'hidden:TRUE', 'notBoolean'],
  ['orders', 'status:Success', 'notMember'],
  ['users', 'readOnly>true', 'noOrder'],
  ['orders', 'status>open', 'noOrder'],
  ['orders', 'status:s*', 'textOnly'],
  ['orders', 'createdDate:*2026*', 'textOnly'],
  ['orders', 'station<>8', 'useId'],
  ['orders', 'station:(8|9)', 'useId'],
  ['orders', 'lineItems:1', 'useId'],
  ['orders', 'station>8', 'useId'],
  ['orders', 'station:*8*', 'useId'],
] as const)('%s: %s is refused: %s', async (of, search, reason) => {
  const position = search.search(/(?<=[:>])[^> ]/)
  expect(await refusalOf(() => list(model[of], { search }))).toMatchObject({ reason, position })
})

test('the member of a set that does not fit is pointed at', async () => {
  expect(await refusalOf(() => list(model.orders, { search: 'status:(open|x)' }))).toMatchObject({
    code: 'search_bad_value',
    path: 'status',
    value: 'x',
    position: 13,
    reason: 'notMember',
  })
})

test.each([
  ['amount', '2147483648'],
  ['type', '2147483648'],
  ['type', '-9007199254740991'],
  ['id', '9007199254740991'],
])('a number larger than the column of %s finds nothing and breaks nothing', async (field, value) => {
  expect(await idsOf(model.orders, { search: `${field}:${value}` })).toEqual([])
  expect(await idsOf(model.orders, { search: `${field}:(${value}|${value})` })).toEqual([])
})
