import { cardLimitProfiles, userCards, type CardRangeOfUse } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { createRow, updateRow } from '../../platform/execution/crud.ts'
import type { DemoAct, DemoCard, DemoStage } from '../../platform/module.ts'

const workingDays = [1, 2, 3, 4, 5]
interface Shared {
  readonly name: string
  readonly rangeOfUse: CardRangeOfUse
  /** So many cards have it. */
  readonly cards: number
}

async function profilesOf({ tx }: Ctx, companyId: number): Promise<Shared[]> {
  const rows = await tx.selectFrom('product').where('companyId', '=', companyId).select(['id', 'classification']).orderBy('id').execute()
  const of = (kind: string) => rows.flatMap(({ id, classification }) => (classification === kind ? [id] : [])) as never
  return [
    {
      name: '出租车 Taxis',
      rangeOfUse: { productIds: of('gasoline'), dayCentsMax: 300_00, dayFillsMax: 2 },
      cards: 3,
    },
    {
      name: '公务车 Office cars',
      rangeOfUse: {
        weekdays: workingDays,
        hours: [{ from: '07:00', until: '20:00' }],
        timeBreach: 'alert',
        fillClMax: 45_00,
        fillBreach: 'alert',
        monthCentsMax: 2_000_00,
      },
      cards: 3,
    },
    {
      name: '物流车 Lorries',
      rangeOfUse: {
        productIds: of('diesel'),
        productBreach: 'alert',
        dayClMax: 200_00,
        plates: ['沪A10234', '沪A10235'],
        plateBreach: 'alert',
      },
      cards: 2,
    },
  ]
}

/** Limits that some customers agreed on: what is beyond them is refused at the counter, or raised where it was delivered at the pump. */
export const limitsOfDemo = ({ companyId, from, cards, within }: DemoStage): DemoAct[] => {
  const at = new Date(from.getTime() + 6 * 3_600_000)
  const limited = cards.filter(({ kind }) => kind === 'personal').toReversed()
  const run = () =>
    within(at, async ctx => {
      let next = 0
      for (const { name, rangeOfUse, cards: many } of await profilesOf(ctx, companyId)) {
        const limitProfileId = await createRow(ctx, cardLimitProfiles, { name, rangeOfUse })
        for (const card of limited.slice(next, next + many)) await limit(ctx, card, { limitProfileId })
        next += many
      }
      const [first] = limited
      if (first) await limit(ctx, first, { rangeOfUse: { fillCentsMax: 200_00 } })
    })
  return limited.length > 20 ? [{ at, run }] : []
}

async function limit(ctx: Ctx, { id }: DemoCard, limits: { limitProfileId?: number; rangeOfUse?: CardRangeOfUse }): Promise<void> {
  const { version } = await ctx.tx.selectFrom('userCard').where('id', '=', id).select('version').executeTakeFirstOrThrow()
  await updateRow(ctx, userCards, id, { version, ...limits })
}
