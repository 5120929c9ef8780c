import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { dayOf } from '../shift/index.ts'
import { monthToSettle, nextMonth, reckon, write } from './month-settle.ts'

/** The month before the stations began is settled: the fuel that was bought before they opened. The next one waits for a person. */
export const firstMonth = ({ companyId, zone, from, now, within }: DemoStage): DemoAct[] => [
  {
    at: now,
    run: () =>
      within(now, async ctx => {
        const month = await nextMonth(ctx, companyId)
        if (month === null || month.slice(0, 7) >= dayOf(from, zone).slice(0, 7)) return
        await write(ctx, await reckon(ctx, await monthToSettle(ctx, { companyId, zone }, month), []))
      }),
  },
]
