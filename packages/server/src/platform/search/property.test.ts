import fc from 'fast-check'
import { expect, test } from 'vitest'
import { model, orderStatus, type Row, type Rows } from '../../testing/search-model.ts'
import { Oracle, type Asked, type Filter, type Kind, type Period, type Scalar } from '../../testing/search-oracle.ts'
import { searchWorld } from '../../testing/search-world.ts'

const some = <T>(values: readonly T[]) => fc.constantFrom(...values)
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 })
const word = fc
  .array(some(['null', "'", ...'aAbB%_\\,|()[]*:<>= 中š'.split('')]), { minLength: 1, maxLength: 4 })
  .map(marks => marks.join(''))
const instant = fc.integer({ min: 0, max: 72 * 3600 }).map(seconds => new Date(Date.UTC(2026, 10, 19) + seconds * 1000).toISOString())
const ids = (count: number, from = 1) => Array.from({ length: count }, (_, nth) => from + nth)

/** Rows at random, but the same for every run: a filter that fails is the thing to look at. */
function rowsOf(seed: number): Rows {
  const made = (count: number, shape: Record<string, fc.Arbitrary<unknown>>): Row[] =>
    fc.sample(fc.record(shape), { seed: seed + count, numRuns: count }).map((row, nth) => ({ ...row, id: nth + 1 }))
  const bool = fc.boolean(),
    small = fc.integer({ min: -3, max: 3 }),
    [few, several] = [some(ids(4)), some(ids(12))]
  return {
    companies: [{ id: 3, name: 'x' }],
    stations: made(4, { name: word, endTime: orNull(instant) }),
    categories: made(4, { stationId: few, type: some(['fuel', 'normal']), hidden: orNull(bool) }),
    items: made(12, {
      stationId: few,
      categoryId: orNull(few),
      priceType: some(['currency']),
      hidden: orNull(bool),
      inventory: small,
      barcode: orNull(word),
      name: word,
      taxRate: orNull(some([0, 0.5, 12.25, -1])),
      tags: fc.constant([]),
    }),
    groups: made(3, { name: word }),
    cards: made(5, { type: some(['debit', 'score', 'level']), endTime: orNull(instant), groupId: orNull(some(ids(3))) }),
    users: made(6, { name: word, mobile: orNull(word), remark: word, email: orNull(word), readOnly: bool }),
    roles: made(11, { userId: some(ids(6)), defaultRole: some(['station_master', 'station_employee']), stationId: orNull(few) }),
    userCards: made(25, {
      number: word,
      cardId: orNull(some(ids(5))),
      userId: orNull(some(ids(6))),
      parentId: orNull(some(ids(25))),
      type: some(['user', 'employee']),
      status: some(['normal', 'lose', 'lock']),
    }),
    deals: made(7, { name: word }),
    userDeals: made(20, { orderId: some(ids(30)), dealId: orNull(some(ids(7))) }),
    lineItems: made(50, { orderId: some(ids(30)), itemId: orNull(several), quantity: small }),
    parts: made(40, { lineItemId: some(ids(50)), weight: orNull(small) }),
    orders: made(30, {
      stationId: few,
      status: some(orderStatus),
      type: small,
      amountCents: small,
      cardNumber: orNull(word),
      invoiceStatus: orNull(some(['uninvoiced', 'success'])),
      orderNo: word,
      externalSerialNo: orNull(word),
      payType: orNull(some(['wx', 'ali', 'cash'])),
      createdDate: instant,
    }),
  }
}

type Paths = Record<string, Kind | readonly string[]>
const paths: { orders: Paths; userCards: Paths } = {
  orders: {
    type: 'int',
    amount: 'int',
    cardNumber: 'string',
    orderNo: 'string',
    status: orderStatus,
    invoiceStatus: ['uninvoiced', 'success'],
    payType: ['wx', 'ali', 'cash'],
    createdDate: 'date',
    station: 'one',
    'station.id': 'int',
    'station.name': 'string',
    'station.endTime': 'date',
    lineItems: 'many',
    'lineItems.quantity': 'int',
    'lineItems.item': 'one',
    'lineItems.item.id': 'int',
    'lineItems.item.name': 'string',
    'lineItems.item.hidden': 'bool',
    'lineItems.item.taxRate': 'decimal',
    'lineItems.item.category': 'one',
    'lineItems.item.category.type': ['fuel', 'normal'],
    'lineItems.parts': 'many',
    'lineItems.parts.weight': 'int',
    userDeals: 'many',
    'userDeals.deal': 'one',
    'userDeals.deal.id': 'int',
    'userDeals.deal.name': 'string',
  },
  userCards: {
    number: 'string',
    type: ['user', 'employee'],
    status: ['normal', 'lose', 'lock'],
    parent: 'one',
    'parent.id': 'int',
    'parent.number': 'string',
    'parent.parent.status': ['normal', 'lose', 'lock'],
    children: 'many',
    'children.number': 'string',
    'children.children.type': ['user', 'employee'],
    card: 'one',
    'card.type': ['debit', 'score', 'level'],
    'card.endTime': 'date',
    'card.group': 'one',
    'card.group.id': 'int',
    'card.group.name': 'string',
    'user.name': 'string',
    'user.readOnly': 'bool',
    'member.mobile': 'string',
    'user.roles': 'many',
    'user.roles.defaultRole': ['station_master', 'station_employee'],
    'user.roles.station': 'one',
    'user.roles.station.name': 'string',
    'parent.user.roles.station.id': 'int',
  },
}

const shanghai = 8 * 3600_000
const period = fc.tuple(instant, some([0, 0, 0, 1, 2, 3, 4])).map(([at, form]): Period => {
  const local = new Date(Date.parse(at) + shanghai).toISOString()
  const exact = (text: string, from = Date.parse(at)) => ({ from, to: from + 1, text })
  const day = Math.floor((Date.parse(at) + shanghai) / 86_400_000) * 86_400_000 - shanghai
  return [
    { from: day, to: day + 86_400_000, text: local.slice(0, 10) },
    exact(local.slice(0, 23).replace('T', ' ')),
    exact(at),
    exact(`${local.slice(0, 19)}+08:00`),
    exact(String(Date.parse(at))),
  ][form]!
})

function scalarOf(kind: Kind | readonly string[]): fc.Arbitrary<Scalar> {
  if (typeof kind !== 'string') return some(kind)
  if (kind === 'string') return word
  if (kind === 'date') return period
  if (kind === 'bool') return fc.boolean()
  return kind === 'decimal' ? some([0, 0.5, 12.25, -1, 3]) : fc.integer({ min: -3, max: 8 })
}

function askedOf([path, kind]: readonly [string, Kind | readonly string[]]): fc.Arbitrary<Asked> {
  const equal = some([':', '<>'] as const)
  const isNull = equal.map((op): Asked => ({ path, op, operand: { null: true } }))
  if (kind === 'one' || kind === 'many') return isNull
  const scalar = scalarOf(kind)
  const values = fc.array(scalar, { minLength: 1, maxLength: 3 })
  const ordered = kind === 'bool' || typeof kind !== 'string' ? [] : (['>', '<', '>=', '<='] as const)
  const forms: fc.Arbitrary<Asked>[] = [
    isNull,
    fc.tuple(some([':', '<>', ...ordered] as const), scalar).map(([op, value]) => ({ path, op, operand: { values: [value] } })),
    fc.tuple(equal, values).map(([op, several]) => ({ path, op, operand: { values: several } })),
    values.map(several => ({ path, op: ':', operand: { values: several, orNull: true } })),
  ]
  const keyword = fc
    .tuple(word, some(['start', 'end', 'both'] as const))
    .map(([text, open]): Asked => ({ path, op: ':', operand: { keyword: text, open } }))
  return fc.oneof(...forms, ...(kind === 'string' ? [keyword, keyword] : []))
}

const filterOf = (of: keyof typeof paths): fc.Arbitrary<Filter> => {
  const asked = some(Object.entries(paths[of])).chain(askedOf)
  const term = fc.oneof({ weight: 4, arbitrary: asked }, fc.record({ any: fc.array(asked, { minLength: 1, maxLength: 3 }) }))
  // Few terms, mostly: the more there are, the fewer rows are left to tell a wrong reading by.
  const one = { weight: 3, arbitrary: fc.tuple(asked) }
  const two = { weight: 2, arbitrary: fc.tuple(term, term) }
  return fc.oneof(one, two, fc.array(term, { maxLength: 4 }))
}

const plain = (text: string) => text.replaceAll(/[,|()[\]*\\:<>=]|^ | $/g, mark => `\\${mark}`).replace(/^null$/, '\\null')
const scalarText = (value: Scalar) => (typeof value === 'object' ? value.text : plain(String(value)))
function written({ path, op, operand }: Asked): string {
  if ('null' in operand) return `${path}${op}null`
  if ('keyword' in operand) {
    const [before, after] = [operand.open === 'end' ? '' : '*', operand.open === 'start' ? '' : '*']
    return `${path}:${before}${plain(operand.keyword)}${after}`
  }
  const values = operand.values.map(scalarText)
  if (operand.orNull) return `${path}${op}[${[...values, 'null'].join('|')}]`
  return values.length > 1 ? `${path}${op}( ${values.join(' | ')} )` : `${path}${op}${values.join('')}`
}
const searchText = (filter: Filter) =>
  filter.map(term => ('any' in term ? `(${term.any.map(written).join('|')})` : written(term))).join(', ')

// @req SEC-013 SEC-014 SEC-015 SEC-016
test.each([1, 2, 3])('a filter leaves what a patient clerk would leave, rows of kind %i', { timeout: 60_000 }, async seed => {
  const rows = rowsOf(seed)
  const [{ list, totals }, oracle] = [await searchWorld(rows), new Oracle(rows)]
  for (const name of ['orders', 'userCards'] as const) {
    await fc.assert(
      fc.asyncProperty(filterOf(name), async filter => {
        const search = searchText(filter)
        const expected = oracle.matching(name, filter)
        const { content, totalElements } = await list(model[name], { search, size: 500, sort: 'id' })
        expect(content.map(row => row.id)).toEqual(expected.map(row => row.id))
        expect(totalElements).toBe(expected.length)
        const sum = expected.reduce((total, row) => total + Number(row.amountCents ?? 0), 0)
        const summed = name === 'orders' ? { amountCents: sum } : {}
        expect(await totals(model[name], { search })).toMatchObject({ count: expected.length, ...summed })
      }),
      { numRuns: 200 },
    )
  }
})

test('walking all pages meets each row once, whatever the order', { timeout: 60_000 }, async () => {
  const rows = rowsOf(4)
  const [{ list }, oracle] = [await searchWorld(rows), new Oracle(rows)]
  const sorts = ['id', 'amount', 'type', 'payType', 'cardNumber', 'station.name', 'createdDate', 'station.endTime']
  const orders = fc.array(some(sorts.flatMap(path => [path, `${path},desc`])), { maxLength: 2 })
  await fc.assert(
    fc.asyncProperty(filterOf('orders'), orders, fc.integer({ min: 1, max: 12 }), async (filter, order, size) => {
      const expected = oracle.matching('orders', filter).map(row => row.id)
      const met: number[] = []
      for (let page = 0; page * size < expected.length + size; page++) {
        const { content, totalElements } = await list(model.orders, { search: searchText(filter), sort: order, page, size })
        expect(totalElements).toBe(expected.length)
        met.push(...content.map(row => row.id))
      }
      expect(met.toSorted((one, other) => one - other)).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})
