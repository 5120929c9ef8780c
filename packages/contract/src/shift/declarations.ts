import type { Actions, Permissions } from '../declaration.ts'
import { leaders, readers } from '../role-sets.ts'

/** Shifts. */
export const permissions = {
  'shift.state.read': { roles: readers, zh: '查看班次', en: 'View shifts' },
  'shift.start': { roles: leaders, zh: '开班', en: 'Start a shift' },
} as const satisfies Permissions

export const actions = {
  'shift.start': { zh: '开班', en: 'Started a shift' },
} as const satisfies Actions
