import type { Pages, Permissions, Refusals } from '../declaration.ts'
import { company, leaders } from '../role-sets.ts'

/** Supply: suppliers, depots, contracts, and what they cost. */
export const permissions = {
  'supply.supplier.read': { roles: [...leaders, 'station_bill'], zh: '查看供应商', en: 'View suppliers' },
  'supply.supplier.write': { roles: company, zh: '编辑供应商', en: 'Edit suppliers' },
} as const satisfies Permissions

export const pages = [
  {
    name: 'supplierMge',
    zh: '供应商管理',
    en: 'Suppliers',
    section: 'oilCompanyOperate',
    level: 'company',
    roles: company,
    records: 'suppliers',
    reads: ['supply.supplier.read'],
    acts: ['supply.supplier.write'],
  },
] as const satisfies Pages

export const refusals = {
  'supplier.nameTaken': { status: 409, field: 'name', zh: '已有同名供应商', en: 'There is a supplier of this name' },
  'supplier.noKind': { status: 422, field: 'sellsFuel', zh: '请至少选择一个类别', en: 'Choose one kind at least' },
  'depot.stockShort': {
    status: 409,
    field: 'weightKg',
    zh: '油库库存不足：当日或之后某日的库存将为负',
    en: 'The depot does not hold enough: on that day or a later one it would be below zero',
  },
  'stock.monthSettled': {
    status: 409,
    field: 'day',
    zh: '该月份已月结，不能再登记或修改',
    en: 'This month is settled: nothing more is booked into it',
  },
  'stockMove.booked': { status: 409, zh: '该单据刚刚已登记，请刷新', en: 'This document has been booked a moment ago: load it again' },
} as const satisfies Refusals
