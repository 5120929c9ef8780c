import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { cardForUpdate, type LockedCard } from '../card/index.ts'
import { keepLevel } from './level.ts'
import { tellWaiting } from './tell.ts'

/** Two members and the leader of a fleet have set levels; the balances of one member and of the fleet are below. */
export const noticesOfDemo = ({ companyId, now, cards, within }: DemoStage): DemoAct[] => {
  const run = () =>
    within(now, async ctx => {
      const [low, high] = cards.filter(({ kind, valueCents }) => kind === 'personal' && valueCents >= 200_00)
      const master = await ledMaster(ctx)
      if (low) await setBeside(ctx, low.id, 100_00)
      if (high) await setBeside(ctx, high.id, -100_00)
      if (master !== undefined) await setBeside(ctx, master, 100_00)
      await tellWaiting(ctx, companyId)
    })
  return [{ at: now, run }]
}

/** A whole hundred above the balance of a card, or below it. */
async function setBeside(ctx: Ctx, id: number, by: 100_00 | -100_00): Promise<void> {
  const locked: LockedCard = await cardForUpdate(ctx, id)
  const hundreds = Math.floor((locked.principalCents + locked.giftCents + by) / 100_00)
  await keepLevel(ctx, locked.card, { version: 0, levelCents: Math.max(1, hundreds) * 100_00, language: 'zh' })
}

/** The master card of the fleet whose leader signs in. */
async function ledMaster({ tx }: Ctx): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select card.id from ${scoped(tx, 'user_card')} card join ${scoped(tx, 'fleet')} fleet on fleet.id = card.group_id
    where card.kind = 'master' and card.closed_time is null and card.issue_time is not null and fleet.user_id is not null
    order by fleet.id, card.id limit 1`.execute(tx)
  return rows[0]?.id
}
