import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { FileRef } from '../file/attachment.ts'
import { endpoint, resource } from '../kit.ts'
import { actsBy } from '../status-acts.ts'
import { Cents, Id, Instant, Ref } from '../units.ts'

/** So many lines are taken at once. */
export const importLinesMost = 100_000

/** 检查中, 待确认, 导入中, 部分成功, 成功, 失败. */
export const MemberImportStatus = z.enum(['checking', 'checked', 'importing', 'partial', 'success', 'fail'])

/** What a line may say, in the order of a file without titles. */
export const MemberImportField = z.enum([
  'name',
  'mobile',
  'email',
  'remark',
  'cardNumber',
  'product',
  'fleet',
  'balance',
  'idNumber',
  'invoiceTitle',
  'taxId',
])
export type MemberImportField = z.output<typeof MemberImportField>

const imports = resource('memberImports', {
  table: 'member_import',
  scope: 'company',
  permission: 'member.import',
  body: z.object({}),
  read: {
    fileName: z.string(),
    status: MemberImportStatus,
    /** The product of new cards where a line names none. */
    cardId: Ref('cards').nullable(),
    /** Lines of the file: those that bring a member or a card, change a member, say what is known, and are refused. */
    total: z.int(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    /** What they come to: members and cards that are new, and what those cards hold from the start. */
    members: z.int(),
    cards: z.int(),
    balanceCents: Cents,
    /** Up to which line of the file it is brought in. */
    doneLine: z.int(),
    /** Titles of columns that are not known, and so are not read. */
    ignored: z.string(),
    userId: Ref('users'),
    createdDate: Instant,
    finishedDate: Instant.nullable(),
  },
  unsearchable: ['doneLine', 'ignored'],
  label: ['fileName'],
  versioned: false,
  sort: 'createdDate,desc',
  acts: ['list', 'get'],
})

export const memberImports = {
  ...imports,
  /** 导入会员, first half: every line is answered, and nothing else is written. */
  check: endpoint('POST', '/users/import', {
    permission: 'member.import.write',
    body: z.strictObject({ attachmentId: FileRef('memberImport'), cardId: Ref('cards').nullable().default(null) }),
    returns: z.object({ id: Id }),
    summary: 'Has a file of members checked in the background: each line is answered, and no member or card is written',
  }),
  /** The second half. Opening balances are money that nobody paid in here: the user answers for them by PIN. */
  apply: endpoint('POST', '/memberImports/:id/apply', {
    permission: 'member.import.write',
    body: z.strictObject({
      /** The documents of the holders were seen. @source decisions CD16 */
      identityChecked: z.boolean().default(false),
      pinProof: PinProof.optional(),
    }),
    returns: z.object({ id: Id }),
    summary: 'Brings in the lines that were checked, in the background; asks for a PIN where they have opening balances',
  }),
}

export const memberImportActs = actsBy('memberImports.status', MemberImportStatus, {
  apply: { call: memberImports.apply, in: ['checked'] },
})

/** What a line does. 新增, 变更, 无变化, 已拒绝. */
export const MemberImportOutcome = z.enum(['added', 'changed', 'unchanged', 'refused'])
/** Why a line, or the whole file, is not taken. */
export const MemberImportReason = z.enum([
  'unreadable',
  'empty',
  'tooMany',
  'invisible',
  'nameMissing',
  'name',
  'mobileMissing',
  'mobile',
  'mobileTwice',
  'mobileOfStaff',
  'memberDisabled',
  'email',
  'emailTwice',
  'emailTaken',
  'memberSignsIn',
  'remark',
  'idNumber',
  'invoiceTitle',
  'taxId',
  'cardNumber',
  'cardMissing',
  'cardTwice',
  'cardTaken',
  'productMissing',
  'productUnknown',
  'fleetUnknown',
  'fleetWithoutMaster',
  'balance',
  'balanceOfPoints',
  'balanceShared',
  'balanceOfKnown',
  'balanceTooLarge',
])
export type MemberImportReason = z.output<typeof MemberImportReason>

export const memberImportRows = resource('memberImportRows', {
  table: 'member_import_row',
  scope: 'company',
  permission: 'member.import',
  body: z.object({}),
  read: {
    memberImportId: Ref('memberImports'),
    /** Its line in the file. */
    line: z.int(),
    name: z.string(),
    mobile: z.string(),
    email: z.string(),
    remark: z.string(),
    cardNumber: z.string(),
    product: z.string(),
    fleet: z.string(),
    balanceCents: Cents.nullable(),
    invoiceTitle: z.string(),
    taxId: z.string(),
    /** The ID number itself is kept sealed. */
    idNumberMask: z.string().nullable(),
    outcome: MemberImportOutcome,
    /** The column that it is refused for, why, and what stands there. */
    field: MemberImportField.nullable(),
    reason: MemberImportReason.nullable(),
    value: z.string(),
  },
  versioned: false,
  sort: 'line,asc',
  acts: ['list'],
})
