import type { Pages, Permissions, Refusals } from '../declaration.ts'
import { everyStation, master } from '../role-sets.ts'

/** Fuel codes. */
export const permissions = {
  'fuel.code.read': { roles: everyStation, zh: '查看油品编码', en: 'View fuel codes' },
  'fuel.code.write': { roles: master, zh: '编辑油品编码', en: 'Edit fuel codes' },
} as const satisfies Permissions

export const pages = [
  {
    name: 'fuelCode',
    after: 'fuelInventory',
    zh: '油品编码',
    en: 'Fuel codes',
    section: 'oilOperate',
    level: 'station',
    roles: master,
    records: 'fuelCodes',
    reads: ['fuel.code.read'],
    acts: ['fuel.code.write'],
  },
] as const satisfies Pages

export const refusals = {
  'fuelCode.taken': { status: 409, field: 'code', zh: '该油品编码已存在', en: 'This fuel code is taken' },
} as const satisfies Refusals
