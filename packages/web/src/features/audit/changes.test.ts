import { beforeAll, expect, test, vi } from 'vitest'
import { addWords, setLanguage } from '../../i18n/index.ts'
import shared from '../../i18n/en.ts'
import kit from '../../kit/i18n/en.ts'
import card from '../card/i18n/en.ts'
import fuel from '../fuel/i18n/en.ts'
import order from '../order/i18n/en.ts'
import audit from './i18n/en.ts'
import { changeLabel, changesOf, changeWords } from '../../kit/history/changes.ts'
import { actorWords, actionWords, everyAction, learnActions, subjectWords } from '../../kit/history/action-words.ts'

vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }))

beforeAll(() => {
  setLanguage('en')
  for (const tree of [shared, kit, card, fuel, order, audit]) addWords(tree)
  learnActions()
})

test.each([
  ['an edit', 'fuelCodes.update', { description: { from: '92#', to: '92# E10' } }, [{ field: 'description', from: '92#', to: '92# E10' }]],
  ['a new record', 'fuelCodes.create', { code: '092' }, [{ field: 'code', to: '092' }]],
  ['a deleted record', 'fuelCodes.delete', { id: 7, version: 1, code: '092' }, [{ field: 'code', from: '092', to: null }]],
  [
    'two states of one thing, of which one part differs',
    'roles.assign',
    { role: 'admin', from: { menus: null, buttons: [] }, to: { menus: ['Home'], buttons: [] } },
    [
      { field: 'menus', from: null, to: ['Home'] },
      { field: 'role', to: 'admin' },
    ],
  ],
  [
    'a price with the one of before',
    'product.price',
    { priceCents: 799, before: { priceCents: 780 } },
    [{ field: 'priceCents', from: 780, to: 799 }],
  ],
  ['a first price', 'product.price', { priceCents: 799, before: null }, [{ field: 'priceCents', to: 799 }]],
  [
    'an order with the state it was in',
    'order.close',
    { orderNo: 'A1', from: 'open' },
    [
      { field: 'orderNo', to: 'A1' },
      { field: 'from', to: 'open' },
    ],
  ],
])('%s is read as before and after', (_what, action, detail, changes) => {
  expect(changesOf(action, detail)).toEqual(changes)
})

test('values are said as people read them', () => {
  expect(changeWords('fuelCodes', 'type', 'diesel')).toBe('Diesel')
  expect(changeWords('orders', 'amountCents', 123456)).toBe('1,234.56')
  expect(changeWords('', 'anything', null)).toBe('—')
  expect(changeWords('', 'flag', true)).toBe('Yes')
  expect(changeWords('', 'role', 'admin')).not.toContain('roles.')
  expect(changeLabel('fuelCodes', 'code')).toBe('Code')
  expect(changeLabel('', 'giftCents')).toBe('Gift')
  expect(changeLabel('', 'noWordsForThis')).toBe('Details')
})

test.each([
  ['a page that was opened to a role', 'roleAccesses', 'menus', { fuelCode: true }, 'Fuel codes: on'],
  ['a permission that was taken away', 'roleAccesses', 'interfaces', { 'card.adjust': false }, 'Adjust balances: off'],
  ['why a sign-in was refused', 'users', 'code', 'login.wrong', 'Wrong company code, account or password'],
  ['what a PIN was entered for', 'users', 'action', 'order.refund', 'Refunded a payment'],
  ['a record that is not read yet', 'userCards', 'userCardId', 12, 'card'],
  ['settings of a controller', 'dispensers', 'protocol', '{"port": 4001}', 'Configuration data'],
  ['litres', 'tanks', 'volumeCl', 120050, '1,200.50'],
  ['less money', 'userCards', 'amountCents', -2000, '−20.00'],
  ['a choice of another record', 'orders', 'mode', 'cash', 'Cash'],
  ['a moment, by the clock of the page', 'fuelCodes', 'noted', '2026-05-01T04:00:00.000Z', '2026-05-01 12:00:00'],
  ['somebody’s words that begin like a moment', 'fuelCodes', 'noted', '2026-05-01Test', '2026-05-01Test'],
  ['a day that there is not', 'fuelCodes', 'noted', '2026-02-30T00:00:00Z', '2026-02-30T00:00:00Z'],
])('%s stands there in words', (_what, resource, field, value, read) => {
  expect(changeWords(resource, field, value)).toBe(read)
})

test('nothing that is for programs stands among what changed', () => {
  const shown = changesOf('export.ask', { name: 'Orders', type: 'orders', search: 'status:open', columns: ['orderNo'] })
  expect(shown.map(({ field }) => field)).toEqual(['name', 'type'])
})

test('who, what and of what are words', () => {
  const row = { id: 1, actor: 'user:5', user: { name: 'Lin' }, action: 'fuelCodes.update', subject: 'fuelCodes:7', detail: {} }
  expect([actorWords(row), actionWords(row.action), subjectWords(row)]).toEqual(['Lin', 'Changed: fuel code', 'fuel code'])
  expect(actorWords({ ...row, user: null })).toBe('A user of another company')
  expect(actorWords({ ...row, actor: 'system:import' })).toBe('The system')
  expect(actorWords({ ...row, actor: 'nobody', action: 'access.signIn', detail: { name: 'Lin' } })).toBe('Lin')
  expect(actorWords({ ...row, actor: 'nobody', action: 'access.signIn.wrong', detail: { name: 'Lin' } })).toBe('Not signed in')
  expect(subjectWords({ ...row, subject: 'x:1', detail: { orderNo: 'A1' } })).toBe('A1')
  expect(everyAction).toContain('card.topUp')
  expect(new Set(everyAction).size).toBe(everyAction.length)
})
