import type { Language } from '@forecourt/contract'

/** Why a row, or a file, cannot be taken. */
export const reasons = {
  noFile: { zh: '文件不存在', en: 'there is no such file' },
  noColumn: { zh: '缺少列', en: 'the column is missing' },
  sameColumn: { zh: '列名重复', en: 'the column appears twice' },
  notText: { zh: '不是 {expected} 编码的文字', en: 'not text in {expected}' },
  brokenRow: { zh: '引号或列数有误', en: 'a quotation mark or the number of columns is wrong' },
  empty: { zh: '不能为空', en: 'must not be empty' },
  tooLong: { zh: '超过 {expected} 个字符', en: 'longer than {expected} characters' },
  sameId: { zh: '编号重复', en: 'the number appears twice' },
  notDate: { zh: '不是有效日期', en: 'not a date' },
  notTime: { zh: '不是有效时间', en: 'not a time of day' },
  notNumber: { zh: '不是数字', en: 'not a number' },
  negative: { zh: '不能为负数', en: 'must not be negative' },
  notPositive: { zh: '必须大于零', en: 'must be above zero' },
  decimals: { zh: '最多两位小数', en: 'has more than two decimals' },
  notWhole: { zh: '商品数量须为整数', en: 'the quantity of goods must be a whole number' },
  tooLarge: { zh: '数值过大', en: 'is too large' },
  unknownStation: { zh: '没有此油站', en: 'no such station' },
  unknownProduct: { zh: '没有此商品', en: 'no such product' },
  unknownTank: { zh: '没有此油罐', en: 'no such tank' },
  otherProduct: { zh: '油罐装的是另一种油品', en: 'the tank holds another product' },
  aboveTank: { zh: '超过油罐容量 {expected} 升', en: 'more than the tank holds, {expected} L' },
  inFuture: { zh: '晚于现在', en: 'lies in the future' },
  noFuel: { zh: '不是汽油或柴油，没有对应的基础油品', en: 'no gasoline or diesel, and no base fuel is known of it' },
  noDensity: { zh: '缺少密度，吨数不能换算为升', en: 'no density is known by which tons become litres' },
  notInRange: { zh: '超出范围 {expected}', en: 'is not within {expected}' },
  notFuelSupplier: { zh: '系统中的该供应商不是油品供应商', en: 'the supplier of that name does not sell fuel' },
  monthSettled: { zh: '该日期所在月份已月结', en: 'its month is settled already' },
  noLine: { zh: '要跳过的行不存在', en: 'there is no such line to leave out' },
  unknownKind: { zh: '不是油品类别', en: 'not a kind of product' },
  unknownCustomer: { zh: '没有此客户', en: 'no such customer' },
  unknownCompany: { zh: '映射中没有对应的公司', en: 'no company is mapped to it' },
  cardOfTwo: { zh: '同一张卡属于两个客户', en: 'the card belongs to two customers' },
  noRows: { zh: '没有数据行', en: 'there are no rows' },
  taken: { zh: '系统中已有此编号，且不是由此来源导入的', en: 'already exists here and was not imported from this source' },
  nothingNew: { zh: '内容与上次导入的不同', en: 'differs from what was imported before' },
} as const satisfies Record<string, Record<Language, string>>

export interface Problem {
  readonly file: string
  /** The line on which the row ends, counted from 1 with the header; absent where it concerns the file. */
  readonly line?: number
  readonly column?: string
  readonly reason: keyof typeof reasons
  readonly value?: string
  readonly expected?: string
}

/** `not a date: 2012-13-40` */
export const reasonIn = ({ reason, value, expected }: Problem, language: Language): string =>
  `${reasons[reason][language].replace('{expected}', expected ?? '')}${!value ? '' : `: ${value.slice(0, 80)}`}`

/** `transactions.csv:17 Date: not a date: 2012-13-40` */
export const worded = (problem: Problem, language: Language): string => {
  const { file, line, column } = problem
  return `${file}${line ? `:${line}` : ''}${column ? ` ${column}` : ''}: ${reasonIn(problem, language)}`
}
