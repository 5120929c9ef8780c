import type { Actions, Pages, Permissions, Refusals } from '../declaration.ts'
import { company } from '../role-sets.ts'

/** The monthly settlement of fuel: what a station cannot see, since it says what fuel costs. */
export const permissions = {
  'monthEnd.read': { roles: [...company, 'station_bill'], zh: '查看月结', en: 'View month-ends' },
  'monthEnd.confirm': { roles: company, zh: '确认月结', en: 'Confirm a month-end' },
} as const satisfies Permissions

const page = { section: 'oilCompanyOperate', level: 'company', roles: company, reads: ['monthEnd.read'] } as const
export const pages = [
  {
    name: 'settleMge',
    after: 'transportMge',
    zh: '月结管理',
    en: 'Month-end',
    also: ['月末结算', '成本', 'Monthly settlement', 'Cost'],
    ...page,
    acts: ['monthEnd.confirm'],
  },
  {
    name: 'previewSettle',
    zh: '月结预览',
    en: 'Month-end preview',
    parent: 'settleMge',
    hidden: true,
    uncached: true,
    ...page,
    acts: ['monthEnd.confirm'],
  },
  {
    name: 'printMonthSettle',
    path: '/printMonthSettle/{monthSettleId}',
    zh: '月结单打印',
    en: 'Print month-end',
    parent: 'settleMge',
    hidden: true,
    bare: true,
    ...page,
    acts: [],
    demo: 'monthSettles?size=1',
  },
] as const satisfies Pages

export const actions = {
  'month.settle': { zh: '确认月结', en: 'Confirmed a month-end' },
} as const satisfies Actions

export const refusals = {
  'monthSettle.notOver': { status: 409, field: 'month', zh: '{month} 尚未结束', en: '{month} is not over yet' },
  'monthSettle.notBegun': { status: 409, field: 'month', zh: '{month} 尚未开始', en: '{month} has not begun yet' },
  'monthSettle.outOfTurn': {
    status: 409,
    field: 'month',
    zh: '月结须逐月进行，下一个应结月份是 {month}',
    en: 'Months are settled one after another: {month} is next',
  },
  'monthSettle.settled': { status: 409, field: 'month', zh: '该月份已月结', en: 'This month is settled already' },
  'monthSettle.typed': { status: 422, field: 'typed', zh: '输入的月份与所结月份不一致', en: 'This is not the month that is settled' },
  'monthSettle.blocked': {
    status: 409,
    zh: '还有 {count} 项未处理，不能月结',
    en: 'The month cannot be settled: {count} points stand against it',
  },
  'monthSettle.changed': {
    status: 409,
    zh: '预览之后数据有变动，请核对新的数字后再确认',
    en: 'Something has changed since the preview: check the new figures, then confirm again',
  },
  'monthSettle.notOnRoad': {
    status: 409,
    field: 'carriedOver',
    zh: '有运输单已不在途，请重新预览',
    en: 'One of these loads is not on the road any more: preview the month again',
  },
} as const satisfies Refusals
