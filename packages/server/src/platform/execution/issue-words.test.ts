import { endpoints, invalid, shapes } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Refusal } from './refusal.ts'
import { parsed } from './validate.ts'

const languages = ['zh', 'en'] as const
const said = (schema: z.ZodType, given: unknown, language: (typeof languages)[number]): string[] => {
  try {
    parsed(schema, given, language)
    return []
  } catch (error) {
    return ((error as Refusal).detail['issues'] as { message: string }[]).map(({ message }) => message)
  }
}

/** One value for each kind of issue that zod knows. */
const wrong: [z.ZodType, unknown, zh: string, en: string][] = [
  [z.object({ a: z.string() }), {}, '请填写此项', 'Enter a value'],
  [z.object({ a: z.enum(['x']) }), {}, '请填写此项', 'Enter a value'],
  [z.string(), 5, '请输入文字', 'Enter text'],
  [z.number(), 'five', '请输入数字', 'Enter a number'],
  [z.int(), 1.5, '请输入整数', 'Enter a whole number'],
  [z.boolean(), 'yes', '应为“是”或“否”（true 或 false）', 'Must be yes or no (true or false)'],
  [z.array(z.string()), 'x', '应为一个列表', 'Must be a list'],
  [z.object({}), [], '应为一组字段', 'Must be a set of fields'],
  [z.string().max(3), 'long', '最多 3 个字符', 'Enter at most 3 characters'],
  [z.string().min(3), 'x', '至少 3 个字符', 'Enter at least 3 characters'],
  [z.array(z.int()).max(1), [1, 2], '最多 1 项', 'Enter at most 1 entries'],
  [z.array(z.int()).min(1), [], '至少 1 项', 'Enter at least 1 entries'],
  [z.int().max(9), 10, '不能大于 9', 'Must not be more than 9'],
  [z.int().min(0), -1, '不能小于 0', 'Must not be less than 0'],
  [z.number().lt(9), 9, '必须小于 9', 'Must be less than 9'],
  [z.number().gt(0), 0, '必须大于 0', 'Must be more than 0'],
  [z.number().multipleOf(5), 7, '须为 5 的整数倍', 'Must be a multiple of 5'],
  [z.enum(['cash', 'card']), 'gold', '请从以下值中选择：cash, card', 'Choose one of: cash, card'],
  [z.string().regex(/^a/), 'b', '格式不正确', 'The format is not correct'],
  [z.string().regex(/^a/, 'threeDigits'), 'b', '请输入 3 位数字', 'Enter three digits'],
  [z.union([z.string(), z.int()]), true, '内容不正确', 'The value is not valid'],
  [z.string().refine(() => false, 'a reason nobody has worded'), 'x', '内容不正确', 'The value is not valid'],
]

test.each(wrong)('what is wrong is said in words of our own (%#)', (schema, given, zh, en) => {
  expect(languages.map(language => said(schema, given, language))).toEqual([[zh], [en]])
})

test('no call answers in the words of the library, whatever is sent to it', () => {
  const own = [...Object.values(invalid), ...Object.values(shapes)].flatMap(each => [each.zh, each.en])
  const patterns = own.map(words => new RegExp(`^${words.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '.*')}$`))
  const bad = [undefined, null, 'x'.repeat(5000), -1.5, true, [], {}, [{}], '']
  const foreign = new Set<string>()
  for (const { body } of endpoints) {
    if (!(body instanceof z.ZodObject)) continue
    const names = Object.keys(body.shape)
    for (const value of bad) {
      const given = Object.fromEntries(names.map(name => [name, value]))
      for (const language of languages)
        for (const words of said(body, given, language)) if (!patterns.some(pattern => pattern.test(words))) foreign.add(words)
    }
  }
  expect([...foreign]).toEqual([])
})
