import { z } from 'zod'
import { FileRef } from '../file/attachment.ts'
import { endpoint, resource } from '../kit.ts'
import { CardNumber, Cents, Id, Instant, LocalDate, LongText, Ref } from '../units.ts'
import { CardFuelType } from './user-card.ts'

/** So many accounts are opened at once. */
export const batchMost = 10_000
/** Cards of these kinds are issued by the hundred: a member's, nobody's, a fleet's. 个人卡, 不记名卡, 单位副卡. */
export const batchKinds = ['personal', 'anonymous', 'sub'] as const
const Limit = Cents.min(1).max(100_000_000_00).nullable().default(null)

/** 开户中, 部分成功, 成功, 失败. */
export const CardBatchStatus = z.enum(['running', 'partial', 'success', 'fail'])
const batches = resource('cardBatches', {
  table: 'card_batch',
  scope: 'company',
  permission: 'card.batch',
  body: z.object({}),
  read: {
    /** The file that lists them; empty where they are a range of numbers. */
    fileName: z.string(),
    /** The first of the range, or of the file. */
    first: z.string(),
    kind: z.enum(batchKinds),
    cardId: Ref('cards'),
    status: CardBatchStatus,
    total: z.int(),
    issued: z.int(),
    refused: z.int(),
    userId: Ref('users'),
    createdDate: Instant,
    finishedDate: Instant.nullable(),
  },
  label: ['first'],
  versioned: false,
  sort: 'createdDate,desc',
  acts: ['list', 'get'],
})

export const cardBatches = {
  ...batches,
  /** 批量开户: a range of numbers, or the lines of a file, each with its number and, for personal cards, its holder. @source decisions CD10 */
  begin: endpoint('POST', '/userCards/batch', {
    permission: 'card.batch.write',
    idempotent: true,
    body: z
      .strictObject({
        kind: z.enum(batchKinds).default('anonymous'),
        cardId: Ref('cards'),
        /** Of sub cards: the master that they get their money from. */
        parentId: Ref('userCards').nullable().default(null),
        /** The first number of a range; the next ones count its last digits up. */
        first: CardNumber.optional(),
        count: z.int().min(1).max(batchMost).optional(),
        attachmentId: FileRef('cardBatch').optional(),
        /** The documents of the holders were seen. @source decisions CD16 */
        identityChecked: z.boolean().default(false),
        /** They are issued one by one on the reader, each with the chip of its number. */
        awaitsChip: z.boolean().default(false),
        fuelType: CardFuelType.default('general'),
        validUntil: LocalDate.nullable().default(null),
        passwordFromCents: Cents.min(0).max(100_000_000_00).nullable().default(null),
        paymentCentsMax: Limit,
        dayCentsMax: Limit,
        remark: LongText(500).default(''),
      })
      .refine(({ first, attachmentId }) => (first === undefined) !== (attachmentId === undefined), {
        error: 'rangeOrFile',
        path: ['first'],
      })
      .refine(({ first, count }) => (first === undefined) === (count === undefined), { error: 'rangeOrFile', path: ['count'] }),
    returns: z.object({ id: Id }),
    summary: 'Opens up to 10,000 accounts in the background, each answered for itself',
  }),
}

/** What became of a row. 待处理, 已开户, 已拒绝. */
export const CardBatchOutcome = z.enum(['waiting', 'issued', 'refused'])
/** Why no account was opened for a row. */
export const CardBatchReason = z.enum([
  'number',
  'numberTwice',
  'numberTaken',
  'holderMissing',
  'holderForbidden',
  'mobile',
  'mobileOfStaff',
  'memberDisabled',
])
export type CardBatchReason = z.output<typeof CardBatchReason>
export const cardBatchRows = resource('cardBatchRows', {
  table: 'card_batch_row',
  scope: 'company',
  permission: 'card.batch',
  body: z.object({}),
  read: {
    cardBatchId: Ref('cardBatches'),
    /** Its place in the range, or its line in the file. */
    line: z.int(),
    number: z.string(),
    holderName: z.string(),
    holderMobile: z.string(),
    outcome: CardBatchOutcome,
    reason: CardBatchReason.nullable(),
    userCardId: Ref('userCards').nullable(),
  },
  versioned: false,
  sort: 'line,asc',
  acts: ['list'],
})
