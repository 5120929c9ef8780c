export default {
  forecourt: {
    priceNow: '挂牌价（{currency}/升）', priceSince: '生效时间', priceNext: '下次调价', setPrice: '设置价格', setPriceOf: '设置 {fuel} 的价格 · {station}',
    priceSet: '价格已设置', atOnce: '立即生效', priceHistory: '价格记录', priceHistoryOf: '{fuel} 价格记录 · {station}', noPrice: '该油站还没有设置过价格',
    noFuels: '先新增油品，再为本站设置价格，即可开始销售。',
    tankNo: '{number} 号罐', tankSays: '{number} 号罐，{fuel}，{percent}%', ullage: '空容', days: '可售天数', daysOf: '约 {count} 天', daysOver: '{count} 天以上', low: '油量低', water: '水高偏高',
    noTanks: '新增油罐并选择油品，油枪才能出油。',
    nozzleNo: '{number} 号枪', noNozzles: '先新增加油机和油罐，再新增油枪。', noNozzleHere: '还没有油枪',
    silent: '还没有设备上报加油机状态，故显示为“—”。',
    noDispensers: '新增本站的加油机，油枪挂在加油机上。', noGauges: '新增液位仪后可读取油罐液位。', noPrinters: '新增小票打印机或 A4 打印机。',
    noDevices: '新增收银台、油站控制器等设备，并为其发放凭证。',
    on: '启用', off: '停用', online: '在线', offline: '离线',
    enrol: '发放凭证', rotate: '更换凭证', askRotate: '更换“{name}”的凭证？旧凭证将立即失效，设备须改用新凭证后才能继续上报。',
    credentialOf: '“{name}”的凭证', credentialOnce: '凭证只显示这一次，请立即保存到设备中', credentialKept: '我已保存',
    credentialUse: '设备调用接口时在 Authorization 请求头中发送此凭证。遗失后请更换。',
  },
  products: {
    one: '油品', color: '颜色', classification: '分类', taxRate: '税率', classification_gasoline: '汽油', classification_diesel: '柴油', classification_gas: '燃气',
    classification_other: '其他', code_help: '行业叫法：92、95、0、-10；同一公司内不重复',
    color_gasoline92: '蓝（92）', color_gasoline95: '橙（95）', color_gasoline98: '紫（98）', color_diesel0: '绿（0 号柴油）', color_diesel10: '青（-10 号柴油）',
    color_diesel20: '棕（-20 号柴油）', color_gas: '粉（燃气）', color_other: '灰（其他）',
  },
  productPrices: {
    one: '价格', priceCents: '每升价格', fromAt: '生效时间', fromAt_help: '留空则立即生效；定时调价须晚于当前时间', setBy: '设置人', createdDate: '设置时间', product: '油品',
  },
  tanks: {
    one: '油罐', number: '罐号', product: '油品', item: '商品', maxVolumeCl: '最大容积', volumeCl: '油量', oilHeightMm: '油高（mm）', waterHeightMm: '水高（mm）',
    temperature: '温度（℃）', measuredAt: '测量时间',
  },
  nozzleControls: {
    one: '油枪', logicNo: '逻辑枪号', physicalNo: '物理枪号', physicalNo_help: '在加油机上的枪位，1–8', dispenser: '加油机', tank: '油罐', item: '油品', state: '状态',
    state_error: '故障', state_busy: '加油中', state_idle: '空闲', state_offline: '离线', stateAt: '状态时间',
  },
  dispensers: {
    one: '加油机', number: '机号', picture: '图片', protocol: '协议配置', protocol_help: '控制器的通讯参数，文字或 JSON', state: '状态', stateAt: '状态时间',
    state_error: '故障', state_busy: '忙', state_idle: '空闲', state_offline: '离线',
  },
  tankGauges: { one: '液位仪', protocol: '协议', address: '地址' },
  printers: { one: '打印机', protocol: '协议', address: '地址' },
  devices: {
    one: '设备', group: '分组', softwareVersion: '软件版本', enabled: '启用', enabled_help: '停用后其凭证立即失效', online: '在线', enrolled: '已发凭证', lastSeen: '最近通讯',
    lastSync: '最近对时', clockOffsetMs: '时钟偏差（毫秒）',
    type_pos: '收银机', type_miniPos: '迷你收银机', type_selfService: '自助终端', type_miniProgram: '小程序', type_mp: '公众号', type_miniProgramManager: '小程序管理端',
    type_web: '网页', type_dataHub: '油站控制器', type_qPos: '移动收银机', type_dispenser: '加油机', type_screen: '屏幕', type_screen7: '7 寸屏', type_screen15: '15 寸屏',
    type_screen24: '24 寸屏', type_screen27: '27 寸屏', type_screen32: '32 寸屏',
  },
  categories: { one: '商品分类', type_fuel: '油品', type_normal: '普通商品', weight: '权重' },
  items: { one: '商品', category: '分类', product: '油品', barcode: '条码', inventory: '库存', taxRate: '税率', priceType: '计价', priceType_currency: '金额', priceType_score: '积分' },
} as const
