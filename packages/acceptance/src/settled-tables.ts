import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { tableOf } from './shown.ts'

/** A settlement as the server says it, of a shift or of a day. */
export type Settle = Record<string, any>
type Place = 'page' | 'paper'
export type Kind = 'classSettle' | 'daySettle'

const signs = (text: string) => text.replace('-', '−')
export const amount = (value: number | null): string =>
  value === null ? '—' : signs((value / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }))
export const signed = (value: number | null): string => `${value !== null && value > 0 ? '+' : ''}${amount(value)}`
export const count = (value: number | null): string => (value === null ? '—' : signs(value.toLocaleString('en-US')))
/** What nobody takes in is not counted either: cards, points, and what went for nothing. */
const uncounted: readonly unknown[] = ['card', 'score', 'free']
const counted = (row: Settle): string =>
  row['countedCents'] === null && !uncounted.includes(row['payType']) ? 'not counted' : amount(row['countedCents'])
/** In Shanghai, where the station is. */
export const minuteOf = (instant: string) => new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
export const clockOf = (instant: string) => new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
export const shiftName = ({ businessDay, number, isNatureDay }: Settle) =>
  isNatureDay ? `${businessDay} natural day` : `${businessDay} shift ${number}`

interface Line {
  readonly head: string
  readonly cell: (row: Settle) => string
  /** Where it stands; everywhere when absent. */
  readonly on?: Place
}
const of = (head: string, field: string, write: (value: number | null) => string, more: Partial<Line> = {}): Line => ({
  head,
  cell: row => write(row[field]),
  ...more,
})
const blank = (write: (row: Settle) => string, fits: (row: Settle) => boolean) => (row: Settle) => (fits(row) ? write(row) : '')
const isFuel = (row: Settle) => row['categoryType'] === 'fuel'

interface Block {
  readonly label: string
  readonly part: string
  readonly lines: readonly Line[]
}

const some = (settle: Settle, part: string, fits: (row: Settle) => boolean) => (settle[part] as Settle[]).some(fits)

/** What a shift has on its page and on paper, a day on its page alone. */
const full = (kind: Kind, line: Line): Line => (kind === 'classSettle' ? line : { ...line, on: 'page' })

function byPayType(kind: Kind, settle: Settle): Block {
  const refunded = of('Refunded (¥)', 'refundedCents', amount)
  const paper: Line[] = kind === 'classSettle' ? [{ ...refunded, on: 'paper' }] : []
  return {
    label: 'By payment method',
    part: 'payTypes',
    lines: [
      of('Count', 'payments', count),
      full(kind, of('Received (¥)', 'amountCents', amount)),
      ...(some(settle, 'payTypes', row => row['refundedCents'] !== 0) ? [full(kind, refunded)] : paper),
      full(kind, of('Top-ups (¥)', 'topUpCents', amount)),
      of('Expected (¥)', 'expectedCents', amount),
      { head: 'Counted (¥)', cell: counted },
      ...(some(settle, 'payTypes', row => row['statementCents'] != null) ? [of('Statement (¥)', 'statementCents', amount)] : []),
      of('Over/short (¥)', 'differenceCents', signed),
    ],
  }
}

function byItem(settle: Settle): Block {
  const pieces = blank(
    row => count(row['pieces']),
    row => !isFuel(row),
  )
  return {
    label: 'By item',
    part: 'items',
    lines: [
      of('Orders', 'orders', count),
      { head: 'Litres (L)', cell: blank(row => amount(row['volumeCl']), isFuel) },
      ...(some(settle, 'items', row => !isFuel(row)) ? [{ head: 'Pieces', cell: pieces }] : []),
      of('Amount (¥)', 'amountCents', amount, { on: 'page' }),
      of('Discount (¥)', 'discountCents', amount),
      { head: 'Sales (¥)', cell: (row: Settle) => amount(row['amountCents'] - row['discountCents']) },
    ],
  }
}

const byNozzle: Block = {
  label: 'By nozzle',
  part: 'nozzles',
  lines: [
    of('Opening (L)', 'beginCl', amount),
    of('Closing (L)', 'endCl', amount),
    of('Metered (L)', 'meteredCl', amount),
    of('Sold (L)', 'soldCl', amount),
    of('Sold late (L)', 'lateCl', amount),
    of('Difference (L)', 'differenceCl', signed),
  ],
}
const byEmployee: Block = {
  label: 'By employee',
  part: 'employees',
  lines: [
    of('Orders', 'orders', count),
    of('Litres (L)', 'volumeCl', amount),
    of('Sales (¥)', 'salesCents', amount),
    of('Money handled (¥)', 'takenCents', amount),
  ],
}
const byShift: Block = {
  label: 'By shift',
  part: 'states',
  lines: [
    { head: 'Period', cell: (row: Settle) => stretch(row), on: 'page' },
    of('Orders', 'orders', count, { on: 'page' }),
    of('Litres (L)', 'volumeCl', amount),
    of('Sales (¥)', 'salesCents', amount),
    of('Expected (¥)', 'expectedCents', amount, { on: 'page' }),
    of('Counted (¥)', 'countedCents', amount, { on: 'page' }),
    of('Over/short (¥)', 'differenceCents', signed),
  ],
}
const unpaid: Block = {
  label: 'Unpaid orders carried over',
  part: 'unpaid',
  lines: [
    { head: 'Sold at', cell: (row: Settle) => clockOf(row['createdDate']), on: 'page' },
    { head: 'Sold at', cell: (row: Settle) => minuteOf(row['createdDate']), on: 'paper' },
    { head: 'Status', cell: (row: Settle) => statuses[row['status'] as string]!, on: 'page' },
    of('Amount (¥)', 'totalCents', amount),
    of('Paid (¥)', 'paidCents', amount, { on: 'page' }),
    of('Due (¥)', 'dueCents', amount),
  ],
}

/** The tables of a settlement: what stands in each of their columns, on its page and on paper. */
const blocksOf = (kind: Kind, settle: Settle): readonly Block[] =>
  [byPayType(kind, settle), byItem(settle), byNozzle, byEmployee, kind === 'daySettle' ? byShift : unpaid].filter(
    ({ part }) => (settle[part] as Settle[]).length > 0,
  )
const statuses: Record<string, string> = { open: 'Unpaid', lock: 'Paying', fail: 'Failed', partiallyPaid: 'Partial payment' }

/** From when until when, the day said once where it is one. */
function stretch({ startTime, endTime }: Settle): string {
  const [begins, ends] = [minuteOf(startTime), minuteOf(endTime)]
  const till = ends.startsWith(begins.slice(0, 10)) ? ends.slice(11) : ends.startsWith(begins.slice(0, 5)) ? ends.slice(5) : ends
  return `${begins} – ${till}`
}

const firstOf: Record<string, (row: Settle) => string> = {
  payTypes: () => '',
  items: row => row['name'],
  nozzles: row => `Nozzle ${row['logicNo']} ${row['itemName']}`,
  employees: row => row['name'] ?? 'No employee',
  states: shiftName,
  unpaid: row => row['orderNo'],
}

/** Each table says of each row what the settlement says of it, under the right head and in the same order. */
export async function saysBlocks(place: Locator, kind: Kind, settle: Settle, where: Place): Promise<void> {
  for (const { label, part, lines } of blocksOf(kind, settle)) {
    const shown = await tableOf(place, label)
    const here = lines.filter(({ on }) => on === undefined || on === where)
    const rows = settle[part] as Settle[]
    expect(shown.heads.slice(1), label).toEqual(here.map(({ head }) => head))
    expect(
      shown.rows.map(cells => cells.slice(1)),
      label,
    ).toEqual(rows.map(row => here.map(({ cell }) => cell(row))))
    const names = rows.map(firstOf[part]!)
    for (const [at, name] of names.entries()) expect(shown.rows[at]![0], label).toContain(name)
  }
}
