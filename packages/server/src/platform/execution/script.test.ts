import { expect, test } from 'vitest'
import { ScriptDescription } from '@forecourt/contract'
import { Refusal } from './refusal.ts'
import { scriptValues } from './script.ts'

const notify = ScriptDescription.parse({
  fields: { days: { name: { zh: '提前天数', en: 'days ahead' }, type: 'integer', required: true } },
})

// @req UIX-019 UIX-054
test('what a script form sent is kept without its empty values, or refused with every fault and where it is', () => {
  expect(scriptValues(notify, { days: '7' }, 'config')).toEqual({ days: 7 })
  const refusal = (() => {
    try {
      return scriptValues(notify, { days: 'x', other: 1 }, 'config')
    } catch (error) {
      return error
    }
  })() as Refusal
  expect([refusal.body('zh').message, refusal.body('en').message, refusal.body('en').field]).toEqual([
    '数据不完整',
    'The data is incomplete',
    'config',
  ])
  expect(refusal.detail['faults']).toMatchObject([
    { path: ['other'], code: 'unknown' },
    { path: ['days'], code: 'number' },
  ])
})
