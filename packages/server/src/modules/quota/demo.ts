import { allocationPlans, type Parsed } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoCard, DemoStage } from '../../platform/module.ts'
import { nextTurn } from './calendar.ts'
import type { Outcome } from './outcome.ts'
import { addPlan, pausePlan } from './plans.ts'
import { runDue } from './run.ts'

type Terms = Parsed<typeof allocationPlans.add>['body']

const weekly: Terms = {
  name: '司机周定额 Drivers, weekly',
  period: 'week',
  weekday: 'monday',
  monthDay: 1,
  hour: 6,
  mode: 'fillUpTo',
  amountCents: 120_00,
  lines: [],
  leftover: 'stays',
}
const holidays: Terms = {
  ...weekly,
  name: '节假日加班 Holiday shifts',
  period: 'day',
  mode: 'add',
  amountCents: 30_00,
  leftover: 'goesBack',
}

/** The fleet whose leader signs in. */
const ledFleet = async ({ tx }: Ctx): Promise<number | undefined> =>
  (await tx.selectFrom('fleet').where('userId', 'is not', null).select('id').orderBy('id').limit(1).executeTakeFirst())?.id

/** The drivers of the fleet have had their quota each Monday; the one of the last holidays is paused. */
export const quotasOfDemo = ({ zone, from, now, cards, within }: DemoStage): DemoAct[] => {
  const begins = new Date(from.getTime() + 9 * 3_600_000)
  let planId: number | undefined
  const begin = () =>
    within(begins, async ctx => {
      const fleetId = await ledFleet(ctx)
      if (fleetId === undefined) return
      planId = await addPlan(ctx, fleetId, weekly)
      await pausePlan(ctx, await addPlan(ctx, fleetId, holidays))
    })
  const run = async (at: Date) => {
    const id = planId
    if (id !== undefined) await within(at, async ctx => note(cards, await runDue(ctx, id)))
  }
  const acts: DemoAct[] = [{ at: begins, run: begin }]
  for (let { at } = nextTurn(weekly, zone, begins, () => false); at < now; { at } = nextTurn(weekly, zone, at, () => false)) {
    const due = at
    acts.push({ at: due, run: () => run(due) })
  }
  return acts
}

/** What the demo knows of the cards follows what the plan did. */
function note(cards: readonly DemoCard[], outcome: Outcome | undefined): void {
  const known = (id: number | undefined) => cards.find(card => card.id === id)
  const master = known(outcome?.master?.card.id)
  for (const { userCardId, givenCents, backCents } of outcome?.shares ?? []) {
    const sub = known(userCardId)
    if (sub) sub.valueCents += givenCents - backCents
    if (master) master.valueCents -= givenCents - backCents
  }
}
