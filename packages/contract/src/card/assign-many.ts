import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Against } from '../order/refund.ts'
import { CardNumber, Cents, Id, LongText } from '../units.ts'

/** So many sub cards are given to at once. */
export const assignMost = 10_000
const Amount = Cents.min(1).max(100_000_000_00)

const shares = {
  /** To whom, and how much. One that may not receive refuses all. */
  rows: z
    .array(z.strictObject({ toId: Id, amountCents: Amount }))
    .min(1)
    .max(assignMost)
    .optional(),
  /** So much to each sub card that is in use; those that are stopped are passed over. */
  eachCents: Amount.optional(),
}
type Shares = { readonly rows?: readonly { readonly toId: number }[] | undefined; readonly eachCents?: number | undefined }
const eitherOne = ({ rows, eachCents }: Shares) => (rows === undefined) !== (eachCents === undefined)
const eachOnce = ({ rows = [] }: Shares) => new Set(rows.map(({ toId }) => toId)).size === rows.length

/** 批量划拨: from a master card to many of its sub cards, in one act: all of it or nothing. @source decisions FL18, MEM-018 */
export const cardShares = {
  assign: endpoint('POST', '/userCards/:id/assignMany', {
    permission: 'card.assign',
    idempotent: true,
    body: z
      .strictObject({
        ...shares,
        /** All of it once more, from what the station's setting says is unusual on. */
        confirmAmountCents: Cents.optional(),
        remark: LongText(200).default(''),
      })
      .refine(eitherOne, { error: 'rowsOrEach', path: ['eachCents'] })
      .refine(eachOnce, { error: 'cardTwice', path: ['rows'] }),
    returns: z.object({ id: Id, count: z.int(), amountCents: Cents, passedOver: z.int(), valueCents: Cents }),
    summary: 'Allocates money of a master card to up to 10,000 of its sub cards, to all of them or to none',
  }),
  preview: endpoint('POST', '/userCards/:id/assignMany/preview', {
    permission: 'card.assign',
    body: z
      .strictObject(shares)
      .refine(eitherOne, { error: 'rowsOrEach', path: ['eachCents'] })
      .refine(eachOnce, { error: 'cardTwice', path: ['rows'] }),
    returns: z.object({
      /** The sum of those that would receive, how many they are, and what the master could give. */
      amountCents: Cents,
      count: z.int(),
      availableCents: Cents,
      refused: z.int(),
      /** In the order in which they were asked for; who may receive has neither code nor words. */
      rows: z.array(
        z.object({
          toId: Id,
          number: CardNumber.nullable(),
          name: z.string(),
          amountCents: Cents,
          code: z.string().nullable(),
          message: z.string().nullable(),
        }),
      ),
      /** What stands against all of it. */
      refusal: Against.nullable(),
    }),
    summary: 'Who would receive how much, who would be refused, and why; nothing is done',
  }),
}
