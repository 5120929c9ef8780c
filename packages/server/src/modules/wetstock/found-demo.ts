import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { scanAllDue } from './found-scan.ts'

/** What gauges have told is looked at. */
export const foundOfDemo = ({ now, companyId, within }: DemoStage): DemoAct[] => [
  { at: now, run: () => within(now, ctx => scanAllDue(ctx, companyId)) },
]
