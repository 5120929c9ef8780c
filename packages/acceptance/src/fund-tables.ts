import type { tableOf } from './shown.ts'

/** Eight days that are over. */
export const overDays = () => {
  const day = (ago: number) => new Date(Date.now() + (8 - ago * 24) * 3_600_000).toISOString().slice(0, 10)
  return { from: day(9), to: day(2) }
}
export type Money = Record<string, string | number | null>
export const inCents = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }).replace('-', '−')
const always = new Set(['topUp', 'gift', 'consume'])

/** A table of a fund report: from what was held, by what came and went, to what is held; of the rest only what moved at all. */
export function fundTable(language: 'zh' | 'en', lines: readonly Money[], total: Money) {
  const moved = Object.keys(fundHeads).filter(
    name => always.has(name) || name.endsWith('ing') || [...lines, total].some(line => line[`${name}Cents`] !== 0),
  )
  const cells = (line: Money) => moved.map(name => inCents(Number(line[`${name}Cents`])))
  const unit = { zh: '（元）', en: ' (¥)' }[language]
  const heads = moved.map(name => fundHeads[name as keyof typeof fundHeads][language === 'zh' ? 0 : 1])
  return { paper: heads, heads: heads.map(head => head + unit), rows: lines.map(cells), sums: cells(total) }
}
const fundHeads = {
  opening: ['期初余额', 'Opening balance'],
  topUp: ['充值', 'Top-up'],
  gift: ['赠送', 'Gift'],
  consume: ['消费', 'Consumption'],
  consumeRefund: ['消费退款', 'Consumption refund'],
  topUpRefund: ['充值退款', 'Top-up refund'],
  assign: ['划拨', 'Allocated'],
  adjust: ['调整', 'Adjusted'],
  closing: ['期末余额', 'Closing balance'],
} as const
export const rest = ({ heads, rows, sums }: Awaited<ReturnType<typeof tableOf>>) => ({
  heads: heads.slice(1),
  rows: rows.map(cells => cells.slice(1)),
  sums: sums.slice(1),
})
