import type { Actions, Permissions, Refusals } from '../declaration.ts'
import { master, readers } from '../role-sets.ts'

/** Quotas of fleets: kept by those who keep fleets, and by the leader of the fleet. */
export const permissions = {
  'quota.read': { roles: [...readers, 'group_master'], zh: '查看单位定额', en: 'View quotas of fleets' },
  'quota.write': { roles: [...master, 'group_master'], zh: '管理单位定额', en: 'Manage quotas of fleets' },
} as const satisfies Permissions

export const actions = {
  'quota.pause': { zh: '暂停单位定额', en: 'Paused a quota' },
  'quota.resume': { zh: '恢复单位定额', en: 'Resumed a quota' },
  'quota.run': { zh: '单位定额划拨', en: 'Allocated the quota of a period' },
} as const satisfies Actions

export const refusals = {
  'quota.nameTaken': { status: 409, field: 'name', zh: '该单位已有同名定额', en: 'The fleet has a quota of this name' },
  'quota.nobody': {
    status: 400,
    field: 'amountCents',
    zh: '请填写每张副卡的定额，或逐卡列出',
    en: 'Enter a quota for each sub card, or list the cards',
  },
  'quota.cardTwice': { status: 400, field: 'lines', zh: '副卡 {number} 列了两次', en: 'Sub card {number} is listed twice' },
  'quota.cardOtherFleet': {
    status: 400,
    field: 'lines',
    zh: '只能列出本单位的副卡',
    en: 'Only sub cards of this fleet can be listed',
  },
  'quota.paused': { status: 409, zh: '定额“{name}”已暂停', en: 'Quota “{name}” is paused already' },
  'quota.running': { status: 409, zh: '定额“{name}”正在执行中，无需恢复', en: 'Quota “{name}” is not paused' },
} as const satisfies Refusals
