import { expect, test } from 'vitest'
import { isShown, orderedFields, placesOf, ScriptDescription, said } from './script-form.ts'

const name = { zh: '名称', en: 'Name' }
const text = (more: object = {}) => ({ name, type: 'text', ...more })
const described = (fields: object) => ScriptDescription.safeParse({ fields })

// @req UIX-001
test('a form is built from a description, in both languages or in words that serve for both', () => {
  const { fields } = ScriptDescription.parse({
    fields: {
      days: {
        name: { zh: '提前天数', en: 'Days ahead' },
        unit: '天',
        type: 'integer',
        limit: { min: 1, max: 90 },
        required: true,
        order: 1,
      },
    },
  })
  expect([said(fields['days']!.name, 'zh'), said(fields['days']!.name, 'en'), said(fields['days']!.unit!, 'en')]).toEqual([
    '提前天数',
    'Days ahead',
    '天',
  ])
})

const types =
  'fuel tag group card category item deal product payType float integer long enum boolean car text textarea json LocalDateTime month ' +
  'date datetime daterange list objectArray map ip'
// @req UIX-001
test.each(types.split(' '))('a field may be of the type %s, and keeps all that is said of it', type => {
  const field = {
    name,
    type,
    unit: '升',
    help: '说明',
    required: true,
    multiple: true,
    order: 1,
    limit: { min: 0, max: 5 },
    fix: 2,
    enum: [{ id: 1, label: name }],
    buttons: true,
    section: { zh: '基本', en: 'Basics' },
    condition: { field: 'b', in: ['x', 1, true] },
    ...(type === 'list' && { element: 'long' }),
    ...(type === 'objectArray' && { fields: { c: text() } }),
  }
  expect(described({ a: field, b: text() }).data).toEqual({ fields: { a: field, b: text() } })
})

test.each([
  ['no field at all', {}, 'scriptFields'],
  ['a key that no program can hold', { '1a': text() }, undefined],
  ['a key of the language itself', { ['__proto__x']: text() }, undefined],
  ['a type that there is not', { a: text({ type: 'colour' }) }, undefined],
  ['a name in one language', { a: { type: 'text', name: { zh: '名称' } } }, undefined],
  ['a choice without choices', { a: text({ type: 'enum' }) }, 'scriptChoices'],
  [
    'the same choice twice',
    {
      a: text({
        type: 'enum',
        enum: [
          { id: 1, label: 'a' },
          { id: '1', label: 'b' },
        ],
      }),
    },
    'scriptChoices',
  ],
  ['bounds the wrong way round', { a: text({ type: 'float', limit: { min: 2, max: 1 } }) }, 'scriptLimit'],
  ['a condition on nothing', { a: text({ condition: { field: 'b', in: [1] } }) }, 'scriptCondition'],
  ['something entered in nothing', { a: text({ condition: { filled: ['b'] } }) }, 'scriptCondition'],
  ['something entered in itself', { a: text(), b: text({ condition: { filled: ['a', 'b'] } }) }, 'scriptCondition'],
  ['both conditions at once', { a: text({ condition: { field: 'b', in: [1], filled: ['b'] } }), b: text() }, undefined],
  ['a condition on itself', { a: text({ condition: { field: 'a', in: [1] } }) }, 'scriptCondition'],
  [
    'conditions in a circle',
    { a: text({ condition: { field: 'b', in: [1] } }), b: text({ condition: { field: 'a', in: [1] } }) },
    'scriptCondition',
  ],
  [
    'entries within entries',
    { a: { name, type: 'objectArray', fields: { b: { name, type: 'objectArray', fields: { c: text() } } } } },
    undefined,
  ],
  ['a word that means nothing here', { a: text({ colour: 'red' }) }, undefined],
])('%s is no description', (_, fields, code) => {
  const { success, error } = described(fields)
  expect(success).toBe(false)
  if (code) expect(JSON.stringify(error!.issues)).toContain(code)
})

// @req UIX-002
test('fields stand by their order when every one has it, else as they were declared', () => {
  const keys = (fields: object) => orderedFields(ScriptDescription.parse({ fields }).fields).map(([key]) => key)
  expect(keys({ a: text({ order: 3 }), b: text({ order: 1.5 }), c: text({ order: 2 }) })).toEqual(['b', 'c', 'a'])
  expect(keys({ a: text({ order: 3 }), b: text(), c: text({ order: 1 }) })).toEqual(['a', 'b', 'c'])
  expect(keys({ a: text({ order: 2 }), b: text({ order: 0 }), c: text({ order: -1 }) })).toEqual(['c', 'b', 'a'])
  expect(keys({ b: text(), a: text() })).toEqual(['b', 'a'])
  expect(keys({ a: text({ order: 3 }), b: text({ order: 1 }), c: text() })).toEqual(['a', 'b', 'c'])
})

// @req UIX-004
test('a field is shown while a field beside it has one of the listed values, and is itself shown', () => {
  const { fields } = ScriptDescription.parse({
    fields: {
      kind: text({ type: 'enum', multiple: true, enum: [1, 2, 3].map(id => ({ id, label: String(id) })) }),
      rate: text({ type: 'float', condition: { field: 'kind', in: [2, 3] } }),
      reason: text({ condition: { field: 'rate', in: [0] } }),
    },
  })
  const shown = (values: Record<string, unknown>) => Object.keys(fields).filter(key => isShown(fields, values, key))
  expect(shown({})).toEqual(['kind'])
  expect(shown({ kind: [1] })).toEqual(['kind'])
  expect(shown({ kind: [1, 3] })).toEqual(['kind', 'rate'])
  expect(shown({ kind: [2], rate: 0 })).toEqual(['kind', 'rate', 'reason'])
  expect(shown({ kind: [1], rate: 0 })).toEqual(['kind'])
})

test('many fields of which each waits for many others are read at once', () => {
  const keys = Array.from({ length: 199 }, (_, turn) => `f${turn}`)
  const fields = Object.fromEntries(
    keys.map((key, turn) => {
      const filled = keys.slice(turn + 1, turn + 21)
      return [key, filled.length > 0 ? text({ condition: { filled } }) : text()]
    }),
  )
  const read = ScriptDescription.parse({ fields: { ...fields, f198: text({ condition: { field: 'on', in: [true] } }), on: text() } })
  const values = Object.fromEntries(keys.map(key => [key, 1]))
  expect(keys.filter(key => isShown(read.fields, values, key))).toEqual([])
})

test('a field is shown while something is entered in one of several fields that are shown themselves', () => {
  const { fields } = ScriptDescription.parse({
    fields: {
      on: text({ type: 'boolean' }),
      most: text({ type: 'float', condition: { field: 'on', in: [true] } }),
      hours: { name, type: 'objectArray', fields: { from: text() } },
      then: text({ condition: { filled: ['most', 'hours'] } }),
    },
  })
  const shown = (values: Record<string, unknown>) => isShown(fields, values, 'then')
  expect([{}, { hours: [] }, { hours: [{ from: ' ' }] }, { most: 5, on: false }].map(shown)).toEqual([false, false, false, false])
  expect([{ most: 0, on: true }, { hours: [{ from: '08:00' }] }].map(shown)).toEqual([true, true])
})

// @req UIX-025
test.each([
  [{ type: 'float' }, 6],
  [{ type: 'integer' }, 0],
  [{ type: 'long' }, 0],
  [{ type: 'float', fix: 2 }, 2],
  [{ type: 'integer', fix: 1 }, 1],
  [{ type: 'list' }, 6],
  [{ type: 'list', element: 'integer' }, 0],
  [{ type: 'list', element: 'long' }, 0],
  [{ type: 'list', fix: 2 }, 2],
  [{ type: 'long', fix: 3 }, 3],
  [{ type: 'float', fix: 0 }, 0],
] as const)('%j has as many decimals as %d', (field, places) => {
  expect(placesOf(field)).toBe(places)
})
