import type { Actions, Pages, Permissions, Refusals } from '../declaration.ts'
import { company } from '../role-sets.ts'

const staff = [...company, 'company_group', 'station_master', 'station_bill'] as const
const readers = [...staff, 'group_master'] as const

/** Agreements with fleets, and their bills. A fleet's leader reads those of the fleet alone. */
export const permissions = {
  'bill.agreement.read': { roles: readers, zh: '查看单位协议', en: 'View fleet agreements' },
  'bill.agreement.write': { roles: company, zh: '编辑单位协议', en: 'Edit fleet agreements' },
  'bill.read': { roles: readers, zh: '查看单位账单', en: 'View fleet bills' },
  'bill.issue': { roles: [...company, 'station_bill'], zh: '单位账单出账', en: 'Issue fleet bills' },
} as const satisfies Permissions

const page = { section: 'memberCenter', level: 'company', roles: staff } as const
export const pages = [
  {
    name: 'fleetBills',
    after: 'unitMember',
    zh: '单位账单',
    en: 'Fleet bills',
    also: ['对账单', '车队账单', 'Monthly bills', 'Statements of fleets'],
    ...page,
    reads: ['bill.read'],
    acts: ['bill.issue'],
  },
  {
    name: 'fleetBillDetails',
    path: '/memberCenter/fleetBillDetails/{fleetBillId}',
    zh: '单位账单详情',
    en: 'Fleet bill',
    parent: 'fleetBills',
    hidden: true,
    ...page,
    reads: ['bill.read'],
    acts: ['bill.issue'],
    demo: 'fleetBills?size=1',
  },
  {
    name: 'fleetAgreements',
    zh: '单位协议',
    en: 'Fleet agreements',
    also: ['合同', 'Contracts'],
    ...page,
    reads: ['bill.agreement.read'],
    acts: ['bill.agreement.write'],
    records: 'fleetAgreements',
  },
] as const satisfies Pages

export const actions = {
  'bill.prepare': { zh: '生成单位账单', en: 'Drew up a fleet bill' },
  'bill.issue': { zh: '单位账单出账', en: 'Issued a fleet bill' },
  'bill.discard': { zh: '删除未出账单', en: 'Discarded an open fleet bill' },
} as const satisfies Actions

export const refusals = {
  'agreement.numberTaken': { status: 409, field: 'number', zh: '该单位已有此编号的协议', en: 'The fleet has an agreement of this number' },
  'agreement.endsBeforeBegin': { status: 400, field: 'untilDate', zh: '截止日期早于开始日期', en: 'The last day is before the first' },
  'agreement.clauseValue': {
    status: 400,
    field: 'clauses',
    zh: '费用条款“{name}”：按笔、按月须填金额，按消费额须填比例',
    en: 'Clause “{name}”: a fee for each fill or month needs an amount, a share of sales a percentage',
  },
  'agreement.clauseTwice': { status: 400, field: 'clauses', zh: '有两条同名的费用条款“{name}”', en: 'Two clauses are called “{name}”' },
  'agreement.overlaps': {
    status: 409,
    field: 'fromDate',
    zh: '与协议 {number} 的有效期重叠',
    en: 'Agreement {number} is in force on some of these days',
  },
  'agreement.billed': {
    status: 409,
    zh: '截至 {date} 的账单已出账，此前的协议条款不能更改',
    en: 'Bills up to {date} have been issued: the terms of those days stay',
  },
  'bill.exists': { status: 409, zh: '该单位本月账单已存在', en: 'The fleet has a bill of this month' },
  'bill.issued': { status: 409, zh: '账单已出账，不能更改', en: 'The bill has been issued and stays as it is' },
  'bill.monthRunning': { status: 409, field: 'month', zh: '该月尚未结束', en: 'This month is not over yet' },
  'bill.monthTooEarly': { status: 400, field: 'month', zh: '账单月份不能早于 1980 年', en: 'There are no bills of months before 1980' },
  'bill.noCards': { status: 409, field: 'groupId', zh: '该单位没有卡', en: 'The fleet has no cards' },
  'bill.outOfTurn': {
    status: 409,
    zh: '账单须按月依次出账，应先处理 {month} 的账单',
    en: 'Bills are issued month by month: {month} is next',
  },
  'bill.changed': {
    status: 409,
    zh: '账单生成后账目有变动，请刷新账单并核对后再出账',
    en: 'The books have changed since the bill was drawn up. Refresh the bill and check it before you issue it.',
  },
  'bill.noMaster': { status: 409, zh: '该单位没有可扣费的主卡', en: 'The fleet has no master card to take fees from' },
  'bill.feeUncovered': {
    status: 409,
    zh: '主卡 {number} 的本金不足以支付本期费用，还差 {missingCents}',
    en: 'The principal of master card {number} does not cover the fees: {missingCents} is missing',
  },
  'fee.withoutClause': { status: 409, zh: '没有协议条款，不能收费', en: 'Without a clause of an agreement there is no fee' },
} as const satisfies Refusals
