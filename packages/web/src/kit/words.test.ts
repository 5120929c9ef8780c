import { resources } from '@forecourt/contract'
import { expect, test, vi } from 'vitest'
import { addWords, setLanguage, type Tree } from '../i18n/index.ts'
import { fieldAt } from './field.ts'
import { choiceLabel, fieldLabel, nounOf } from './label.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
const { enterStation } = await import('../core/session.ts')

const catalogues = import.meta.glob<{ default: Tree }>(['../i18n/zh.ts', './**/i18n/zh.ts', '../features/*/i18n/zh.ts'], { eager: true })

/** Fields and members of a resource that would show their key for want of words. */
function silent(name: string): string[] {
  const of = resources.get(name)!
  const fields = Object.keys(of.row.shape).filter(field => field !== 'version')
  const labels = fields.map(field => [`${name}.${field}`, fieldLabel(name, field)])
  const members = fields.flatMap(field =>
    fieldAt(of, field)!.options.map(member => [`${name}.${field}_${member}`, choiceLabel(name, field, String(member))]),
  )
  // Anyone who can list records can look at one of them, by name.
  const noun = of.create || of.list ? [[`${name}.one`, nounOf(of)]] : []
  return [...labels, ...members, ...noun].filter(([key, words]) => key === words).map(([key]) => key!)
}

// English has every key that Chinese has: its catalogues are of that type.
test.each([...resources.keys()])('%s: every field, every choice and the record itself have words', name => {
  setLanguage('zh')
  for (const { default: tree } of Object.values(catalogues)) addWords(tree)
  expect(silent(name)).toEqual([])
})

const station = { timeZone: 'Asia/Shanghai', company: { id: 3, name: 'Riverside', currencyName: '元', symbol: '¥' } }

// @req SAL-006
test('a way of payment is called what the station calls it, and its own name elsewhere', () => {
  setLanguage('zh')
  for (const { default: tree } of Object.values(catalogues)) addWords(tree)
  const labels = () => [choiceLabel('orders', 'payType', 'wx'), choiceLabel('transactions', 'payType', 'ali')]
  enterStation({ ...station, id: 1, config: { otherTradeType: { wx: '微信扫码' } } } as never)
  expect(labels()).toEqual(['微信扫码', '支付宝'])
  enterStation({ ...station, id: 2, config: { otherTradeType: {} } } as never)
  expect(labels()).toEqual(['微信支付', '支付宝'])
})
