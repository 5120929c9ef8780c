import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoCard, DemoStage } from '../../platform/module.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { endHold, holdForUpdate, turnGray } from '../card/index.ts'
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
const marginCents = 400_00

/** What pumps and tills have asked of cards before a fill. */
export const holdsOfDemo = (stage: DemoStage): DemoAct[] => {
  const used = new Set<DemoCard>()
  return holds.flatMap(([minutes, wantedCents, plate, end, lowered = false]): DemoAct[] => {
    const at = new Date(stage.now.getTime() - minutes * minuteMs)
    if (at <= stage.from) return []
    return [{ at, run: () => hold(stage, used, at, { wantedCents, plate, lowered }, end) }]
  })
}

async function hold(
  { cards, stations, within }: DemoStage,
  used: Set<DemoCard>,
  at: Date,
  { wantedCents, plate, lowered = false }: Asking,
  end: End | undefined,
): Promise<void> {
  const own = cards.find(one => one.kind === 'personal' && !used.has(one) && one.valueCents > wantedCents + marginCents)
  const station = stations[0]
  if (!own || !station) return
  if (!lowered) used.add(own)
  const held = await within(at, async ctx => {
    const nozzle = ctx.tx.selectFrom('nozzleControl').where('nozzleControl.stationId', '=', station.id)
    const { id, productId } = await nozzle
      .innerJoin('item', 'item.id', 'nozzleControl.itemId')
      .select(['nozzleControl.id', 'item.productId'])
      .orderBy('logicNo')
      .offset(used.size)
      .limit(1)
      .executeTakeFirstOrThrow()
    // The one whose end is not known was asked for without a nozzle: no later sale proves anything about it.
    const fuel = end === 'pulled' ? { productId: productId! } : { nozzleControlId: id }
    return askAt(ctx, station.id, { cardNumber: lowered ? await loweredNumber(ctx) : own.number, ...fuel, wantedCents, plate })
  })
  if (held instanceof Refusal) return
  if (end === undefined || end === 'pulled') own.valueCents -= wantedCents
  if (end === undefined) return
  await within(new Date(at.getTime() + (end === 'released' ? 30 : 4) * minuteMs), async ctx => {
    const row = await holdForUpdate(ctx, held)
    if (end === 'voided') return endHold(ctx, row, { status: 'voided' })
    await turnGray(ctx, row, end === 'released' ? 'timeout' : 'pulled')
    if (end === 'released') await endHold(ctx, row, { status: 'released', reason: '终端故障，现场确认未加油' })
  })
}

async function loweredNumber({ tx }: Ctx): Promise<string> {
  const bound = tx.selectFrom('userCard').where('discountId', 'is not', null).select('number').orderBy('id').limit(1)
  return (await bound.executeTakeFirstOrThrow()).number
}
