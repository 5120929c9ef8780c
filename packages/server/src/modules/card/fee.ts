import type { Ctx } from '../../platform/execution/command.ts'
import { book, purseOf, type Account, type Entry } from '../ledger/index.ts'
import { cardForUpdate, netOf } from './card.ts'
import { recordMovement } from './movement.ts'

interface Fee {
  readonly userCardId: number
  readonly amountCents: number
  readonly kind: string
  readonly ref: string
  readonly to: Account
  /** What it is for, in the words of the agreement. */
  readonly remark: string
}

/**
 * Takes a fee from the principal of a card. By which agreement is kept with the fee, and proven there, by the module that asks for it.
 * @throws notFound, card.notIssued, card.returned, ledger.insufficientFunds @source decisions FL18
 */
export async function takeFee(ctx: Ctx, { userCardId, amountCents, kind, ref, to, remark }: Fee): Promise<Entry> {
  const locked = await cardForUpdate(ctx, userCardId)
  const { companyId } = locked.card
  const entry = await book(ctx, { kind, ref, companyId, moves: [{ source: purseOf('principal', userCardId), target: to, amountCents }] })
  await recordMovement(ctx, locked.card, entry, {
    type: 'adjust',
    principalCents: -amountCents,
    giftCents: 0,
    debtCents: 0,
    balanceAfterCents: netOf(locked) - amountCents,
    stationId: null,
    remark,
  })
  return entry
}
