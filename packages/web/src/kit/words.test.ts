import { resources } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { addWords, setLanguage, setTenderWords, type Tree } from '../i18n/index.ts'
import { fieldAt } from './field.ts'
import { choiceLabel, fieldLabel, nounOf } from './label.ts'

const catalogues = import.meta.glob<{ default: Tree }>(['../i18n/zh.ts', './**/i18n/zh.ts', '../features/*/i18n/zh.ts'], { eager: true })

/** Fields and members of a resource that would show their key for want of words. */
function silent(name: string): string[] {
  const of = resources.get(name)!
  const fields = Object.keys(of.row.shape).filter(field => field !== 'version')
  const labels = fields.map(field => [`${name}.${field}`, fieldLabel(name, field)])
  const members = fields.flatMap(field =>
    fieldAt(of, field)!.options.map(member => [`${name}.${field}_${member}`, choiceLabel(name, field, String(member))]),
  )
  const noun = of.create ? [[`${name}.one`, nounOf(of)]] : []
  return [...labels, ...members, ...noun].filter(([key, words]) => key === words).map(([key]) => key!)
}

// English has every key that Chinese has: its catalogues are of that type.
test.each([...resources.keys()])('%s: every field, every choice and the record itself have words', name => {
  setLanguage('zh')
  for (const { default: tree } of Object.values(catalogues)) addWords(tree)
  expect(silent(name)).toEqual([])
})

// @req SAL-006
test('a way of payment is called what the station calls it, and its own name elsewhere', () => {
  setLanguage('zh')
  for (const { default: tree } of Object.values(catalogues)) addWords(tree)
  setTenderWords({ wx: '微信扫码' })
  expect([choiceLabel('orders', 'payType', 'wx'), choiceLabel('transactions', 'payType', 'ali')]).toEqual(['微信扫码', '支付宝'])
  setTenderWords()
  expect(choiceLabel('orders', 'payType', 'wx')).toBe('微信支付')
})
