import type { Words } from './spec.ts'

/** What is wrong with a value that has not the shape a field asks for. The words of zod are for programmers and reach nobody. */
export const shapes = {
  missing: { zh: '请填写此项', en: 'Enter a value' },
  text: { zh: '请输入文字', en: 'Enter text' },
  number: { zh: '请输入数字', en: 'Enter a number' },
  integer: { zh: '请输入整数', en: 'Enter a whole number' },
  yesOrNo: { zh: '应为“是”或“否”（true 或 false）', en: 'Must be yes or no (true or false)' },
  list: { zh: '应为一个列表', en: 'Must be a list' },
  record: { zh: '应为一组字段', en: 'Must be a set of fields' },
  shorter: { zh: '最多 {limit} 个字符', en: 'Enter at most {limit} characters' },
  longer: { zh: '至少 {limit} 个字符', en: 'Enter at least {limit} characters' },
  fewer: { zh: '最多 {limit} 项', en: 'Enter at most {limit} entries' },
  more: { zh: '至少 {limit} 项', en: 'Enter at least {limit} entries' },
  atMost: { zh: '不能大于 {limit}', en: 'Must not be more than {limit}' },
  atLeast: { zh: '不能小于 {limit}', en: 'Must not be less than {limit}' },
  below: { zh: '必须小于 {limit}', en: 'Must be less than {limit}' },
  above: { zh: '必须大于 {limit}', en: 'Must be more than {limit}' },
  multiple: { zh: '须为 {limit} 的整数倍', en: 'Must be a multiple of {limit}' },
  choice: { zh: '请从以下值中选择：{choices}', en: 'Choose one of: {choices}' },
  format: { zh: '格式不正确', en: 'The format is not correct' },
  other: { zh: '内容不正确', en: 'The value is not valid' },
} as const satisfies Record<string, Words>
