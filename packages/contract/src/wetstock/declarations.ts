import type { Pages, Permissions, Refusals } from '../declaration.ts'
import { leaders, settlementReaders } from '../role-sets.ts'

/** Deliveries of fuel. */
export const permissions = {
  'oilInfo.read': { roles: settlementReaders, zh: '查看进油', en: 'View deliveries' },
  'oilInfo.write': { roles: leaders, zh: '录入进油', en: 'Record deliveries' },
} as const satisfies Permissions

const page = { section: 'oilOperate', level: 'station', roles: settlementReaders } as const
export const pages = [
  {
    name: 'oilTaking',
    zh: '进油管理',
    en: 'Deliveries',
    also: ['卸油', '收油', 'Fuel intake', 'Offloading'],
    ...page,
    reads: ['oilInfo.read'],
    acts: ['oilInfo.write'],
  },
  {
    name: 'addOilInfo',
    zh: '新增进油',
    en: 'New delivery',
    parent: 'oilTaking',
    hidden: true,
    ...page,
    roles: leaders,
    reads: ['oilInfo.read'],
    acts: ['oilInfo.write'],
  },
  {
    name: 'editOilInfo',
    path: '/oilOperate/editOilInfo/{oilInfoId}',
    zh: '编辑进油',
    en: 'Edit delivery',
    parent: 'oilTaking',
    hidden: true,
    ...page,
    roles: leaders,
    reads: ['oilInfo.read'],
    acts: ['oilInfo.write'],
    demo: 'oilInfos?size=1',
  },
  {
    name: 'oilInfoDetails',
    path: '/oilOperate/oilInfoDetails/{oilInfoId}',
    zh: '进油详情',
    en: 'Delivery details',
    parent: 'oilTaking',
    hidden: true,
    ...page,
    reads: ['oilInfo.read'],
    acts: ['oilInfo.write'],
    demo: 'oilInfos?size=1',
  },
] as const satisfies Pages

export const refusals = {
  'delivery.endsBeforeBegin': { status: 400, field: 'endTime', zh: '卸油结束时间须晚于开始时间', en: 'Unloading ends after it began' },
  'delivery.inFuture': { status: 400, field: 'beginTime', zh: '卸油时间不能晚于现在', en: 'Unloading cannot lie in the future' },
  'delivery.overlaps': {
    status: 409,
    field: 'beginTime',
    zh: '与该油罐另一次卸油（{other}）的时间重叠',
    en: 'It overlaps with another delivery into this tank ({other})',
  },
  'delivery.otherProduct': {
    status: 409,
    field: 'productId',
    zh: '油罐 {tank} 装的是 {product}；如确已卸错油，请登记为卸错油',
    en: 'Tank {tank} holds {product}. If the wrong product did go in, record it as a crossover',
  },
  'delivery.aboveStop': {
    status: 409,
    field: 'deliveryVolumeCl',
    zh: '卸入后将达 {litres} 升，超过油罐 {tank} 的安全上限 {most} 升',
    en: 'With this load tank {tank} would hold {litres} L, above its stop level of {most} L',
  },
  'delivery.overfilled': {
    status: 409,
    field: 'afterVolumeCl',
    zh: '超过油罐 {tank} 的安全上限 {most} 升；如确已冒油，请登记为冒油',
    en: 'This is above {most} L, the stop level of tank {tank}. If it did happen, record it as an overfill',
  },
  'delivery.beyondTank': {
    status: 409,
    field: 'afterVolumeCl',
    zh: '油罐 {tank} 的总容量为 {most} 升',
    en: 'Tank {tank} holds {most} L at most',
  },
  'delivery.notIncident': {
    status: 400,
    field: 'incident',
    zh: '油品一致且未超过安全上限，不是异常卸油',
    en: 'The product is right and the stop level was not passed: there was no such incident',
  },
  'delivery.afterMissing': { status: 400, field: 'afterVolumeCl', zh: '请填写卸油后的油量', en: 'Enter what the tank held afterwards' },
  'delivery.reasonMissing': { status: 400, field: 'reason', zh: '请说明原因', en: 'Say why' },
  'delivery.tankFixed': { status: 409, field: 'tankId', zh: '进油记录的油罐不能更改', en: 'The tank of a delivery cannot be changed' },
  'delivery.settled': {
    status: 409,
    zh: '该次进油已随班次结算，不能再修改',
    en: 'This delivery was settled with its shift and can no longer be changed',
  },
  'settlement.deliveryRecorded': {
    status: 409,
    field: 'tanks',
    zh: '{tank} 号罐本班的进油已有记录，不能再手工填写',
    en: 'Deliveries into tank {tank} are recorded already: what was received is not entered by hand',
  },
} as const satisfies Refusals
