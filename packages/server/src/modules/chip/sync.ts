import { cardLife, userCards, type CardPayload, type CardRecord, type Parsed } from '@forecourt/contract'
import { z } from 'zod'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { longTask } from '../../platform/jobs/task.ts'
import { getOf } from '../../platform/search/list.ts'
import { askToWrite, cardForUpdate, endToWrite, markToWrite } from '../card/index.ts'
import { cardKeyOf } from '../org/index.ts'
import { chipsOf, isReserved, keepChip, type Chip } from './chip.ts'
import { differences, payloadOf } from './payload.ts'

type Body = Parsed<typeof cardLife.sync>['body']

/**
 * Writes the chip of a card once more (同步), in two steps as an issue does; where it is not on a reader it is marked. Limits and stops hold
 * on the server and need none. Each step may be said again.
 * @throws notFound, card.notIssued, card.returned, card.noChip, card.otherChip, cardInfo.differs, cardInfo.notGenuine
 * @source decisions CD30
 */
export const sync = handle(cardLife.sync, async (ctx, { id, body }) => {
  const { card } = await cardForUpdate(ctx, id)
  const { number, companyId } = card
  const chip = (await chipsOf(ctx, id)).find(each => !isReserved(each)) ?? refuse('card.noChip', { number })
  refuseOther(chip, body, number)
  if (!body.readBack) {
    await askToWrite(ctx, card)
    return answer(ctx, id, body.uuid === undefined ? null : await payloadOf(ctx, chip, card))
  }
  const done = await confirm(ctx, chip, card, body.readBack)
  if (done) {
    await endToWrite(ctx, id)
    ctx.audit('card.sync', `userCards:${id}`, { number, keyVersion: body.readBack.keyVersion }, companyId)
    ctx.emit('card.synced', { userCardId: id, number }, { companyId })
  }
  return answer(ctx, id, null)
})

/** @throws card.otherChip */
function refuseOther(chip: Chip, { uuid, supplier }: Body, number: string): void {
  if (uuid !== undefined && (chip.uuid !== uuid || chip.supplier !== supplier)) refuse('card.otherChip', { number })
}

/**
 * What stands on the chip is what the server would write now. What was changed in the meantime is written once more.
 * @returns false where it was confirmed before @throws cardInfo.differs, cardInfo.notGenuine
 */
async function confirm(ctx: Ctx, chip: Chip, card: Parameters<typeof payloadOf>[2] & { toWrite: boolean }, readBack: CardRecord) {
  const wrong = differences(await payloadOf(ctx, chip, card), readBack)
  if (wrong.length === 1 && wrong[0] === 'mac') refuse('cardInfo.notGenuine')
  if (wrong.length > 0) refuse('cardInfo.differs', { fields: wrong })
  if (!card.toWrite && chip.keyVersion === readBack.keyVersion) return false
  await keepChip(ctx, chip, { keyVersion: readBack.keyVersion }, 'sync', chip.number)
  return true
}

const answer = async (ctx: Ctx, id: number, payload: CardPayload | null): Promise<never> => {
  return { ...(await getOf(ctx.tx, userCards, id, [], ctx.scope)), payload } as never
}

/** So many cards are marked in one transaction, so that no payment waits long for any of them. */
const portion = 1_000

/** Marks every card that bears another key than the one in force. Said once more it finds those that are left. */
export const rekeyTask = longTask('chip.rekey', z.object({}), async ({ within, signal, companyId }) => {
  for (let after: number | undefined = 0; after !== undefined && !signal?.aborted; ) {
    const from: number = after
    after = await within(async ctx => {
      const { version = 0 } = (await cardKeyOf(ctx, companyId)) ?? {}
      const chips = await ctx.tx
        .selectFrom('cardInfo')
        .where('id', '>', from)
        .where('issueTime', 'is not', null)
        .where('supplier', '<>', 0)
        .where(of => of.or([of('keyVersion', 'is', null), of('keyVersion', '<>', version)]))
        .select(['id', 'userCardId'])
        .orderBy('id')
        .limit(portion)
        .execute()
      await markToWrite(
        ctx,
        chips.map(({ userCardId }) => userCardId!),
      )
      return chips.at(-1)?.id
    })
  }
  // The server ends: the job is not done, and comes again.
  signal?.throwIfAborted()
})
