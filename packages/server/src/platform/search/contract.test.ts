import { resources, type Resource } from '@forecourt/contract'
import { afterAll, describe, expect, inject, test } from 'vitest'
import '../../modules/index.ts'
import { freshDatabase } from '../../testing/database.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { setTenantScope, type ScopeValue } from '../execution/command.ts'
import { openDatabase, openPool, type Tx } from '../postgres/database.ts'
import { shownBy, stepOf } from './fields.ts'
import { listOf } from './list.ts'
import { totalsOf } from './totals.ts'

const fresh = await freshDatabase(inject('cluster'))
const db = openDatabase(openPool(fresh.url, { max: 2 }))
afterAll(async () => {
  await db.destroy()
  await fresh.drop()
})

const scope: ScopeValue = { companyIds: [1], stationIds: [1], stationId: 1, zone: 'Asia/Shanghai' }
const asking = <T>(ask: (tx: Tx) => Promise<T>) =>
  db.transaction().execute(async tx => {
    await setTenantScope(tx, scope.companyIds)
    return ask(tx)
  })
/** A field that is not the id, so that the related rows have to be met. */
const second = (target: Resource) => shownBy(target).find(field => field !== 'id' && !target.unsearchable?.includes(field))
const nothing = { content: [], totalElements: 0 }

/** A record that belongs to stations is of the company, and what says so is a row at a station. */
test('what belongs to stations by other rows does so by rows that name a station', () => {
  const belonging = [...resources.values()].flatMap(resource => {
    const { name, scope: sees, stationsBy } = resource
    return stationsBy ? [[name, sees, shownBy(stepOf(resource, stationsBy)!.target).includes('stationId')]] : []
  })
  expect(belonging).toEqual([
    ['users', 'company', true],
    ['priceChanges', 'company', true],
  ])
})

// What the contract declares, the migrations have: every field is a column, every relation leads somewhere.
describe.each([...resources.values()].map(resource => [resource.name, resource] as const))('%s', (_, resource: Resource) => {
  const fields = shownBy(resource)
  const singles = fields
    .filter(field => field.endsWith('Id'))
    .map(field => field.slice(0, -2))
    .filter(name => stepOf(resource, name))
  const relations = [...singles, ...Object.keys(resource.many ?? {})]

  test('shows its fields, and is ordered and totalled as declared', async () => {
    expect(await asking(tx => listOf(tx, resource, {}, scope))).toEqual(nothing)
    expect(await asking(tx => totalsOf(tx, resource, {}, scope))).toMatchObject({ count: 0 })
    expect(await asking(tx => listOf(tx, resource, {}, { ...scope, fleetId: 1 }))).toEqual(nothing)
  })

  test('can be searched and sorted by each field that is not a list or an object', async () => {
    for (const field of [...fields, ...Object.keys(resource.aliases ?? {})]) {
      const search = `${field}:null,(${field}<>null|id:1)`
      const { code } = await refusalOf(() => asking(tx => listOf(tx, resource, { search }, scope)))
      expect([field, code]).toEqual([field, expect.stringMatching(/^(accepted|search_unknown_field)$/)])
      if (code !== 'accepted' || !fields.includes(field)) continue
      expect(await asking(tx => listOf(tx, resource, { sort: field }, scope))).toEqual(nothing)
    }
  })

  test.skipIf(relations.length === 0)('can be expanded and searched through each relation', async () => {
    expect(await asking(tx => listOf(tx, resource, { expand: relations }, scope))).toEqual(nothing)
    for (const relation of relations) {
      const { target } = stepOf(resource, relation)!
      const search = `${relation}<>null,${relation}.${second(target)}<>null`
      expect(await asking(tx => listOf(tx, resource, { search }, scope))).toEqual(nothing)
    }
  })
})
