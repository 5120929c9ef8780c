import { Cents, LongText, Ref, resource } from '@forecourt/contract'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { keepOwnSetting, ownSetting } from '../../core/own-settings.ts'
import { arrange, columnsOf, expandsOf } from './columns.ts'

// The session looks for its sign-in as soon as it is loaded.
vi.hoisted(() => {
  const kept = new Map<string, string>()
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
  Object.assign(globalThis, { localStorage: storage })
})

const owners = resource('testOwners', {
  table: 'test_owner',
  scope: 'company',
  permission: 'forecourt.product',
  sort: 'name',
  body: z.object({ name: z.string(), parentId: Ref('testOwners').nullable() }),
})
const lots = resource('testLots', {
  table: 'test_lot',
  scope: 'company',
  permission: 'forecourt.product',
  sort: 'name',
  body: z.object({ name: z.string(), ownerId: Ref('testOwners'), remark: LongText(), moneyFlow: z.string() }),
  read: { totalCents: Cents, companyId: Ref('companies') },
})
const keys = (columns: readonly { key: string }[]) => columns.map(({ key }) => key)
const all = columnsOf(lots, ['name', 'ownerId', { path: 'totalCents', hidden: true }, { path: 'moneyFlow', hideFor: ['station_bill'] }])

test('a table shows what people read: no plumbing, no long texts, figures to the right', () => {
  const columns = columnsOf(lots)
  expect(keys(columns)).toEqual(['name', 'ownerId', 'moneyFlow', 'totalCents'])
  expect(columns.find(({ key }) => key === 'totalCents')?.align).toBe('right')
  expect(columns.find(({ key }) => key === 'ownerId')?.sort).toBeUndefined()
})

test('relations that columns need are sent along, each once and only the longest way', () => {
  expect(expandsOf(lots, columnsOf(lots, [{ key: 'ownerId' }, { key: 'owner.name' }, { key: 'owner.parentId' }, { key: 'name' }]))).toEqual(
    ['owner.parent'],
  )
  expect(expandsOf(owners, columnsOf(owners, [{ key: 'name' }, { key: 'parent.name' }]))).toEqual(['parent'])
})

// @req UIX-047
test('what is shown and hidden, and in which order, is remembered for each page; a reset forgets it', () => {
  keepOwnSetting('columns.salesQuery', { show: ['totalCents', 'name'], hide: ['ownerId'] })
  keepOwnSetting('columns.fuelQuery', { show: ['name'], hide: [] })
  expect(keys(arrange(all, ownSetting('columns.salesQuery') as never, 'admin').show)).toEqual(['totalCents', 'name', 'moneyFlow'])
  expect(keys(arrange(all, ownSetting('columns.salesQuery') as never, 'admin').hide)).toEqual(['ownerId'])
  keepOwnSetting('columns.salesQuery', undefined)
  expect(keys(arrange(all, ownSetting('columns.salesQuery') as never, 'admin').show)).toEqual(['name', 'ownerId', 'moneyFlow'])
  expect(ownSetting('columns.fuelQuery')).toEqual({ show: ['name'], hide: [] })
})

// @req UIX-047
// @req ACC-076
test('a bill clerk is never offered the money flow, even if it was chosen before', () => {
  const { show, hide } = arrange(all, { show: ['name', 'moneyFlow'], hide: [] }, 'station_bill')
  expect(keys([...show, ...hide])).not.toContain('moneyFlow')
})

test('a list begins with nine columns at most; the others are offered', () => {
  const many = columnsOf(
    lots,
    Array.from({ length: 12 }, (_, index) => ({ key: `own.${index}`, hidden: index === 2 })),
  )
  const { show, hide } = arrange(many, undefined, 'admin')
  expect(keys(show)).toEqual([0, 1, 3, 4, 5, 6, 7, 8, 9].map(index => `own.${index}`))
  expect(keys(hide)).toEqual(['own.2', 'own.10', 'own.11'])
  expect(keys(arrange(many, { show: keys(many), hide: [] }, 'admin').show)).toHaveLength(12)
})

test('columns that came later appear, those that went are forgotten', () => {
  const { show, hide } = arrange(all, { show: ['gone', 'name'], hide: [] }, 'admin')
  expect(keys(show)).toEqual(['name', 'ownerId', 'moneyFlow'])
  expect(keys(hide)).toEqual(['totalCents'])
})

test('a store that someone has broken is as good as an empty one', () => {
  localStorage.setItem('smartColumns', '{not json')
  expect(ownSetting('columns.broken')).toBeUndefined()
  expect(keys(arrange(all, { show: 7 } as never, 'admin').show)).toEqual(['name', 'ownerId', 'moneyFlow'])
})
