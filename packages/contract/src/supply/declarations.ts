import type { Actions, Pages, Permissions, Refusals } from '../declaration.ts'
import { company, leaders } from '../role-sets.ts'
import { transportActions, transportPages, transportPermissions, transportRefusals } from './transport-declarations.ts'

/** What fuel was bought for is seen by company roles and book-keepers alone. */
const buyers = [...company, 'station_bill'] as const

/** Supply: suppliers, depots, contracts, and what they cost. */
export const permissions = {
  'supply.supplier.read': { roles: [...leaders, 'station_bill'], zh: '查看供应商', en: 'View suppliers' },
  'supply.supplier.write': { roles: company, zh: '编辑供应商', en: 'Edit suppliers' },
  'supply.truck.read': { roles: buyers, zh: '查看油罐车', en: 'View trucks' },
  'supply.truck.write': { roles: company, zh: '编辑油罐车', en: 'Edit trucks' },
  'supply.depot.read': { roles: buyers, zh: '查看油库及库存', en: 'View depots and their stock' },
  'supply.depot.write': { roles: company, zh: '编辑油库', en: 'Edit depots' },
  'supply.depot.transfer': { roles: company, zh: '油库间调拨', en: 'Move fuel between depots' },
  'supply.purchase.read': { roles: buyers, zh: '查看采购合同', en: 'View purchase contracts' },
  'supply.purchase.write': { roles: buyers, zh: '录入采购合同', en: 'Enter purchase contracts' },
  ...transportPermissions,
} as const satisfies Permissions

const page = { section: 'oilCompanyOperate', level: 'company', roles: company } as const
export const pages = [
  {
    name: 'depotMge',
    zh: '油库管理',
    en: 'Depots',
    also: ['油库库存', '调拨', 'Fuel depots', 'Terminals'],
    ...page,
    reads: ['supply.depot.read'],
    acts: ['supply.depot.write', 'supply.depot.transfer'],
  },
  {
    name: 'depotDetails',
    path: '/oilCompanyOperate/depotDetails/{depotId}',
    zh: '油库详情',
    en: 'Depot details',
    parent: 'depotMge',
    hidden: true,
    ...page,
    reads: ['supply.depot.read'],
    acts: ['supply.depot.write', 'supply.depot.transfer'],
    demo: 'depots?size=1',
  },
  {
    name: 'supplierMge',
    zh: '供应商管理',
    en: 'Suppliers',
    also: ['承运商', '油罐车', 'Carriers', 'Trucks'],
    ...page,
    reads: ['supply.supplier.read', 'supply.truck.read'],
    acts: ['supply.supplier.write', 'supply.truck.write'],
  },
  {
    name: 'depotStockMge',
    zh: '采购合同',
    en: 'Purchase contracts',
    also: ['进货', 'Contracts', 'Buying'],
    ...page,
    reads: ['supply.purchase.read'],
    acts: ['supply.purchase.write'],
  },
  {
    name: 'addDetail',
    zh: '新增采购合同',
    en: 'Add purchase contract',
    parent: 'depotStockMge',
    hidden: true,
    ...page,
    reads: ['supply.purchase.read'],
    acts: ['supply.purchase.write'],
  },
  {
    name: 'editDetail',
    path: '/oilCompanyOperate/editDetail/{purchaseContractId}',
    zh: '编辑采购合同',
    en: 'Edit purchase contract',
    parent: 'depotStockMge',
    hidden: true,
    ...page,
    reads: ['supply.purchase.read'],
    acts: ['supply.purchase.write'],
    demo: 'purchaseContracts?size=1',
  },
  ...transportPages,
] as const satisfies Pages

export const actions = {
  'supplier.end': { zh: '停用供应商', en: 'Ended a supplier' },
  'supplier.resume': { zh: '恢复供应商', en: 'Resumed a supplier' },
  'truck.end': { zh: '停用油罐车', en: 'Ended a truck' },
  'truck.resume': { zh: '恢复油罐车', en: 'Resumed a truck' },
  'depot.end': { zh: '停用油库', en: 'Ended a depot' },
  'depot.resume': { zh: '恢复油库', en: 'Resumed a depot' },
  'depot.transfer': { zh: '油库间调拨', en: 'Moved fuel between depots' },
  'depot.takeBackTransfer': { zh: '撤回油库间调拨', en: 'Took back a transfer between depots' },
  'purchaseContracts.import': { zh: '导入采购合同', en: 'Imported purchase contracts' },
  ...transportActions,
} as const satisfies Actions

export const refusals = {
  'supplier.nameTaken': { status: 409, field: 'name', zh: '已有同名供应商', en: 'There is a supplier of this name' },
  'supplier.noKind': { status: 422, field: 'sellsFuel', zh: '请至少选择一个类别', en: 'Choose one kind at least' },
  'supplier.ended': { status: 409, field: 'supplierId', zh: '该供应商已停用', en: 'This supplier is ended' },
  'supplier.isEnded': { status: 409, zh: '该供应商已停用', en: 'This supplier is ended already' },
  'supplier.isActive': { status: 409, zh: '该供应商并未停用', en: 'This supplier is not ended' },
  'supplier.sellsNoFuel': { status: 409, field: 'supplierId', zh: '该供应商不供油', en: 'This supplier sells no fuel' },
  'supplier.carriesNothing': { status: 409, field: 'carrierId', zh: '该供应商不承运', en: 'This supplier carries no fuel' },
  'truck.plateTaken': { status: 409, field: 'plate', zh: '已有同一车牌的油罐车', en: 'There is a truck with this plate' },
  'truck.isEnded': { status: 409, zh: '该油罐车已停用', en: 'This truck is ended already' },
  'truck.isActive': { status: 409, zh: '该油罐车并未停用', en: 'This truck is not ended' },
  'depot.nameTaken': { status: 409, field: 'name', zh: '已有同名油库', en: 'There is a depot of this name' },
  'depot.unknownDivision': {
    status: 422,
    field: 'divisionCode',
    zh: '行政区划表中没有该代码',
    en: 'The table of divisions does not have this code',
  },
  'depot.fuelTwice': { status: 422, field: 'baseFuels', zh: '同一油品选择了两次', en: 'A fuel is chosen twice' },
  'depot.fuelHeld': {
    status: 409,
    field: 'baseFuels',
    zh: '油库中仍有被去掉的油品，不能去掉',
    en: 'The depot still holds a fuel that would be taken out',
  },
  'depot.holdsFuel': { status: 409, zh: '油库中仍有库存，不能停用', en: 'The depot still holds fuel and is not ended' },
  'depot.ended': { status: 409, field: 'depotId', zh: '该油库已停用', en: 'This depot is ended' },
  'depot.isEnded': { status: 409, zh: '该油库已停用', en: 'This depot is ended already' },
  'depot.isActive': { status: 409, zh: '该油库并未停用', en: 'This depot is not ended' },
  'depot.otherFuel': { status: 409, field: 'baseFuelId', zh: '该油库不存放此油品', en: 'This depot does not hold this fuel' },
  'depot.otherFuelThere': {
    status: 409,
    field: 'toDepotId',
    zh: '调入油库不存放此油品',
    en: 'The depot that it goes to does not hold this fuel',
  },
  'depot.sameDepot': { status: 422, field: 'toDepotId', zh: '请选择另一个油库', en: 'Choose another depot' },
  'depot.endedThere': { status: 409, field: 'toDepotId', zh: '调入油库已停用', en: 'The depot that it goes to is ended' },
  'depot.transferTooMuch': {
    status: 409,
    field: 'weightKg',
    zh: '最多可调拨 {most} 吨：当日及之后每日的库存不得为负',
    en: 'At most {most} t can be moved: neither on that day nor later may the stock be below zero',
  },
  'depot.transferTakenBack': { status: 409, zh: '该调拨已撤回', en: 'This transfer has been taken back already' },
  'depot.inFuture': { status: 422, field: 'day', zh: '日期不能晚于今天', en: 'The day cannot lie in the future' },
  'depot.periodTooLong': { status: 422, field: 'to', zh: '一次最多查看 400 天', en: 'At most 400 days are shown at once' },
  'purchaseContract.numberTaken': {
    status: 409,
    field: 'number',
    zh: '该供应商已有同号合同',
    en: 'There is a contract of this number with this supplier',
  },
  'purchaseContract.importRefused': {
    status: 409,
    field: 'attachmentId',
    zh: '文件中有被拒绝的行，整个文件均未导入',
    en: 'Lines of the file are refused: none of it was imported',
  },
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
  'stockMove.reversed': {
    status: 409,
    zh: '该单据刚刚已冲销，请刷新',
    en: 'This document has been taken back a moment ago: load it again',
  },
  'stockMove.booked': { status: 409, zh: '该单据刚刚已登记，请刷新', en: 'This document has been booked a moment ago: load it again' },
  ...transportRefusals,
} as const satisfies Refusals
