import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoCard, DemoStage } from '../../platform/module.ts'
import type { Refusal } from '../../platform/execution/refusal.ts'
import { endHold, holdForUpdate, topUp, turnGray } from '../card/index.ts'
import { askAt } from './authorise.ts'

const minuteMs = 60_000
type End = 'pulled' | 'voided' | 'released'
interface Asking {
  readonly wantedCents: number
  readonly plate: string | undefined
  /** By the card to which a discount is bound. */
  readonly lowered?: boolean
}
/** How long ago, how much, and what became of it. Two are being fuelled, and the end of one is not known. */
const holds: readonly (readonly [minutes: number, wantedCents: number, plate: string | undefined, end?: End, lowered?: true])[] = [
  [27 * 60, 300_00, '沪A12345', 'released'],
  [5 * 60, 200_00, undefined, 'voided'],
  [4 * 60, 80_00, undefined, 'voided', true],
  [3 * 60, 250_00, '沪B67890', 'pulled'],
  [6, 300_00, '沪A2C468', undefined],
  [2, 200_00, undefined, undefined],
]
/** Paid in ahead by so many customers, and left alone by what is sold at random: the cards that pumps and tills ask here have money. */
const aside = { cards: 6, cents: 1_000_00 }

/** What pumps and tills have asked of cards before a fill. */
export const holdsOfDemo = (stage: DemoStage): DemoAct[] => {
  const { from, now, cards, stations, within } = stage
  const payers = cards.filter(({ kind }) => kind === 'personal').slice(0, aside.cards)
  const paidIn = new Date(from.getTime() + 5 * 3_600_000)
  const payIn = () =>
    within(paidIn, async ctx => {
      for (const { id: userCardId } of payers)
        await topUp(ctx, { userCardId, amountCents: aside.cents, from: { stationId: stations[0]!.id, payType: 'cash' } })
    })
  const asked = holds.flatMap(([minutes, wantedCents, plate, end, lowered = false], turn): DemoAct[] => {
    const at = new Date(now.getTime() - minutes * minuteMs)
    return at > paidIn ? [{ at, run: () => hold(stage, payers, turn, at, { wantedCents, plate, lowered }, end) }] : []
  })
  return [{ at: paidIn, run: payIn }, ...asked]
}

async function hold(
  { stations, within }: DemoStage,
  payers: readonly DemoCard[],
  turn: number,
  at: Date,
  { wantedCents, plate, lowered = false }: Asking,
  end: End | undefined,
): Promise<void> {
  const station = stations[0]
  if (!station) return
  const ask = (own: DemoCard | undefined) =>
    within(at, async ctx => {
      const nozzle = ctx.tx.selectFrom('nozzleControl').where('nozzleControl.stationId', '=', station.id)
      const { id, productId } = await nozzle
        .innerJoin('item', 'item.id', 'nozzleControl.itemId')
        .select(['nozzleControl.id', 'item.productId'])
        .orderBy('logicNo')
        .offset(turn % 4)
        .limit(1)
        .executeTakeFirstOrThrow()
      // The one whose end is not known was asked for without a nozzle: no later sale proves anything about it.
      const fuel = end === 'pulled' ? { productId: productId! } : { nozzleControlId: id }
      return askAt(ctx, station.id, { cardNumber: own?.number ?? (await loweredNumber(ctx)), ...fuel, wantedCents, plate })
    })
  let held: number | Refusal | undefined
  // A card that was stopped since, or may not pay this, is refused as in life; the next customer is asked.
  if (lowered) held = await ask(undefined)
  else for (let next = turn; next < turn + payers.length && typeof held !== 'number'; next++) held = await ask(payers[next % payers.length])
  if (typeof held !== 'number' || end === undefined) return
  const id = held
  await within(new Date(at.getTime() + (end === 'released' ? 30 : 4) * minuteMs), async ctx => {
    const row = await holdForUpdate(ctx, id)
    if (end === 'voided') return endHold(ctx, row, { status: 'voided' })
    await turnGray(ctx, row, end === 'released' ? 'timeout' : 'pulled')
    if (end === 'released') await endHold(ctx, row, { status: 'released', reason: '终端故障，现场确认未加油' })
  })
}

async function loweredNumber({ tx }: Ctx): Promise<string> {
  const bound = tx.selectFrom('userCard').where('discountId', 'is not', null).select('number').orderBy('id').limit(1)
  return (await bound.executeTakeFirstOrThrow()).number
}
