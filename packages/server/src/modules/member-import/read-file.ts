import {
  CardNumber,
  IdNumber,
  importLinesMost,
  isEmail,
  Mobile,
  Name,
  type MemberImportField,
  type MemberImportReason,
} from '@forecourt/contract'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { invisible } from '../../platform/execution/validate.ts'
import { rowsOfText, tableOf, textOf, type TableLine } from '../../platform/sheet/read-text.ts'
import { rowsOfWorkbook } from '../../platform/sheet/read-xlsx.ts'

/** A line of a file of members, as it says them; what it does not say is empty. */
export interface MemberLine {
  readonly line: number
  readonly name: string
  readonly mobile: string
  readonly email: string
  readonly remark: string
  readonly cardNumber: string
  readonly product: string
  readonly fleet: string
  readonly balanceCents: number | null
  readonly invoiceTitle: string
  readonly taxId: string
}
export interface Wrong {
  readonly field: MemberImportField | null
  readonly reason: MemberImportReason
  /** What stands there, shortened. */
  readonly value: string
}
/** Of a line that is read from a file the ID number is still in clear. */
export type ReadLine = MemberLine & { readonly idNumber: string; readonly wrong?: Wrong }
interface FileRead {
  readonly lines: readonly ReadLine[]
  readonly ignored: readonly string[]
}

/** What may stand above the columns, which without titles stand in this order. */
const titles: Record<MemberImportField, readonly string[]> = {
  name: ['name', 'membername', 'fullname', '姓名', '会员', '会员姓名', '会员名称', '名称', '持卡人', '持卡人姓名'],
  mobile: ['mobile', 'phone', 'mobilenumber', 'mobilephone', 'phonenumber', '手机', '手机号', '手机号码', '电话', '联系电话'],
  email: ['email', 'emailaddress', 'mail', '邮箱', '电子邮箱', '电子邮件'],
  remark: ['remark', 'remarks', 'note', 'notes', '备注', '说明'],
  cardNumber: ['card', 'cardno', 'cardnumber', 'number', '卡号', '卡面号'],
  product: ['product', 'cardproduct', 'cardtype', '卡产品', '卡种', '卡类型'],
  fleet: ['fleet', 'fleetname', '车队', '车队名称', '单位', '单位名称', '单位会员'],
  balance: ['balance', 'openingbalance', 'openingamount', '余额', '期初余额', '卡余额'],
  idNumber: ['idnumber', 'idno', 'identitynumber', '身份证', '身份证号', '身份证号码', '证件号码'],
  invoiceTitle: ['invoicetitle', '发票抬头', '抬头', '开票抬头'],
  taxId: ['taxid', 'taxnumber', 'taxno', '税号', '纳税人识别号', '统一社会信用代码'],
}
export const memberImportFields = Object.keys(titles) as MemberImportField[]

const wholly = (reason: MemberImportReason): FileRead => ({
  lines: [{ ...nothing, wrong: { field: null, reason, value: '' } }],
  ignored: [],
})
const nothing: ReadLine = {
  line: 1,
  name: '',
  mobile: '',
  email: '',
  remark: '',
  cardNumber: '',
  product: '',
  fleet: '',
  balanceCents: null,
  invoiceTitle: '',
  taxId: '',
  idNumber: '',
}

/** The members of a file: csv, txt or xlsx, with or without titles. What stands against a line by itself is said with it. */
export async function readMembers(bytes: Uint8Array, isWorkbook: boolean): Promise<FileRead> {
  const rows = isWorkbook ? await rowsOfWorkbook(bytes, importLinesMost + 2) : rowsOf(bytes)
  if (!rows) return wholly('unreadable')
  const table = tableOf(rows, titles, ['mobile'])
  if (table.lines.length === 0) return wholly('empty')
  if (table.lines.length > importLinesMost) return wholly('tooMany')
  const seen: Seen = { members: new Map(), emails: new Map(), cards: new Set() }
  const lines: ReadLine[] = []
  for (const [turn, each] of table.lines.entries()) {
    // Others are answered in between.
    if (turn % 5_000 === 4_999) await nextTurn()
    lines.push(lineOf(each, column => table.cell(each.record, column), seen))
  }
  return { lines, ignored: table.ignored.slice(0, 20).map(shortened) }
}

function rowsOf(bytes: Uint8Array): TableLine[] | undefined {
  const text = textOf(bytes)
  return text === undefined ? undefined : rowsOfText(text)
}

const longest = { name: 60, email: 120, remark: 500, invoiceTitle: 100, taxId: 20, shown: 60 }
const shortened = (text: string) => text.slice(0, longest.shown).toWellFormed().replaceAll(new RegExp(invisible, 'g'), '')
const bareMobile = (text: string) => text.replaceAll(/[\s-]/g, '').replace(/^(\+|00)?86(?=1\d{10}$)/, '')

/** What every line of a member has to say alike. */
const saidOfMember = ['name', 'email', 'remark', 'invoiceTitle', 'taxId', 'idNumber'] as const
type SaidOfMember = (typeof saidOfMember)[number]

/** What earlier lines have said. */
interface Seen {
  /** By mobile. */
  readonly members: Map<string, Pick<ReadLine, SaidOfMember>>
  /** Whose an address is: a mobile. */
  readonly emails: Map<string, string>
  readonly cards: Set<string>
}

function lineOf({ line }: TableLine, cell: (column: MemberImportField) => string, seen: Seen): ReadLine {
  const cents = centsOf(cell('balance'))
  const said: ReadLine = {
    line,
    name: cell('name'),
    mobile: bareMobile(cell('mobile')),
    email: cell('email'),
    remark: cell('remark'),
    cardNumber: cell('cardNumber').replaceAll(/\s/g, ''),
    product: cell('product'),
    fleet: cell('fleet'),
    balanceCents: cents ?? null,
    invoiceTitle: cell('invoiceTitle'),
    taxId: cell('taxId').toUpperCase(),
    idNumber: cell('idNumber').replaceAll(/\s/g, '').toUpperCase(),
  }
  const found = wrongShape(said, cell, cents) ?? wrongAmong(said, seen)
  if (!found) return said
  const [field, reason] = found
  return { ...kept(said), wrong: { field, reason, value: field === 'idNumber' ? masked(said.idNumber) : shortened(cell(field)) } }
}

type Found = readonly [field: MemberImportField, reason: MemberImportReason]

/** What stands against a line whatever the others say. */
function wrongShape(said: ReadLine, cell: (column: MemberImportField) => string, cents: number | null | undefined): Found | undefined {
  const unseen = memberImportFields.find(field => invisible.test(cell(field)))
  if (unseen) return [unseen, 'invisible']
  if (said.mobile === '') return ['mobile', 'mobileMissing']
  if (!Mobile.safeParse(said.mobile).success) return ['mobile', 'mobile']
  if (said.name !== '' && !memberName.safeParse(said.name).success) return ['name', 'name']
  if (said.email !== '' && (said.email.length > longest.email || !isEmail(said.email))) return ['email', 'email']
  if (said.remark.length > longest.remark) return ['remark', 'remark']
  if (said.idNumber !== '' && !IdNumber.safeParse(said.idNumber).success) return ['idNumber', 'idNumber']
  if (said.invoiceTitle.length > longest.invoiceTitle) return ['invoiceTitle', 'invoiceTitle']
  if (said.taxId.length > longest.taxId) return ['taxId', 'taxId']
  if (said.cardNumber !== '' && !CardNumber.safeParse(said.cardNumber).success) return ['cardNumber', 'cardNumber']
  if (cents === undefined) return ['balance', 'balance']
  const needsCard = said.fleet !== '' || said.product !== '' || said.balanceCents !== null
  return said.cardNumber === '' && needsCard ? ['cardNumber', 'cardMissing'] : undefined
}
const memberName = Name(longest.name)

/** A member may have several lines, one for each card, that say the same of the member; a card has one. */
function wrongAmong(said: ReadLine, { members, emails, cards }: Seen): Found | undefined {
  const { mobile, email, cardNumber } = said
  const before = members.get(mobile)
  const differs = (field: SaidOfMember) => said[field] !== '' && before![field] !== '' && said[field] !== before![field]
  if (before && (cardNumber === '' || saidOfMember.some(differs))) return ['mobile', 'mobileTwice']
  const owner = email === '' ? mobile : (emails.get(email.toLowerCase()) ?? mobile)
  if (owner !== mobile) return ['email', 'emailTwice']
  if (cardNumber !== '' && cards.has(cardNumber)) return ['cardNumber', 'cardTwice']
  members.set(mobile, before ? together(before, said) : said)
  if (email !== '') emails.set(email.toLowerCase(), mobile)
  if (cardNumber !== '') cards.add(cardNumber)
  return undefined
}

const together = (before: Pick<ReadLine, SaidOfMember>, said: ReadLine) =>
  Object.fromEntries(saidOfMember.map(field => [field, before[field] || said[field]])) as Pick<ReadLine, SaidOfMember>

/** As a profile shows an ID number: the first six characters and the last four. */
const masked = (text: string) =>
  text.length < 12 ? '*'.repeat(text.length) : `${shortened(text).slice(0, 6)}****${shortened(text.slice(-4))}`

/** What a refused line is shown with. */
const kept = (said: ReadLine): ReadLine => ({
  ...said,
  name: shortened(said.name),
  mobile: shortened(said.mobile),
  email: shortened(said.email),
  remark: shortened(said.remark),
  cardNumber: shortened(said.cardNumber),
  product: shortened(said.product),
  fleet: shortened(said.fleet),
  invoiceTitle: shortened(said.invoiceTitle),
  taxId: shortened(said.taxId),
  idNumber: '',
})

/** An amount of at most two decimals: null where it is none or zero, undefined where it is no amount. */
function centsOf(text: string): number | null | undefined {
  const bare = text.replace(/^[¥￥]\s*/, '')
  if (bare === '') return null
  const [, whole = '', part = ''] = /^(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(?:\.(\d{1,2}))?$/.exec(bare) ?? []
  if (whole === '') return undefined
  return Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0')) || null
}
