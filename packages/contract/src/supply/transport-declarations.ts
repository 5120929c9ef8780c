import type { Actions, Pages, Permissions, Refusals } from '../declaration.ts'
import { company, leaders, master, settlementReaders } from '../role-sets.ts'

/** What fuel was bought for is seen by company roles and book-keepers alone. */
const buyers = [...company, 'station_bill'] as const

/** Loads: from a depot, or straight from a supplier, to a station. */
export const transportPermissions = {
  'supply.transport.read': { roles: buyers, zh: '查看运输合同', en: 'View transport contracts' },
  'supply.transport.write': { roles: buyers, zh: '编辑运输合同与装车', en: 'Edit transport contracts and load trucks' },
  /** What a station is told of a load: never what it costs. */
  'supply.incoming.read': { roles: settlementReaders, zh: '查看到货预告', en: 'View incoming loads' },
  'supply.incoming.sign': { roles: leaders, zh: '签收运输', en: 'Sign for loads' },
  'supply.incoming.takeBack': { roles: master, zh: '撤回签收', en: 'Take back a signature' },
} as const satisfies Permissions

const page = { section: 'oilCompanyOperate', level: 'company', roles: company } as const
export const transportPages = [
  {
    name: 'transportMge',
    zh: '运输合同',
    en: 'Transport contracts',
    also: ['运输管理', '提单', '配送', 'Loads', 'Bills of lading'],
    ...page,
    reads: ['supply.transport.read'],
    acts: ['supply.transport.write'],
  },
  {
    name: 'addTransportInfo',
    zh: '新增运输合同',
    en: 'Add transport contract',
    parent: 'transportMge',
    hidden: true,
    ...page,
    reads: ['supply.transport.read'],
    acts: ['supply.transport.write'],
  },
  {
    name: 'editTransportInfo',
    path: '/oilCompanyOperate/editTransportInfo/{id}',
    zh: '编辑运输合同',
    en: 'Edit transport contract',
    parent: 'transportMge',
    hidden: true,
    ...page,
    reads: ['supply.transport.read'],
    acts: ['supply.transport.write'],
    demo: 'transports?size=1',
  },
  {
    name: 'transportDetails',
    path: '/oilCompanyOperate/transportDetails/{transportId}',
    zh: '运输合同详情',
    en: 'Transport contract details',
    parent: 'transportMge',
    hidden: true,
    ...page,
    reads: ['supply.transport.read'],
    acts: ['supply.transport.write'],
    demo: 'transports?size=1',
  },
  {
    name: 'printTransportDetail',
    path: '/printTransportDetail/{transportId}',
    zh: '运输合同打印',
    en: 'Print transport contract',
    parent: 'transportMge',
    hidden: true,
    bare: true,
    ...page,
    reads: ['supply.transport.read'],
    demo: 'transports?size=1',
  },
] as const satisfies Pages

export const transportActions = {
  'transport.load': { zh: '装车', en: 'Loaded a truck' },
  'transport.takeBackLoading': { zh: '撤回装车', en: 'Took back a loading' },
  'transport.cancel': { zh: '撤销运输合同', en: 'Cancelled a transport contract' },
  'transport.sign': { zh: '签收运输', en: 'Signed for a load' },
  'transport.takeBack': { zh: '撤回签收', en: 'Took back the signature of a load' },
} as const satisfies Actions

export const transportRefusals = {
  'transport.noOrigin': {
    status: 400,
    field: 'depotId',
    zh: '请选择起运油库；直配请选择供应商',
    en: 'Choose the depot it comes from, or the supplier that brings it',
  },
  'transport.depotByTon': {
    status: 400,
    field: 'pricedBy',
    zh: '从油库起运的按吨计价，金额由系统计算',
    en: 'What leaves a depot is priced by the ton, and its amount is reckoned',
  },
  'transport.noQuantity': { status: 400, field: 'deliveredKg', zh: '请填写发货吨数或升数', en: 'Enter the tons or the litres delivered' },
  'transport.weightUnknown': {
    status: 409,
    field: 'deliveredKg',
    zh: '无法换算吨数：请填写吨数，或填写 653 至 1075 kg/m³ 的标准密度',
    en: 'The tons cannot be reckoned: enter them, or a standard density of 653 to 1075 kg/m³',
  },
  'transport.volumeUnknown': {
    status: 409,
    field: 'typedCl',
    zh: '无法换算升数：请填写升数，或填写 653 至 1075 kg/m³ 的标准密度',
    en: 'The litres cannot be reckoned: enter them, or a standard density of 653 to 1075 kg/m³',
  },
  'transport.notSold': { status: 409, field: 'stationId', zh: '该油站不销售此油品', en: 'This station sells none of this fuel' },
  'transport.notCarrier': {
    status: 409,
    field: 'carrierId',
    zh: '该供应商不承运油品，或已停用',
    en: 'This supplier carries no fuel, or has ended',
  },
  'transport.notFuelSupplier': {
    status: 409,
    field: 'supplierId',
    zh: '该供应商不供油，或已停用',
    en: 'This supplier sells no fuel, or has ended',
  },
  'transport.depotWithout': {
    status: 409,
    field: 'depotId',
    zh: '该油库不存储此油品，或已停用',
    en: 'This depot keeps none of this fuel, or has ended',
  },
  'transport.truckOfOther': {
    status: 409,
    field: 'truckId',
    zh: '该车辆属于另一承运商，或已停用',
    en: 'This truck belongs to another carrier, or has ended',
  },
  'transport.compartmentsDiffer': {
    status: 400,
    field: 'compartments',
    zh: '各仓合计 {sum} 升，与发货升数 {litres} 升不符',
    en: 'The compartments add up to {sum} L, and {litres} L are delivered',
  },
  'transport.statusForbids': {
    status: 409,
    zh: '该运输合同的状态已改变，不能执行此操作，请刷新',
    en: 'Its status does not allow this: load it again',
  },
  'transport.signed': {
    status: 409,
    zh: '已签收：修改数量、油品、起讫地或时间前，请先撤回签收',
    en: 'It was signed for: take back the signature before quantity, fuel, places or times are changed',
  },
  'transport.settled': {
    status: 409,
    zh: '签收所在月份已月结，或为导入的历史采购，不能再修改',
    en: 'The month of its signature is settled, or it came with a history that was imported: it is not changed any more',
  },
  'transport.moved': { status: 409, zh: '该合同曾经装车，不能删除，请撤销', en: 'It was loaded once and is not deleted: cancel it' },
  'transport.inFuture': { status: 400, field: 'deliveryTime', zh: '时间不能晚于现在', en: 'It cannot lie in the future' },
  'transport.beforeLoading': {
    status: 400,
    field: 'offloadTime',
    zh: '卸油时间不能早于发货时间',
    en: 'It is unloaded after it was loaded',
  },
  'transport.reasonMissing': {
    status: 400,
    field: 'reason',
    zh: '签收量大于发货量，请说明原因',
    en: 'More is signed for than was delivered: say why',
  },
  'transport.signedApart': {
    status: 409,
    field: 'signedCl',
    zh: '签收 {signed} 升，进油实测 {measured} 升，相差 {percent}%，超过公司规定的 {limit}%：请用本人 PIN 确认',
    en: '{signed} L are signed for and {measured} L were measured: {percent}% apart, the company allows {limit}%. Confirm it with your PIN',
  },
  'transport.signedWeightUnknown': {
    status: 409,
    field: 'signedKg',
    zh: '无法换算签收吨数，请填写',
    en: 'The signed tons cannot be reckoned: enter them',
  },
  'transport.signedVolumeUnknown': {
    status: 409,
    field: 'signedCl',
    zh: '无法换算签收升数，请填写',
    en: 'The signed litres cannot be reckoned: enter them',
  },
  'transport.nothingSigned': {
    status: 400,
    field: 'signedKg',
    zh: '请填写签收吨数或升数',
    en: 'Enter the tons or the litres you sign for',
  },
  'transport.productUnclear': {
    status: 409,
    field: 'productId',
    zh: '本站有多种产品使用该基础油品，请选择',
    en: 'Several products here are of this fuel: choose one',
  },
  'transport.otherProduct': {
    status: 409,
    field: 'productId',
    zh: '本站不销售该产品，或不是此油品',
    en: 'The station does not sell it, or it is another fuel',
  },
  'transport.intakeElsewhere': {
    status: 409,
    field: 'oilInfoIds',
    zh: '该进油记录不属于本站或不是此油品',
    en: 'This delivery is of another station or another fuel',
  },
  'transport.intakeSigned': {
    status: 409,
    field: 'oilInfoIds',
    zh: '该进油记录已用于签收另一运输合同',
    en: 'Another load was signed for by this delivery',
  },
} as const satisfies Refusals
