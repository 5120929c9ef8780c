import type { DemoCard as DemoPurse } from '../../platform/module.ts'

export interface DemoCard extends DemoPurse {
  readonly holder: string
  readonly mobile: string
  readonly payPassword: string | null
}
