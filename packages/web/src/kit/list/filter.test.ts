import { CardNumber, Cents, Centilitres, Instant, Ref, resource } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { wording } from '../label.ts'
import { askedFor, filtersOf, readRange, writeRange } from './filter.ts'
import { placeOf } from './use-address.ts'

const today = '2026-11-20'
const pumps = resource('testPumps', {
  table: 'test_pump',
  scope: 'station',
  permission: 'forecourt.product',
  sort: 'name',
  unsearchable: ['secret'],
  body: z.object({
    name: z.string(),
    stationId: Ref('stations'),
    open: z.boolean(),
    state: z.enum(['idle', 'fuelling']),
    secret: z.string(),
  }),
  read: { totalCents: Cents, volumeCl: Centilitres, cardNumber: CardNumber, createdDate: Instant },
})
const asked = (search: Record<string, string>) => askedFor(filtersOf(pumps), search, today)
const terms = (search: Record<string, string>) => asked(search).set.flatMap(({ terms }) => terms)

test('every searchable field of the contract is a filter: words first, then choices, periods, amounts', () => {
  expect(filtersOf(pumps).map(({ path, control }) => [path, control])).toEqual([
    ['name', 'text'],
    ['cardNumber', 'text'],
    ['state', 'choices'],
    ['stationId', 'reference'],
    ['open', 'yesNo'],
    ['createdDate', 'period'],
    ['totalCents', 'range'],
    ['volumeCl', 'range'],
  ])
})

test.each([
  [{ name: ' 中心(东) ' }, ['name:*中心\\(东\\)*']],
  [{ state: 'idle,fuelling' }, ['state:(idle|fuelling)']],
  [{ state: 'idle,burning' }, ['state:idle']],
  [{ stationId: '3,4' }, ['station.id:(3|4)']],
  [{ stationId: '3);drop' }, []],
  [{ open: 'false' }, ['open:false']],
  [{ open: 'maybe' }, []],
  [{ createdDate: 'last7Days' }, ['createdDate>=2026-11-14', 'createdDate<=2026-11-20']],
  [{ createdDate: '2026-11-01 08:00:00..' }, ['createdDate>=2026-11-01 08:00:00']],
  [{ totalCents: '10000..' }, ['totalCents>=10000']],
  [{ totalCents: '..-1' }, ['totalCents<=-1']],
  [{ totalCents: 'much' }, []],
  [{ secret: 'x', version: '1', unknown: 'y' }, []],
])('the address %j asks %j', (search, expected) => expect(terms(search as Record<string, string>)).toEqual(expected))

test('members that are records are asked for before their names have come, and are called by them then', () => {
  const makers = (names: Record<string, string>) => filtersOf(pumps, [{ path: 'totalCents', options: Object.keys(names), names }])
  const termsOf = (names: Record<string, string>, totalCents: string) =>
    askedFor(makers(names), { totalCents }, today).set.flatMap(({ terms: those }) => those)
  expect(termsOf({}, '1,7')).toEqual(['totalCents:(1|7)'])
  expect(termsOf({}, '1);drop')).toEqual([])
  const [{ field }] = makers({ 1: 'mh' }) as [ReturnType<typeof makers>[0]]
  expect(['1', '7'].map(member => wording.choice(field, member))).toEqual(['mh', '7'])
})

// @req SEC-019
test('a period of more than a year ago asks the history, whatever else is set', () => {
  expect(asked({ createdDate: '2024-01-01..2024-02-01', name: 'a' }).history).toBe(true)
  expect(asked({ createdDate: 'lastMonth' }).history).toBe(false)
})

test('a range is read as it was written', () => {
  for (const range of [{ least: 0, most: 5 }, { least: -3 }, { most: 0 }, {}]) expect(readRange(writeRange(range))).toEqual(range)
})

// @req UIX-043
test.each([
  [{}, { page: 1, size: 15, sort: undefined }],
  [
    { page: '3', size: '50', sort: 'name,desc' },
    { page: 3, size: 50, sort: 'name,desc' },
  ],
  [
    { page: '0', size: '500', sort: 'name' },
    { page: 1, size: 15, sort: undefined },
  ],
  [
    { page: '1e3.5', size: 'all', sort: 'name,desc;x' },
    { page: 1, size: 15, sort: undefined },
  ],
])('the place %j is %j', (search, place) => expect(placeOf(search as Record<string, string>)).toEqual(place))
