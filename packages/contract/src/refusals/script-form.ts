import type { Words } from './spec.ts'

/** What is said against a value of a script form. @source spec 1 "Shared pieces: dynamic script form", "Field validation" */
export const scriptFaults = {
  number: { zh: '请输入正确的数字', en: 'Please enter a correct number' },
  between: {
    zh: '请输入大于等于 {min}，小于等于 {max} 的值',
    en: 'Enter a value greater than or equal to {min} and less than or equal to {max}',
  },
  atLeast: { zh: '请输入大于等于 {min} 的值', en: 'Enter a value greater than or equal to {min}' },
  atMost: { zh: '请输入小于等于 {max} 的值', en: 'Enter a value less than or equal to {max}' },
  decimals: { zh: '最多 {places} 位小数', en: 'At most {places} decimals' },
  whole: { zh: '请输入整数', en: 'Enter a whole number' },
  select: { zh: '请选择{name}', en: 'Please select {name}' },
  ip: { zh: '请输入正确的 IP 地址', en: 'Enter a correct IP address' },
  boolean: { zh: '请选择是否{name}', en: 'Please choose whether {name}' },
  plate: { zh: '请输入正确的车牌号，不含空格', en: 'Enter a correct plate number, without spaces' },
  json: { zh: '请输入正确的 JSON 格式', en: 'Enter correct JSON format' },
  required: { zh: '请输入{name}', en: 'Please enter {name}' },
  notRight: { zh: '{name}有误', en: '{name} is not right' },
  unknown: { zh: '没有名为“{name}”的字段', en: 'There is no field “{name}”' },
} as const satisfies Record<string, Words>
export type ScriptCode = keyof typeof scriptFaults
