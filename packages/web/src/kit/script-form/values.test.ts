import { ScriptDescription, validateScript } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { addWords, setLanguage } from '../../i18n/index.ts'
import zh from '../i18n/zh.ts'
import { faultAt, initialValues, scriptLabel } from './values.ts'

const text = (more: object = {}) => ({ name: '名称', type: 'text', ...more })
const description = ScriptDescription.parse({
  fields: {
    title: text(),
    on: text({ type: 'boolean' }),
    fuels: text({ type: 'fuel', multiple: true }),
    steps: text({ type: 'list' }),
    cars: text({ type: 'car' }),
    labels: text({ type: 'map' }),
    extra: text({ type: 'json' }),
    tiers: text({ type: 'objectArray', fields: { days: text({ type: 'integer', required: true }), steps: text({ type: 'list' }) } }),
  },
})

// @req UIX-017
test('a form begins empty, with one empty entry, and what there is already lies over it', () => {
  expect(initialValues(description)).toEqual({
    title: undefined,
    on: undefined,
    fuels: [],
    steps: [],
    cars: [],
    labels: {},
    extra: undefined,
    tiers: [{ days: undefined, steps: [] }],
  })
  expect(initialValues(description, { on: false, steps: [0], extra: { a: 1 }, tiers: [{ days: 0 }], gone: 1 })).toMatchObject({
    title: undefined,
    on: false,
    steps: [0],
    extra: '{\n  "a": 1\n}',
    tiers: [{ days: 0, steps: [] }],
  })
  expect(initialValues(description, { gone: 1 })).not.toHaveProperty('gone')
  expect(validateScript(description, initialValues(description))).toEqual({ values: {}, faults: [] })
})

// @req UIX-003
test('a label is the name with its unit in brackets, in the reader’s language', () => {
  addWords(zh)
  const both = { name: { zh: '返利', en: 'Rebate' }, unit: { zh: '元', en: 'yuan' }, type: 'float' as const }
  setLanguage('en')
  expect([scriptLabel(both), scriptLabel({ ...both, unit: undefined })]).toEqual(['Rebate（yuan）', 'Rebate'])
  setLanguage('zh')
  expect(scriptLabel(both)).toBe('返利（元）')
})

test('what is wrong within an entry belongs to its entry and to the whole, and to no other', () => {
  const { faults } = validateScript(description, { tiers: [{ days: 1 }, { days: 'x' }] })
  expect(['tiers', 'tiers.1', 'tiers.1.days', 'tiers.0', 'tiers.10', 'title'].map(path => faultAt(faults, path)?.code)).toEqual([
    'number',
    'number',
    'number',
    undefined,
    undefined,
    undefined,
  ])
})
