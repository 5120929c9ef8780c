import { Cents, Mobile, Name, Ref, SixDigits, TaxRate, Text } from '@forecourt/contract'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addWords, setLanguage } from '../../i18n/index.ts'
import zh from '../i18n/zh.ts'
import { allWrong, wrong } from './issues.ts'
import { beginWith, bodyFields, bodyOf, isRequired } from './values.ts'

const body = z.strictObject({
  name: Name(10),
  remark: Text(5),
  mobile: Mobile.nullable(),
  kind: z.enum(['personal', 'master']).default('personal'),
  cardId: Ref('cards'),
  limitCents: Cents.min(1).max(100_00).nullable(),
  pin: SixDigits.optional(),
  taxRate: TaxRate,
  hidden: z.boolean(),
  tags: z.array(z.string()).min(1),
  count: z.int(),
  lines: z.array(z.object({ name: Name(10), priceCents: Cents.min(1).nullable() })).min(1),
  config: z.record(z.string(), z.unknown()).optional(),
})
const fields = bodyFields('cards', body)
const field = (name: string) => fields.find(one => one.name === name)!

beforeAll(() => {
  setLanguage('zh')
  addWords(zh)
})

test('a form begins with what the contract says, and what must be filled in is what the contract will not take empty', () => {
  expect(beginWith(fields)).toMatchObject({ name: undefined, kind: 'personal', hidden: false, tags: [] })
  expect(fields.filter(isRequired).map(({ name }) => name)).toEqual(['name', 'cardId', 'taxRate', 'tags', 'count', 'lines'])
})

test('what is left empty is sent as the contract knows it: null, absent, or an empty text', () => {
  expect(
    bodyOf(fields, {
      name: ' 加油卡 ',
      remark: '',
      mobile: '',
      kind: 'master',
      cardId: 7,
      limitCents: undefined,
      pin: '',
      taxRate: 13,
      hidden: false,
      tags: ['a'],
      count: 0,
      lines: [{ name: ' 柴油 ', priceCents: undefined }],
    }),
  ).toEqual({
    name: '加油卡',
    remark: '',
    mobile: null,
    kind: 'master',
    cardId: 7,
    limitCents: null,
    taxRate: 13,
    hidden: false,
    tags: ['a'],
    count: 0,
    lines: [{ name: '柴油', priceCents: null }],
  })
})

test.each([
  ['name', '', '请填写'],
  ['name', '  ', '请填写'],
  ['name', '一二三四五六七八九十一', '最多 10 个字'],
  ['cardId', undefined, '请选择'],
  ['mobile', '138', '请输入正确的手机号'],
  ['mobile', '', undefined],
  ['limitCents', 0, '不能小于 0.01'],
  ['limitCents', 100_01, '不能大于 100.00'],
  ['limitCents', Number.NaN, '请输入正确的数字，最多两位小数'],
  ['limitCents', undefined, undefined],
  ['pin', '12345', '请输入 6 位数字'],
  ['pin', '', undefined],
  ['taxRate', 100, '必须小于 100'],
  ['taxRate', 1.005, '最多两位小数'],
  ['tags', [], '至少 1 项'],
  ['count', 1.5, '请输入整数'],
  ['count', 0, undefined],
  ['count', '-', '请输入整数'],
  ['taxRate', '.', '请输入正确的数字'],
  ['lines', [], '至少 1 项'],
  [
    'lines',
    [
      { name: '柴油', priceCents: 1 },
      { name: '', priceCents: 1 },
    ],
    '第 2 项“名称”：请填写',
  ],
  ['lines', [{ name: '柴油', priceCents: 0 }], '第 1 项“单价”：不能小于 0.01'],
  ['config', '{a}', '请输入正确的 JSON 格式'],
  ['config', { a: 1 }, undefined],
])('%s as %j: %s', (name, value, words) => expect(wrong(field(name), value)).toBe(words))

test('everything wrong is said at once, in the order of the form', () => {
  expect(
    allWrong(
      fields,
      { name: '', mobile: '1', cardId: 1, taxRate: 3, hidden: true, tags: ['a'], count: 1, lines: [{ name: 'a' }], kind: 'master' },
      body,
    ),
  ).toEqual([
    { name: 'name', words: '请填写' },
    { name: 'mobile', words: '请输入正确的手机号' },
  ])
})

test('what is wrong between fields is said of the field it names; what the page sends by itself takes part', () => {
  const either = z
    .strictObject({ number: z.string().optional(), id: z.int().optional(), reason: z.string() })
    .refine(({ number, id }) => (number === undefined) !== (id === undefined), { path: ['number'], error: 'cardNumber' })
  const shown = bodyFields('cards', either).filter(({ name }) => name !== 'id')
  expect(allWrong(shown, { reason: 'x' }, either)).toEqual([{ name: 'number', words: '卡号应为 4–32 位字母或数字' }])
  expect(allWrong(shown, { reason: 'x' }, either, { id: 3 })).toEqual([])
})
