import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Id, LocalDate, Ref, Text } from '../units.ts'
import { LossReason } from './user-card.ts'

/** So many cards are chosen at once. */
export const massMost = 1_000
/** 挂失, 解挂, 停用, 启用, 延期, 同步, 限额方案: where one input suits all of them. What asks for an amount is done one by one. */
export const MassAct = z.enum(['loss', 'unhook', 'disable', 'enable', 'extend', 'sync', 'limits'])
export type MassAct = z.output<typeof MassAct>

/** Each card is answered for itself: what is refused of one leaves the others done. @source decisions CD31 */
export const massCards = endpoint('POST', '/userCards/acts', {
  permission: 'card.many',
  idempotent: true,
  body: z
    .strictObject({
      act: MassAct,
      ids: z.array(Id).min(1).max(massMost),
      /** Of a loss. */
      reason: LossReason.optional(),
      /** Of an extension: the new last day; without end when null. */
      validUntil: LocalDate.nullable().optional(),
      /** The limits that they are to share; none when null. */
      limitProfileId: Ref('cardLimitProfiles').nullable().optional(),
      remark: Text(200).default(''),
    })
    .refine(({ ids }) => new Set(ids).size === ids.length, { error: 'cardTwice', path: ['ids'] })
    .refine(({ act, validUntil }) => (act === 'extend') === (validUntil !== undefined), { error: 'massInput', path: ['validUntil'] })
    .refine(({ act, limitProfileId }) => (act === 'limits') === (limitProfileId !== undefined), {
      error: 'massInput',
      path: ['limitProfileId'],
    })
    .refine(({ act, remark }) => act !== 'extend' || remark !== '', { error: 'massInput', path: ['remark'] }),
  returns: z.object({
    done: z.int(),
    refused: z.int(),
    /** In the order in which they were asked for; of what was done neither code nor words. */
    rows: z.array(z.object({ id: Id, number: z.string().nullable(), code: z.string().nullable(), message: z.string().nullable() })),
  }),
  summary: 'Does one act to up to 1,000 cards, each answered for itself',
})
