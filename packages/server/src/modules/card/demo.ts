import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { freeze } from './freeze.ts'

const frozenCents = 300_00

/** A customer's top-up was paid in by mistake twice: until that is settled, part of what the card holds is frozen. */
export const firstFreeze = ({ from, cards, within }: DemoStage): DemoAct[] => {
  const at = new Date(from.getTime() + 5 * 3_600_000)
  const run = async () => {
    const card = cards.find(({ kind, valueCents }) => kind === 'personal' && valueCents > frozenCents)
    if (!card) return
    await within(at, ctx => freeze(ctx, { userCardId: card.id, amountCents: frozenCents, ref: `demo:${card.number}` }))
    card.valueCents -= frozenCents
  }
  return [{ at, run }]
}
