import { resources, type Resource } from '@forecourt/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { bigTables, plansWorld, tableOf } from '../../testing/plans-world.ts'
import type { ScopeValue } from '../execution/command.ts'
import { fieldAt, shownBy, type Field, type FieldType } from './fields.ts'
import { pageOf } from './page.ts'

const planOf = await plansWorld()

/** Who looks: one station's people, those of a whole company, and those who see several of them. */
const zone = 'Asia/Shanghai'
const sights: readonly [string, ScopeValue][] = [
  ['in a station', { companyIds: [7], stationIds: [7], stationId: 7, zone }],
  ['in a company', { companyIds: [7], zone }],
  ['in some stations', { companyIds: [7], stationIds: [7, 17], zone }],
  ['in several companies', { companyIds: [3, 5, 7], zone }],
]

/** What each type of field is asked for. */
const asked: Partial<Record<FieldType, (field: Field) => string[]>> = {
  string: () => [':v123', ':*v12*', '<>null'],
  int: () => [':123', '>99990'],
  decimal: () => [':12'],
  enum: ({ choices }) => [`:${choices[0]}`],
  bool: () => [':true'],
  instant: () => [':2025-03-04', '>2025-09-01'],
  day: () => [':2025-03-04'],
}

/** Every path that the contract lets a list be searched and sorted by. */
const pathsOf = (resource: Resource): Field[] =>
  [...shownBy(resource), ...Object.keys(resource.aliases ?? {})]
    .filter(path => !resource.unsearchable?.includes(path) && asked[typeOf(resource, path) ?? 'relation'])
    .map(path => fieldAt(resource, path, 0))

const typeOf = (resource: Resource, path: string): FieldType | undefined => {
  const schema = resource.row.shape[resource.aliases?.[path] ?? path]
  return schema ? fieldAt(resource, path, 0).type : undefined
}

const snake = (column: string) => column.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/**
 * What has no index of its own: the rows of the company, or of the station, are walked through in their order. Remarks and notes are read,
 * not looked up; an audit entry and its company's rows are written with every sale, so their filters go with a period; what is left are
 * lists of people and shifts, in which a company has few. Plates are found by a part of what a card names, not by all of it.
 */
const walkedThrough: Record<string, string[]> = {
  orders: ['remark', 'failReason'],
  refunds: ['remark'],
  orderDiscounts: ['name'],
  userCardDetails: ['remark'],
  userCards: ['remark', 'plates'],
  authorisations: ['reason'],
  users: ['nozzle', 'remark', 'loginFrom', 'loginTo', 'loginDeviceType', 'loginDeviceId', 'loginReason', 'createdById', 'modifiedById'],
  dailyStates: ['startedBy', 'closedBy'],
  classSettles: ['stationName', 'employeeName', 'note', 'reason'],
  auditLogs: ['actor', 'deviceId', 'action', 'stationId', 'source', 'requestId'],
  outboxMessages: ['recipient', 'subject'],
}

test('a page far down is read from the day on in which it begins, and its rows by their ids', { timeout: 60_000 }, async () => {
  const spans = [
    { begins: '2025-03-04T00:00:00.000Z', ends: '2025-03-05T00:00:00.000Z' },
    { begins: '2025-05-04T00:00:00.000Z', ends: '2025-05-06T00:00:00.000Z' },
  ]
  for (const name of ['orders', 'transactions', 'userCardDetails'])
    for (const [sight, scope] of sights) {
      const page = pageOf(resources.get(name)!, { page: 10_000 }, scope, new Map(), { near: { spans, skip: 12, total: 200_000 } })
      for (const once of [undefined, 'once'] as const) {
        const { scans, sorted } = await planOf(page, scope.companyIds, once)
        const own = scans.filter(({ table, by }) => table === tableOf(name) && by !== '')
        expect([sight, name, sorted, own.some(({ by }) => by.includes('created_date'))]).toEqual([sight, name, false, true])
      }
    }
})

test('items are sorted and searched by the price in force without a look at the prices before it', { timeout: 60_000 }, async () => {
  const items = resources.get('items')!
  for (const query of [{ sort: 'priceCents,desc' }, { search: 'priceCents>700' }, { search: 'priceCents>700', sort: 'priceCents,asc' }])
    for (const [sight, scope] of sights)
      for (const once of [undefined, 'once'] as const) {
        const { scans } = await planOf(pageOf(items, query, scope, new Map()), scope.companyIds, once)
        const ways = new Set(scans.filter(({ table }) => table === 'product_price').map(({ type, index }) => `${type} ${index}`))
        expect([sight, query, [...ways]]).toEqual([sight, query, ['Index Scan product_price_station_id_product_id_from_at_id_idx']])
      }
})

test.each([
  ['userCards', 'status:disable', 'user_card_not_normal'],
  ['userCards', 'status:lose,kind:personal', 'user_card_not_normal'],
  ['userCards', 'kind:master', 'user_card_of_few_kinds'],
  ['cardInfos', 'state:stock', 'card_info_underway'],
  ['cardInfos', 'issueType:9,cardType:2', 'card_info_of_few_types'],
])('of %s, those of %s are few, and found by an index of those alone', { timeout: 60_000 }, async (name, search, index) => {
  const scope = sights[1]![1]
  const { scans } = await planOf(pageOf(resources.get(name)!, { search }, scope, new Map()), scope.companyIds)
  expect(scans.map(scan => scan.index)).toContain(index)
})

test('a part of a plate is looked up in an index of the cards that name plates', { timeout: 60_000 }, async () => {
  const holding = sql`
    select id from user_card_state where company_id = any('{7}'::bigint[]) and letters_and_pairs(plates) @> pairs_of('A12')`
  expect((await planOf(holding, [7])).scans.map(({ index }) => index)).toContain('user_card_plates')
})

test('three digits of a mobile are looked up in the index of triples', { timeout: 60_000 }, async () => {
  const holding = sql`
    select id from user_account where company_id = any('{7}'::bigint[]) and triples_of(mobile) @> triples_of('4321')`
  expect((await planOf(holding, [7])).scans.map(({ index }) => index)).toContain('user_account_mobile_triples')
})

test.each([
  ['user_card', sql`reverse(lower(number)) collate "C"`, 'user_card_number_back'],
  ['card_info', sql`number_back`, 'card_info_company_id_number_back_idx'],
])('the last digits of %s are looked up in an index of numbers backwards', { timeout: 60_000 }, async (table, back, index) => {
  const ending = sql`select id from ${sql.table(table)} where company_id = any('{7}'::bigint[]) and ${back} >= '4321' and ${back} < '4322'`
  expect((await planOf(ending, [7])).scans.map(scan => scan.index)).toEqual([index])
})

describe.each(bigTables)('%s', name => {
  const resource = resources.get(name)!
  const paths = pathsOf(resource)
  const own = tableOf(name)

  test.each(sights)('are read in their order, and never all there are, %s', { timeout: 60_000 }, async (_, scope) => {
    const plan = (query: { search?: string; sort?: string }) => planOf(pageOf(resource, query, scope, new Map()), scope.companyIds)
    expect(await plan({})).toMatchObject({ sorted: false })
    const once = await planOf(pageOf(resource, {}, scope, new Map()), scope.companyIds, 'once')
    expect([once.sorted, once.scans.some(({ type, table }) => type === 'Seq Scan' && table === own)]).toEqual([false, false])
    const queries = paths.flatMap(field => [
      { sort: `${field.path},desc` },
      { sort: `${field.path},asc` },
      ...asked[field.type]!(field).map(operand => ({ search: `${field.path}${operand}` })),
    ])
    const whole = []
    for (const query of queries) {
      const { scans } = await plan(query)
      if (scans.some(({ type, table }) => type === 'Seq Scan' && table === own)) whole.push(Object.values(query)[0])
    }
    expect(whole).toEqual([])
  })

  test('are found by a text or a relation in an index that begins with it', { timeout: 60_000 }, async () => {
    const scope = sights[1]![1]
    const walked = []
    // The company is what every list is narrowed to already.
    const looked = paths.filter(({ path, type, column }) => path !== 'companyId' && (type === 'string' || column.endsWith('Id')))
    for (const { path, type, column } of looked) {
      const query = { search: `${path}${type === 'string' ? ':v123' : ':123'}` }
      const { scans } = await planOf(pageOf(resource, query, scope, new Map()), scope.companyIds)
      if (!scans.some(({ by }) => by.includes(`${snake(column)} =`))) walked.push(path)
    }
    expect(walked).toEqual(walkedThrough[name] ?? [])
  })
})
