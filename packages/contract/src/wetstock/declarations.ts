import type { Actions, Pages, Permissions, Refusals } from '../declaration.ts'
import { leaders, master, readers, settlementReaders } from '../role-sets.ts'

/** Deliveries of fuel. */
export const permissions = {
  'oilInfo.read': { roles: settlementReaders, zh: '查看进油', en: 'View deliveries' },
  'oilInfo.write': { roles: leaders, zh: '录入进油', en: 'Record deliveries' },
  'tankEntry.read': { roles: settlementReaders, zh: '查看账存', en: 'View book stock' },
  'tankEntry.write': { roles: leaders, zh: '录入期初、调拨与换油品', en: 'Enter openings, transfers and changes of product' },
  'tankEntry.adjust': { roles: master, zh: '调整账存与冲销分录', en: 'Adjust book stock and reverse its entries' },
  'fuelInventory.read': { roles: settlementReaders, zh: '查看油品库存', en: 'View fuel inventory' },
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
  {
    name: 'fuelInventory',
    after: 'exceptionHandling',
    zh: '油品库存',
    en: 'Fuel stock',
    also: ['库存', '盘点', '液位曲线', 'Inventory', 'Reconciliation', 'Level curves'],
    ...page,
    roles: readers,
    reads: [],
    acts: [],
  },
] as const satisfies Pages

export const actions = {
  'tankEntry.open': { zh: '录入期初账存', en: 'Opened the book stock of a tank' },
  'tankEntry.transfer': { zh: '油罐间调拨', en: 'Moved fuel between tanks' },
  'tankEntry.adjust': { zh: '调整账存', en: 'Adjusted book stock' },
  'tankEntry.productChange': { zh: '油罐换油品', en: 'Changed the product of a tank' },
  'tankEntry.reverse': { zh: '冲销账存分录', en: 'Reversed an entry of book stock' },
} as const satisfies Actions

export const refusals = {
  'tank.holdsFuel': {
    status: 409,
    field: 'productId',
    zh: '油罐内有油或已建账，不能在此更换油品；请先清空油罐，再在“账存”中换油品',
    en: 'The tank holds fuel or has a book: empty it, then change its product on the tab “Book stock”',
  },
  'tankEntry.opened': {
    status: 409,
    field: 'tankId',
    zh: '{number} 号罐已有期初；数值有误请冲销后重录，或作调整',
    en: 'Tank {number} has an opening already. If it is wrong, reverse it and enter it again, or adjust the book',
  },
  'tankEntry.notOpened': {
    status: 409,
    field: 'tankId',
    zh: '{number} 号罐在该时刻尚无期初账存',
    en: 'Tank {number} has no opening before that moment',
  },
  'tankEntry.openingLate': {
    status: 409,
    field: 'at',
    zh: '该时刻所在班次已结算；期初请录入当前班次内的油量',
    en: 'The shift of that moment is settled: enter what the tank holds within a shift that still runs',
  },
  'tankEntry.inFuture': { status: 400, field: 'at', zh: '时间不能晚于现在', en: 'It cannot lie in the future' },
  'tankEntry.sameTank': { status: 400, field: 'otherTankId', zh: '请选择另一个油罐', en: 'Choose another tank' },
  'tankEntry.tankElsewhere': {
    status: 409,
    field: 'otherTankId',
    zh: '只能在同一油站的油罐间调拨',
    en: 'Fuel is moved between tanks of one station',
  },
  'tankEntry.otherProduct': {
    status: 409,
    field: 'otherTankId',
    zh: '{number} 号罐装的是另一种油品',
    en: 'Tank {number} holds another product',
  },
  'tankEntry.nothing': { status: 400, field: 'volumeCl', zh: '数量不能为零', en: 'The volume is not zero' },
  'tankEntry.beyondTank': {
    status: 409,
    field: 'volumeCl',
    zh: '{number} 号罐的总容量为 {most} 升',
    en: 'Tank {number} holds {most} L at most',
  },
  'tankEntry.notEmptied': {
    status: 409,
    field: 'tankId',
    zh: '{number} 号罐尚未清空：最近一次测量须为 0 升，且之后没有卸油',
    en: 'Tank {number} is not emptied: the last measurement must be 0 L, with no delivery since',
  },
  'tankEntry.productSame': { status: 409, field: 'productId', zh: '油罐装的就是该油品', en: 'The tank holds this product already' },
  'tankEntry.reversed': { status: 409, zh: '该分录已冲销', en: 'This entry has been reversed already' },
  'tankEntry.isReversal': {
    status: 409,
    zh: '冲销分录本身不能再冲销；请重新录入',
    en: 'A reversal is not reversed: enter the entry again',
  },
  'tankEntry.notReversible': {
    status: 409,
    zh: '换油品不能冲销；如有误，请再次换油品',
    en: 'A change of product is not reversed: if it was wrong, change the product again',
  },
  'tankEntry.openingSettled': {
    status: 409,
    zh: '该期初已随班次结算，不能冲销；请作调整',
    en: 'This opening was settled with its shift and is not reversed: adjust the book instead',
  },
  'tankEntry.bookClosed': {
    status: 409,
    zh: '该分录之后油罐已重新建账，不能再冲销',
    en: 'A new book has begun at this tank since, so the entry is not reversed',
  },
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
