import { issueTypes, type CardImportReason } from '@forecourt/contract'
import { readTable, textOf, type TableLine } from '../../platform/sheet/read-text.ts'

/** A chip as a line of the maker's file lists it. */
export interface ListedChip {
  readonly line: number
  readonly number: string
  readonly uuid: string
  readonly code: string
  readonly issueType: number
}
export interface LineProblem {
  readonly line: number
  readonly reason: CardImportReason
  /** What stands there, shortened. */
  readonly value: string
}
interface FileRead {
  readonly chips: readonly ListedChip[]
  readonly problems: readonly LineProblem[]
}

/** What makers write above their columns. */
const titles = {
  number: ['number', 'cardno', 'cardnumber', 'logiccardno', 'logicno', '卡号', '卡面号', '逻辑卡号', '印刷卡号'],
  uuid: ['uuid', 'uid', 'chip', 'chipnumber', 'physicalno', 'physicalcardno', '物理卡号', '芯片号', '芯片卡号'],
  code: ['code', 'serial', 'serialno', '编码', '序列号', '流水号'],
  issueType: ['issuetype', 'type', '发卡类型', '类型'],
}
const longest = 60
/** As the contract has them (`CardNumber`, `ChipUuid`); asked of each of a hundred thousand lines. */
const shapes = { number: /^[0-9A-Za-z-]{4,32}$/, uuid: /^([0-9A-F]{2}){4,10}$/ }
const shortened = (text: string) => text.slice(0, longest)

/**
 * The chips of a file, and what is wrong with other lines: csv or txt, with or without a line of titles. Each line has the printed number
 * and the chip's own number, and may have the maker's serial and the issue type (8, blank, if it does not say).
 */
export function readChips(bytes: Uint8Array): FileRead {
  const text = textOf(bytes)
  if (text === undefined) return { chips: [], problems: [{ line: 1, reason: 'notText', value: '' }] }
  const { lines, cell } = readTable(text, titles, ['number', 'uuid'])
  if (lines.length === 0) return { chips: [], problems: [{ line: 1, reason: 'empty', value: '' }] }
  const seen = { uuid: new Set<string>(), number: new Set<string>() }
  const chips: ListedChip[] = []
  const problems: LineProblem[] = []
  for (const each of lines) {
    const read = chipOf(each, column => cell(each.record, column))
    const again = 'reason' in read ? read : (twice(read, seen) ?? read)
    if ('reason' in again) problems.push(again)
    else chips.push(again)
  }
  return { chips, problems }
}

function chipOf({ line, record }: TableLine, cell: (column: keyof typeof titles) => string): ListedChip | LineProblem {
  const wrong = (reason: CardImportReason, value: string): LineProblem => ({ line, reason, value: shortened(value) })
  if (record.length < 2) return wrong('columns', record.join(' '))
  const [number, uuid, code] = [
    cell('number'),
    cell('uuid')
      .replaceAll(/[\s:-]/g, '')
      .toUpperCase(),
    cell('code'),
  ]
  const issueType = cell('issueType') === '' ? issueTypes.blankUser : Number(cell('issueType'))
  if (!shapes.number.test(number)) return wrong('number', number)
  if (!shapes.uuid.test(uuid)) return wrong('uuid', cell('uuid'))
  if (code.length > longest) return wrong('code', code)
  // A maker sends what nobody has: a chip that a customer has is not among it.
  if (!Number.isInteger(issueType) || issueType < 1 || issueType > issueTypes.blankUser) return wrong('issueType', cell('issueType'))
  return { line, number, uuid, code, issueType }
}

function twice(chip: ListedChip, seen: { uuid: Set<string>; number: Set<string> }): LineProblem | undefined {
  const { line, uuid, number } = chip
  if (seen.uuid.has(uuid)) return { line, reason: 'uuidTwice', value: uuid }
  if (seen.number.has(number)) return { line, reason: 'numberTwice', value: number }
  seen.uuid.add(uuid)
  seen.number.add(number)
  return undefined
}
