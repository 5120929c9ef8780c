import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberTypes, recordTypes, ScriptDescription } from './script-form.ts'
import { scriptFaultWords, validateScript } from './script-values.ts'

const name = { zh: '返利', en: 'Rebate' }
const form = (fields: object) => ScriptDescription.parse({ fields })
const one = (field: object) => form({ a: { name, ...field } })
const check = (field: object, value: unknown, language: 'zh' | 'en' = 'zh') => {
  const { values, faults } = validateScript(one(field), { a: value })
  return faults.length > 0 ? scriptFaultWords(faults[0]!, language) : values['a']
}
const tiers = [5, 6, 7].map(id => ({ id, label: `${id}` }))
const entries = {
  type: 'objectArray',
  fields: { days: { name: '天数', type: 'integer', required: true }, note: { name: '备注', type: 'text' } },
}
const noon = 1_763_611_200_000

type Table = readonly (readonly [field: object, value: unknown, outcome: unknown])[]

const numbers: Table = [
  ...numberTypes.map(type => [{ type }, '12', 12] as const),
  ...numberTypes.map(type => [{ type }, '12x', '请输入正确的数字'] as const),
  [{ type: 'float' }, '0.000001', 0.000001],
  [{ type: 'float' }, 0.0000001, '最多 6 位小数'],
  [{ type: 'float', fix: 2 }, 1.005, '最多 2 位小数'],
  [{ type: 'integer' }, 1.5, '请输入整数'],
  [{ type: 'integer', fix: 1 }, 1.5, 1.5],
  [{ type: 'long' }, '9007199254740993', '请输入正确的数字'],
  [{ type: 'float', limit: { min: 0, max: 1 } }, 0, 0],
  [{ type: 'float', limit: { min: 0, max: 1 } }, 1.01, '请输入大于等于 0，小于等于 1 的值'],
  [{ type: 'float', limit: { min: 0, max: 1 } }, 1, 1],
  [{ type: 'float', limit: { min: 0, max: 1 } }, -0.01, '请输入大于等于 0，小于等于 1 的值'],
  [{ type: 'float', limit: { min: 2 } }, 1.99, '请输入大于等于 2 的值'],
  [{ type: 'float', limit: { min: 2 } }, 2, 2],
  [{ type: 'float', limit: { max: 2 } }, 2.01, '请输入小于等于 2 的值'],
  [{ type: 'float', limit: { max: 2 } }, 2, 2],
  ...(['integer', 'long'] as const).flatMap(type => [
    [{ type, limit: { min: 1, max: 90 } }, 1, 1] as const,
    [{ type, limit: { min: 1, max: 90 } }, 90, 90] as const,
    [{ type, limit: { min: 1, max: 90 } }, 0, '请输入大于等于 1，小于等于 90 的值'] as const,
    [{ type, limit: { min: 1, max: 90 } }, 91, '请输入大于等于 1，小于等于 90 的值'] as const,
    [{ type, fix: 1 }, 1.25, '最多 1 位小数'] as const,
  ]),
  [{ type: 'float', fix: 2 }, 1.25, 1.25],
  [{ type: 'float', fix: 0 }, 1.5, '请输入整数'],
  ...numberTypes.map(type => [{ type }, 0, 0] as const),
  ...numberTypes.map(type => [{ type, required: true }, undefined, '请输入返利'] as const),
  ...numberTypes.map(type => [{ type, required: true }, 0, 0] as const),
  ...numberTypes.map(type => [{ type }, '1e5', '请输入正确的数字'] as const),
  ...numberTypes.map(type => [{ type }, true, '请输入正确的数字'] as const),
  [{ type: 'float', required: true }, '', '请输入返利'],
  ...numberTypes.map(type => [{ type }, '', undefined] as const),
  [{ type: 'long' }, 1.5, '请输入整数'],
]
// @req UIX-022 UIX-023 UIX-024 UIX-025 UIX-042
test.each(numbers)('a number: %j given %j: %j', (field, value, outcome) => expect(check(field, value)).toEqual(outcome))

const choices: Table = [
  ...recordTypes.map(type => [{ type, required: true }, undefined, '请选择返利'] as const),
  ...recordTypes.map(type => [{ type, multiple: true, required: true }, [], '请选择返利'] as const),
  ...recordTypes.map(type => [{ type, multiple: true }, [1, 2], [1, 2]] as const),
  ...recordTypes.map(type => [{ type }, undefined, undefined] as const),
  ...['payType', 'enum'].flatMap(type => [
    [{ type, enum: tiers, required: true }, undefined, '请选择返利'] as const,
    [{ type, enum: tiers, multiple: true, required: true }, [], '请选择返利'] as const,
    [{ type, enum: tiers }, undefined, undefined] as const,
    [{ type, enum: tiers, multiple: true }, [], undefined] as const,
  ]),
  ...recordTypes.map(type => [{ type, required: true }, 3, 3] as const),
  [{ type: 'payType' }, 'cash', 'cash'],
  [{ type: 'tag' }, [1], '请选择返利'],
  [{ type: 'tag' }, '1; drop', '请选择返利'],
  [{ type: 'payType', multiple: true }, ['cash', 'wx'], ['cash', 'wx']],
  [{ type: 'enum', enum: tiers }, 6, 6],
  [{ type: 'enum', enum: tiers }, 8, '请选择返利'],
  [{ type: 'enum', enum: tiers, multiple: true }, [5, 8], '请选择返利'],
  [{ type: 'boolean' }, undefined, undefined],
  [{ type: 'boolean', required: true }, undefined, '请选择是否返利'],
  [{ type: 'boolean', required: true }, false, false],
  [{ type: 'boolean', required: true }, true, true],
  [{ type: 'boolean' }, 'yes', '请选择是否返利'],
]
// @req UIX-022 UIX-026 UIX-029
test.each(choices)('a choice: %j given %j: %j', (field, value, outcome) => expect(check(field, value)).toEqual(outcome))

const texts: Table = [
  [{ type: 'car' }, ['京A12345', '粤BD12345'], ['京A12345', '粤BD12345']],
  [{ type: 'car' }, ['京A12345', '京A 1234'], '请输入正确的车牌号，不含空格'],
  [{ type: 'text', required: true }, '  ', '请输入返利'],
  [{ type: 'text' }, ' 内部 ', '内部'],
  ...['text', 'textarea', 'json', 'ip', 'car'].map(type => [{ type }, '', undefined] as const),
  [{ type: 'text' }, { $ne: 'x' }, '返利有误'],
  [{ type: 'textarea', required: true }, null, '请输入返利'],
  [{ type: 'json' }, '{"a":""}', { a: '' }],
  [{ type: 'json' }, { a: '' }, { a: '' }],
  ...['text', 'textarea', 'json', 'ip', 'car', 'list', 'map'].map(type => [{ type, required: true }, undefined, '请输入返利'] as const),
  [{ type: 'car', required: true }, [], '请输入返利'],
  [{ type: 'car' }, ['粤BD123'], '请输入正确的车牌号，不含空格'],
  [{ type: 'car' }, [' 京A12345'], '请输入正确的车牌号，不含空格'],
  [{ type: 'json' }, 'null', '请输入正确的 JSON 格式'],
  [{ type: 'json' }, '"text"', '请输入正确的 JSON 格式'],
  [{ type: 'json' }, '12', '请输入正确的 JSON 格式'],
  [{ type: 'json' }, '{a}', '请输入正确的 JSON 格式'],
  [{ type: 'ip' }, '192.168.1.20:9200', '192.168.1.20:9200'],
  [{ type: 'ip' }, '192.168.1.256', '请输入正确的 IP 地址'],
  [{ type: 'ip' }, '192.168.1.20', '192.168.1.20'],
  [{ type: 'ip' }, '192.168.1.20:65535', '192.168.1.20:65535'],
  [{ type: 'ip' }, '192.168.1.20:65536', '请输入正确的 IP 地址'],
  [{ type: 'ip' }, 'controller.local', '请输入正确的 IP 地址'],
]
// @req UIX-022 UIX-028 UIX-030 UIX-032 UIX-033 UIX-041
test.each(texts)('a text: %j given %j: %j', (field, value, outcome) => expect(check(field, value)).toEqual(outcome))

const moments: Table = [
  [{ type: 'LocalDateTime', required: true }, '', '请选择返利'],
  [{ type: 'LocalDateTime' }, '2026-11-20T08:30:00', '2026-11-20T08:30:00'],
  [{ type: 'LocalDateTime' }, '2026-02-30T08:30:00', '返利有误'],
  [{ type: 'LocalDateTime' }, '2026-11-20T08:30:00.5', '返利有误'],
  [{ type: 'LocalDateTime' }, '2026-11-20T08:30', '返利有误'],
  [{ type: 'LocalDateTime' }, '2026-11-20T08:30:00Z', '返利有误'],
  ...['month', 'date', 'datetime'].map(type => [{ type }, noon, noon] as const),
  [{ type: 'LocalDateTime' }, '', undefined],
  [{ type: 'date' }, '2026-11-20', '返利有误'],
  [{ type: 'datetime', required: true }, undefined, '请选择返利'],
  [{ type: 'daterange' }, [noon, noon + 1], [noon, noon + 1]],
  [{ type: 'daterange' }, [noon, noon - 1], '返利有误'],
  [{ type: 'daterange' }, [noon, undefined], '返利有误'],
  ...['month', 'date', 'datetime', 'daterange', 'LocalDateTime'].map(type => [{ type, required: true }, undefined, '请选择返利'] as const),
  [{ type: 'LocalDateTime', required: true }, '2026-11-20T08:30:00', '2026-11-20T08:30:00'],
]
// @req UIX-012 UIX-013 UIX-027
test.each(moments)('a moment: %j given %j: %j', (field, value, outcome) => expect(check(field, value)).toEqual(outcome))

const dozen = Array.from({ length: 12 }, (_, index) => index)
const many: Table = [
  [{ type: 'list' }, dozen, dozen],
  [{ type: 'list' }, [...dozen, 'x'], '请输入正确的数字'],
  [{ type: 'list', element: 'integer' }, ['1', '', 2], [1, 2]],
  [{ type: 'list' }, [1, 'x'], '请输入正确的数字'],
  [{ type: 'list', limit: { max: 10 } }, [1, 11], '请输入小于等于 10 的值'],
  [{ type: 'list', limit: { min: 1, max: 10 } }, [1, 10], [1, 10]],
  [{ type: 'list', limit: { min: 1, max: 10 } }, [0.5, 10], '请输入大于等于 1，小于等于 10 的值'],
  [{ type: 'list', limit: { min: 1, max: 10 } }, [1, 10.5], '请输入大于等于 1，小于等于 10 的值'],
  [{ type: 'list', element: 'integer' }, [1.5], '请输入整数'],
  [{ type: 'list', element: 'long' }, [2, 1.5], '请输入整数'],
  [{ type: 'list' }, [0.000001], [0.000001]],
  [{ type: 'list', fix: 1 }, [0.25], '最多 1 位小数'],
  [{ type: 'map' }, { '92': '0.10' }, { '92': '0.10' }],
  [{ type: 'map' }, { ' ': '1' }, '返利有误'],
  [{ type: 'map' }, {}, undefined],
  [entries, [{ days: 3 }, { days: '' }], '请输入天数'],
  [entries, [{ days: 3, note: '' }], [{ days: 3 }]],
  [entries, [{ days: '', note: '' }], undefined],
  [{ ...entries, required: true }, [{}], '请输入返利'],
  [entries, 'x', '返利有误'],
]
// @req UIX-031
test.each(many)('several values: %j given %j: %j', (field, value, outcome) => expect(check(field, value)).toEqual(outcome))

const nothing = undefined
// @req UIX-023 UIX-024 UIX-026 UIX-028 UIX-029 UIX-032
test.each([
  [{ type: 'float' }, 'x', 'Please enter a correct number'],
  [{ type: 'long', limit: { min: 1, max: 9 } }, 10, 'Enter a value greater than or equal to 1 and less than or equal to 9'],
  [{ type: 'integer', limit: { min: 1 } }, 0, 'Enter a value greater than or equal to 1'],
  [{ type: 'integer', limit: { max: 9 } }, 10, 'Enter a value less than or equal to 9'],
  [{ type: 'fuel', required: true }, nothing, 'Please select Rebate'],
  [{ type: 'enum', enum: tiers, required: true }, nothing, 'Please select Rebate'],
  [{ type: 'ip' }, '1.2.3', 'Enter a correct IP address'],
  [{ type: 'boolean', required: true }, nothing, 'Please choose whether Rebate'],
  [{ type: 'json' }, '{', 'Enter correct JSON format'],
])('in English: %j given %j: %s', (field, value, words) => expect(check(field, value, 'en')).toBe(words))

// @req UIX-027 UIX-030 UIX-031 UIX-033 UIX-054
test.each([
  [{ type: 'LocalDateTime', required: true }, nothing, 'Please select Rebate'],
  [{ type: 'car' }, ['京A 12345'], 'Enter a correct plate number, without spaces'],
  [{ type: 'list' }, ['x'], 'Please enter a correct number'],
  [{ type: 'list', limit: { min: 1, max: 9 } }, [0], 'Enter a value greater than or equal to 1 and less than or equal to 9'],
  [{ type: 'textarea', required: true }, nothing, 'Please enter Rebate'],
])('in English as well: %j given %j: %s', (field, value, words) => expect(check(field, value, 'en')).toBe(words))

test('faults are said in English too, and each knows the way to its entry', () => {
  const { faults } = validateScript(form({ tiers: { name: 'Tiers', ...entries } }), {
    tiers: [{ days: 1 }, { days: 1.5, note: 'x' }],
    other: 1,
  })
  expect(faults.map(fault => [fault.path, scriptFaultWords(fault, 'en')])).toEqual([
    [['other'], 'There is no field “other”'],
    [['tiers', 1, 'days'], 'Enter a whole number'],
  ])
})

// @req UIX-004 UIX-018
test('what is hidden or empty is not checked and not kept; nought and no are values', () => {
  const described = form({
    on: { name: '启用', type: 'boolean' },
    rate: { name: '比例', type: 'float', required: true, condition: { field: 'on', in: [true] } },
    note: { name: '备注', type: 'text' },
    days: { name: '天数', type: 'integer' },
  })
  expect(validateScript(described, { on: false, rate: 'x', note: '', days: 0 })).toEqual({ values: { on: false, days: 0 }, faults: [] })
  expect(validateScript(described, { on: true, rate: '' }).faults).toMatchObject([{ path: ['rate'], code: 'required' }])
  for (const empty of ['', '  ', null, undefined, [], {}, [''], { a: null }])
    expect(validateScript(described, { on: true, rate: 0, note: empty, days: empty })).toEqual({
      values: { on: true, rate: 0 },
      faults: [],
    })
})

// @req UIX-004 UIX-018
test('within an entry, too, what is hidden or empty is not checked and not kept', () => {
  const tiers = form({
    tiers: {
      name: '阶梯',
      type: 'objectArray',
      fields: {
        on: { name: '启用', type: 'boolean' },
        rate: { name: '比例', type: 'float', required: true, condition: { field: 'on', in: [true] } },
        note: { name: '备注', type: 'text' },
      },
    },
  })
  const entered = [
    { on: false, rate: 'x', note: '' },
    { on: true, rate: 0, note: '夜间' },
  ]
  expect(validateScript(tiers, { tiers: entered })).toEqual({
    values: { tiers: [{ on: false }, { on: true, rate: 0, note: '夜间' }] },
    faults: [],
  })
  expect(validateScript(tiers, { tiers: [{ on: true }] }).faults).toMatchObject([{ path: ['tiers', 0, 'rate'], code: 'required' }])
})

test('what every object has by nature is no value', () => {
  expect(validateScript(form({ constructor: { name: '厂家', type: 'text', required: true } }), {}).faults).toMatchObject([
    { code: 'required' },
  ])
})

test('whatever is sent, the check answers, and what it keeps it keeps again', () => {
  const described = form(
    Object.fromEntries(
      ['float', 'tag', 'payType', 'boolean', 'car', 'text', 'json', 'LocalDateTime', 'date', 'daterange', 'list', 'map', 'ip'].map(type => [
        type,
        { name: type, type },
      ]),
    ),
  )
  const anything = fc.dictionary(fc.constantFrom(...Object.keys(described.fields)), fc.anything({ withNullPrototype: true }))
  const holds = fc.check(
    fc.property(anything, given => {
      const { values, faults } = validateScript(described, given)
      return faults.length > 0 || JSON.stringify(validateScript(described, values)) === JSON.stringify({ values, faults: [] })
    }),
  )
  expect(holds).toMatchObject({ failed: false })
})
