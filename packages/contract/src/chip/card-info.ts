import { z } from 'zod'
import { FileRef } from '../file/attachment.ts'
import { endpoint, GetQuery, resource } from '../kit.ts'
import { CardPayload, CardRecord, ChipUuid, SupplierCode } from '../reader/card-payload.ts'
import { ChipType, IssueType, issueTypes } from '../reader/chip-types.ts'
import { CardNumber, Id, Instant, LongText, Name, Ref, Text } from '../units.ts'

/**
 * Where a chip is on its way: 已导入, 已制卡, 库存, 发卡中, 已发卡, 专用卡 (never a customer's), 已作废. It follows from the other fields.
 * @source decisions CD7, CD8
 */
export const ChipState = z.enum(['imported', 'prepared', 'stock', 'reserved', 'issued', 'special', 'scrapped'])
export type ChipState = z.output<typeof ChipState>
/** 正常, 作废. */
export const ChipStatus = z.enum(['normal', 'disable'])

const shown = resource('cardInfos', {
  table: 'card_info_state',
  scope: 'company',
  /** Chips that no company has been given yet are listed to those who prepare them. @source decisions CD5 */
  unassigned: 'chip.unassigned',
  permission: 'chip',
  body: z.object({}),
  read: {
    /** Printed on the card, and the number of its account. */
    number: CardNumber,
    /** The chip's own; of supplier 0 whatever was written down for it. */
    uuid: z.string(),
    supplier: SupplierCode,
    cardType: ChipType,
    issueType: IssueType,
    /** The maker's own serial. */
    code: z.string(),
    status: ChipStatus,
    state: ChipState,
    companyId: Ref('companies').nullable(),
    userCardId: Ref('userCards').nullable(),
    productionTime: Instant.nullable(),
    issueTime: Instant.nullable(),
    /** Until when an issue that was begun may be finished. */
    reservedUntil: Instant.nullable(),
    /** The version of the company's key that it was last written with; 0 without one. */
    keyVersion: z.int().nullable(),
    /** Who has a card that is no customer's. */
    handedTo: z.string(),
    createdDate: Instant,
  },
  label: ['number', 'uuid'],
  tails: ['number'],
  counts: { table: 'card_info_count', by: ['state', 'status', 'cardType', 'issueType', 'supplier'] },
  sort: 'createdDate,desc',
  acts: ['list', 'get'],
})

/** A chip, and what is to be written to it where an issue has begun. */
const Answer = shown.row.extend({ payload: CardPayload.nullable() })
const acted = { permission: 'chip.write', idempotent: true, rows: true } as const
const why = z.strictObject({ remark: LongText(200).default('') })

/** What has happened to a chip, in turn. */
export const ChipAct = z.enum([
  'import',
  'prepare',
  'unprepare',
  'stock',
  'reserve',
  'release',
  'issue',
  'sync',
  'return',
  'scrap',
  'handOver',
  'handBack',
])
export type ChipAct = z.output<typeof ChipAct>
const ChipLife = z.object({
  content: z.array(z.object({ at: Instant, act: ChipAct, by: z.string().nullable(), detail: z.string() })),
})

/** 卡片: the plastic with its chip. The account is a `userCard`. */
export const cardInfos = {
  ...shown,
  /** By its own number, as it lies on the reader, or by the number that is printed on it. @source requirements CRD-060, CRD-061 */
  lookUp: endpoint('GET', '/cardInfos/uuid', {
    permission: 'chip.read',
    query: z
      .strictObject({
        uuid: ChipUuid.optional(),
        number: CardNumber.optional(),
        supplier: z.coerce.number().pipe(SupplierCode),
        companyId: z.coerce.number().int().positive().optional(),
        ...GetQuery.shape,
      })
      .refine(({ uuid, number }) => (uuid === undefined) !== (number === undefined), { error: 'chipUuid', path: ['uuid'] }),
    writes: true,
    returns: shown.row,
    rows: true,
    summary: 'Finds a chip by the number a reader reads, or by the one printed on it',
  }),
  /**
   * One step of its way: `issueType` 9 prepares a blank chip, takes a prepared one into the stock of a company, or gives a reservation up;
   * 8 undoes a preparation; 10 reserves it for an account, and answers what is to be written. @source decisions CD7, CD9
   */
  set: endpoint('PUT', '/cardInfos/:id', {
    ...acted,
    body: z
      .strictObject({
        issueType: z.literal([issueTypes.blankUser, issueTypes.factoryUser, issueTypes.stationUser]),
        /** Whose it becomes; null leaves it to nobody. */
        companyId: Ref('companies').nullable().optional(),
        /** The account that it is for. */
        userCardId: Ref('userCards').optional(),
        /** Which maker and type the clerk expects; any other is refused. */
        supplier: SupplierCode.optional(),
        cardType: ChipType.optional(),
      })
      .refine(({ issueType, userCardId }) => issueType !== issueTypes.stationUser || userCardId !== undefined, {
        error: 'cardNumberOrId',
        path: ['userCardId'],
      }),
    returns: Answer,
    summary: 'Prepares a chip, takes it into stock, reserves it for an account, or gives the reservation up',
  }),
  /**
   * What was read back from a reserved chip: if it is what was to be written, the account is issued. A chip that is not known yet becomes
   * one of the own company, prepared. @source requirement CRD-059; decisions CD9, CD29
   */
  save: endpoint('POST', '/cardInfos', {
    ...acted,
    body: z.strictObject({
      uuid: ChipUuid,
      supplier: SupplierCode,
      number: CardNumber.optional(),
      cardType: ChipType.optional(),
      readBack: CardRecord.optional(),
    }),
    query: GetQuery,
    returns: Answer,
    summary: 'Confirms what stands on a reserved chip and issues its account, or adds a chip that is not known yet',
  }),
  /** Whether what was read from a chip is what this company wrote: its MAC says so. @throws cardInfo.notGenuine */
  verify: endpoint('POST', '/cardInfos/:id/verify', {
    permission: 'chip.read',
    reads: true,
    body: z.strictObject({ record: CardRecord }),
    returns: z.object({
      /** `unsigned` where the company has no key, or had none when it was written. */
      signature: z.enum(['genuine', 'unsigned']),
      keyVersion: z.int(),
      /** Whether it was written with the key that is in force now. */
      current: z.boolean(),
    }),
    summary: 'Checks the signature of what was read from a chip',
  }),
  /** How far the cards of a company have been written anew since its key was changed. */
  keyUse: endpoint('GET', '/companies/:id/cardKeyUse', {
    permission: 'org.cardKey.write',
    returns: z.object({ version: z.int(), current: z.int(), older: z.int() }),
    summary: 'How many issued cards were written with the key in force, and how many with an older one or none',
  }),
  life: endpoint('GET', '/cardInfos/:id/life', {
    permission: 'chip.read',
    returns: ChipLife,
    summary: 'What has happened to a chip, in turn',
  }),
  scrap: endpoint('POST', '/cardInfos/:id/scrap', { ...acted, body: why, returns: Answer, summary: 'Scraps a chip for good' }),
  handOver: endpoint('POST', '/cardInfos/:id/handOver', {
    ...acted,
    permission: 'chip.import',
    body: z.strictObject({ to: Name(60), remark: LongText(200).default('') }),
    returns: Answer,
    summary: 'Notes who is given a card that is no customer’s, such as a mother card',
  }),
  handBack: endpoint('POST', '/cardInfos/:id/handBack', {
    ...acted,
    permission: 'chip.import',
    body: why,
    returns: Answer,
    summary: 'Notes that such a card came back',
  }),
}

/** Who makes the plastic. 0 is unknown. @source requirement CRD-009 */
export const cardSuppliers = {
  list: endpoint('GET', '/cardSuppliers', {
    permission: 'chip.read',
    returns: z.object({ content: z.array(z.object({ code: SupplierCode, name: z.string() })) }),
    summary: 'The makers of cards',
  }),
  save: endpoint('POST', '/cardSuppliers', {
    permission: 'chip.import',
    body: z.strictObject({ code: SupplierCode.min(1), name: Name(40) }),
    returns: z.object({ code: SupplierCode, name: Text(40) }),
    summary: 'Adds a maker of cards, or renames one',
  }),
}

/** The batch that a file was read as. 导入中, 部分成功, 成功, 失败. @source requirement CRD-070 */
export const CardImportStatus = z.enum(['importing', 'partial', 'success', 'fail'])
const batches = resource('cardImports', {
  table: 'card_import',
  scope: 'company',
  permission: 'chip.batch',
  body: z.object({}),
  read: {
    fileName: z.string(),
    supplier: SupplierCode,
    cardType: ChipType,
    status: CardImportStatus,
    /** Lines of the file with a chip; those that were new, were there already, and are wrong. */
    total: z.int(),
    added: z.int(),
    known: z.int(),
    wrong: z.int(),
    userId: Ref('users'),
    createdDate: Instant,
    finishedDate: Instant.nullable(),
  },
  label: ['fileName'],
  versioned: false,
  sort: 'createdDate,desc',
  acts: ['list', 'get'],
})
export const cardImports = {
  ...batches,
  /** @source requirement CRD-049 */
  begin: endpoint('POST', '/cardInfos/import', {
    permission: 'chip.import',
    body: z.strictObject({ attachmentId: FileRef('cardImport'), supplier: SupplierCode, cardType: ChipType }),
    returns: z.object({ id: Id }),
    summary: 'Has the chips of a file added in the background',
  }),
}

/** Why a line of a file is no chip. */
export const CardImportReason = z.enum([
  'notText',
  'empty',
  'columns',
  'uuid',
  'number',
  'code',
  'issueType',
  'uuidTwice',
  'numberTwice',
  'uuidTaken',
  'numberTaken',
])
export type CardImportReason = z.output<typeof CardImportReason>
export const cardImportProblems = resource('cardImportProblems', {
  table: 'card_import_problem',
  scope: 'company',
  permission: 'chip.batch',
  body: z.object({}),
  read: { cardImportId: Ref('cardImports'), line: z.int(), reason: CardImportReason, value: z.string() },
  versioned: false,
  sort: 'line,asc',
  acts: ['list'],
})
