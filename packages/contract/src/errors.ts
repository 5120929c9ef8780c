import { searchReasons, type SearchReason } from './search-reasons.ts'

/**
 * Every refusal there is: the status it travels under, and what it says to the user. `{name}` is filled from the refusal's detail.
 * The code is `noun.reason`; a database constraint of that name is the same refusal. `field` names the field it is about, where there is one.
 */
interface ErrorSpec { readonly status: number; readonly field?: string; readonly zh: string; readonly en: string }

export const errors = {
  'auth.required': { status: 401, zh: '您的登录已过期，请重新登录', en: 'Your sign-in has expired, please sign in again' },
  'auth.forbidden': { status: 403, zh: '您没有此操作的权限', en: 'You are not permitted to do this' },
  'auth.readOnly': { status: 403, zh: '您的账号为只读，不能修改数据', en: 'Your account is read-only and cannot change anything' },
  'notFound': { status: 404, zh: '记录不存在，或不属于您可查看的范围', en: 'There is no such record within what you may see' },
  'validation': { status: 400, zh: '输入有误，请检查标出的字段', en: 'Something entered is not right, see the marked field' },
  'request.malformed': { status: 400, zh: '请求格式有误', en: 'The request is not well-formed' },
  'request.tooLarge': { status: 413, zh: '请求内容过大', en: 'The request is too large' },
  'request.unsupportedType': { status: 415, zh: '只接受 JSON 格式的请求', en: 'Only JSON requests are taken' },
  'request.tooMany': { status: 429, zh: '操作过于频繁，请稍后再试', en: 'Too many requests, please try again later' },
  'server.busy': { status: 503, zh: '系统繁忙，请稍后再试', en: 'The system is busy, please try again shortly' },
  'internal': { status: 500, zh: '系统出错，请把编号 {requestId} 告诉管理员', en: 'Something went wrong, please give the administrator the number {requestId}' },
  'stale': { status: 409, zh: '记录已被他人修改，请刷新后重试', en: 'Someone else has changed this record, refresh and try again' },
  'inUse': { status: 409, zh: '该记录已被其他数据引用，不能删除', en: 'Other records refer to this one, it cannot be deleted' },
  'idempotency.reused': { status: 422, zh: '同一请求编号已用于另一内容', en: 'This request key was already used for something else' },

  'search_malformed': { status: 400, field: 'search', zh: '搜索条件有误（第 {position} 个字符）：{reason}', en: 'The search is not well-formed at character {position}: {reason}' },
  'search_unknown_field': { status: 400, field: 'search', zh: '不能按“{path}”搜索或排序', en: 'There is no searching or sorting by “{path}”' },
  'search_bad_value': { status: 400, field: 'search', zh: '搜索值“{value}”不适用于“{path}”：{reason}', en: '“{value}” does not fit “{path}”: {reason}' },
  'search_bad_operator': { status: 400, field: 'search', zh: '“{path}”不支持该比较方式：{reason}', en: '“{path}” cannot be compared in this way: {reason}' },
  'search_too_long': { status: 400, field: 'search', zh: '搜索条件过长：{reason}', en: 'The search is too long: {reason}' },
  'expand.unknown': { status: 400, field: 'expand', zh: '没有名为“{path}”的关联', en: 'There is no relation “{path}”' },

  'company.codeTaken': { status: 409, field: 'code', zh: '油企编码“{code}”已被使用', en: 'The company code “{code}” is taken' },
  'station.codeTaken': { status: 409, field: 'code', zh: '油站编码“{code}”已被使用', en: 'The station code “{code}” is taken' },

  'login.wrong': { status: 400, zh: '油企编码、账号或密码错误', en: 'Wrong company code, account or password' },
  'login.forbidden': { status: 403, zh: '您无法登录，请联系管理员', en: 'You cannot log in, contact the administrator' },
  'login.restricted': { status: 403, zh: '您现在不能登录：{reason}', en: 'You cannot log in now: {reason}' },
  'login.locked': { status: 429, zh: '错误次数过多，请 {minutes} 分钟后再试', en: 'Too many wrong tries, please try again in {minutes} minutes' },
  'login.noAccount': { status: 400, field: 'mobile', zh: '请输入正确的邮箱或手机号', en: 'Enter a correct e-mail or mobile number' },
  'login.roleUnknown': { status: 400, field: 'roleId', zh: '您没有该角色', en: 'You do not hold this role' },
  'session.tooEarly': { status: 409, zh: '登录仍有效，到期前 5 分钟内才能续期', en: 'A sign-in is renewed within its last five minutes only' },
  'user.mobileTaken': { status: 409, field: 'mobile', zh: '该手机号已登记', en: 'This mobile number is registered already' },
  'user.emailTaken': { status: 409, field: 'email', zh: '该邮箱已登记', en: 'This e-mail address is registered already' },
  'user.roleAbove': { status: 403, field: 'roles', zh: '不能授予高于您本人的角色', en: 'You cannot give a role above your own' },
  'user.roleStation': { status: 400, field: 'roles', zh: '油站角色须选择油站，其他角色不能选择油站', en: 'A station role needs a station, and no other role may have one' },
  'user.roleTwice': { status: 400, field: 'roles', zh: '同一角色重复', en: 'The same role is given twice' },
  'user.ownRoles': { status: 403, field: 'roles', zh: '不能修改自己的角色', en: 'You cannot change your own roles' },
  'user.outOfReach': { status: 403, zh: '该员工的角色高于您，或在您管理的油站之外', en: 'This user has a role above yours, or works outside your stations' },
  'user.self': { status: 409, zh: '不能停用自己', en: 'You cannot disable yourself' },
  'user.lastAdmin': { status: 409, zh: '至少要保留一名可登录的管理员', en: 'At least one administrator must be able to sign in' },
  'password.wrong': { status: 400, field: 'oldPassword', zh: '原密码错误', en: 'The old password is wrong' },
  'password.common': { status: 400, field: 'password', zh: '该密码过于常见，请换一个', en: 'This password is too common, choose another' },
  'invitation.spent': { status: 410, zh: '链接已使用或已过期，请向管理员索取新链接', en: 'This link was used or has expired, ask the administrator for a new one' },
  'pin.wrong': { status: 400, field: 'pin', zh: 'PIN 错误，还可尝试 {left} 次', en: 'Wrong PIN, {left} tries left' },
  'pin.locked': { status: 429, field: 'pin', zh: 'PIN 已锁定，请 {minutes} 分钟后再试', en: 'The PIN is locked, please try again in {minutes} minutes' },
  'pin.missing': { status: 409, field: 'pin', zh: '您还没有设置 PIN', en: 'You have not set a PIN yet' },
  'pin.weak': { status: 400, field: 'pin', zh: 'PIN 过于简单（重复、连续，或与手机号相同）', en: 'This PIN is too simple: repeated, in sequence or from your phone number' },

  'product.codeTaken': { status: 409, field: 'code', zh: '油品编码“{code}”已被使用', en: 'The product code “{code}” is taken' },
  'price.notLater': { status: 409, field: 'fromAt', zh: '调价时间必须晚于当前时间', en: 'The price must begin later than now' },
  'category.nameTaken': { status: 409, field: 'name', zh: '该油站已有同名分类', en: 'The station already has a category of this name' },
  'category.hasItems': { status: 409, zh: '分类“{name}”下还有 {items} 个商品，请先移出再删除', en: 'The category “{name}” still holds {items} items, move them out first' },
  'category.typeFixed': { status: 409, field: 'type', zh: '分类下已有商品，不能更改类型', en: 'The category holds items, its type stays' },
  'category.elsewhere': { status: 409, field: 'categoryId', zh: '分类不属于该油站', en: 'The category is not of this station' },
  'item.codeTaken': { status: 409, field: 'code', zh: '该油站已有相同编码的商品', en: 'The station already has an item of this code' },
  'item.productTaken': { status: 409, field: 'productId', zh: '该油站已在销售该油品', en: 'The station already sells this product' },
  'item.typeDiffers': { status: 409, field: 'categoryId', zh: '油品须放入油品分类，其他商品须放入普通分类', en: 'Fuels belong in fuel categories, goods in normal ones' },
  'item.priceOfFuel': { status: 409, field: 'priceCents', zh: '油品价格请通过调价设置', en: 'The price of a fuel is set by a price change' },
  'item.priceMissing': { status: 409, field: 'priceCents', zh: '请填写商品价格', en: 'Goods need a price' },
  'tank.numberTaken': { status: 409, field: 'number', zh: '该油站已有相同编号的油罐', en: 'The station already has a tank of this number' },
  'tank.overfull': { status: 409, field: 'volumeCl', zh: '油量不能超过油罐最大容积', en: 'The volume exceeds what the tank can hold' },
  'tank.waterAboveOil': { status: 409, field: 'waterHeightMm', zh: '水高不能超过油高', en: 'The water stands higher than the fuel' },
  'dispenser.numberTaken': { status: 409, field: 'number', zh: '该油站已有相同编号的加油机', en: 'The station already has a dispenser of this number' },
  'nozzle.physicalNo': { status: 400, field: 'physicalNo', zh: '油枪号应为 1–8', en: 'Nozzle numbers run from 1 to 8' },
  'nozzle.physicalNoTaken': { status: 409, field: 'physicalNo', zh: '该加油机上已有相同油枪号', en: 'The dispenser already has a nozzle of this number' },
  'nozzle.logicNoTaken': { status: 409, field: 'logicNo', zh: '该油站已有相同逻辑枪号', en: 'The station already has a nozzle of this logical number' },
  'nozzle.tankElsewhere': { status: 409, field: 'tankId', zh: '油罐不属于该油站', en: 'The tank is not of this station' },
  'nozzle.dispenserElsewhere': { status: 409, field: 'dispenserId', zh: '加油机不属于该油站', en: 'The dispenser is not of this station' },
  'forecourt.stationFixed': { status: 409, field: 'stationId', zh: '所属油站不能更改，请在目标油站新建', en: 'The station of a record stays, add a new one at the other station' },
  'tankGauge.nameTaken': { status: 409, field: 'name', zh: '该油站已有同名液位仪', en: 'The station already has a gauge of this name' },
  'printer.nameTaken': { status: 409, field: 'name', zh: '该油站已有同名打印机', en: 'The station already has a printer of this name' },
  'device.nameTaken': { status: 409, field: 'name', zh: '该油站已有同名设备', en: 'The station already has a device of this name' },
  'device.enrolled': { status: 409, zh: '设备“{name}”已有凭证，如需更换请使用“更换凭证”', en: 'The device “{name}” has a credential already, rotate it to replace it' },
  'device.notEnrolled': { status: 409, zh: '设备“{name}”尚未发放凭证', en: 'The device “{name}” has no credential yet' },
  'device.disabled': { status: 409, field: 'enabled', zh: '设备“{name}”已停用', en: 'The device “{name}” is switched off' },

  'shift.notInUse': { status: 409, zh: '{station} 未启用班结，按自然日结算', en: '{station} does not work in shifts; its days are natural days' },
  'shift.alreadyOpen': { status: 409, zh: '已有班次在进行中', en: 'A shift is running already' },
  'shift.numberTaken': { status: 409, zh: '班次正由他人变更，请重试', en: 'Someone else is changing the shift, please try again' },
  'order.alreadyPaid': { status: 409, zh: '订单 {orderNo} 已支付完成', en: 'Order {orderNo} is paid already' },
  'order.statusForbids': { status: 409, zh: '订单当前状态不允许此操作', en: 'The order is in a state that does not allow this' },
  'order.partTooLarge': { status: 409, field: 'amountCents', zh: '支付金额超过待付金额', en: 'The payment is more than what is still due' },
  'order.overpaid': { status: 409, field: 'amountCents', zh: '支付金额超过待付金额', en: 'The payment is more than what is still due' },
  'order.overRefunded': { status: 409, field: 'amountCents', zh: '退款金额超过可退金额', en: 'The refund is more than what can be refunded' },
  'order.discountTooLarge': { status: 409, field: 'lineItems', zh: '优惠金额超过商品金额', en: 'The discount is more than the amount' },
  'order.sequenceTaken': { status: 409, field: 'sequence', zh: '序号 {sequence} 已用于另一笔销售', en: 'Sequence number {sequence} was already used for another sale' },
  'order.sequenceMissing': { status: 400, field: 'sequence', zh: '设备上传的销售必须带序号', en: 'A sale sent by a device needs its sequence number' },
  'order.deviceForeign': { status: 403, field: 'deviceId', zh: '只能由该设备自己上传销售', en: 'A device sends its own sales only' },
  'order.stationMissing': { status: 409, zh: '请先选择油站', en: 'Choose a station first' },
  'order.nozzleUnknown': { status: 422, field: 'nozzleControlId', zh: '本站没有这支油枪', en: 'This station has no such nozzle' },
  'order.itemUnknown': { status: 422, field: 'lineItems', zh: '本站没有销售该商品', en: 'This station does not sell this item' },
  'order.unitMismatch': { status: 422, field: 'lineItems', zh: '油品按升计量，商品按件计数', en: 'Fuel is measured in litres, goods are counted in pieces' },
  'order.priceMissing': { status: 422, field: 'lineItems', zh: '没有可用的单价，请提供单价或金额', en: 'No price is in force: give a price or an amount' },
  'order.employeeUnknown': { status: 422, field: 'employeeId', zh: '没有这名员工', en: 'There is no such employee' },
  'order.cardUnknown': { status: 422, field: 'cardNumber', zh: '没有这张卡', en: 'There is no such card' },
  'transaction.serialTaken': { status: 409, field: 'externalSerialNo', zh: '该支付流水号已入账', en: 'This payment serial number is booked already' },
  'transaction.serialMissing': { status: 400, field: 'externalSerialNo', zh: '请填写支付凭证的流水号', en: 'Enter the serial number of the payment slip' },
  'transaction.overRefunded': { status: 409, field: 'amountCents', zh: '退款金额超过可退金额', en: 'The refund is more than what can be refunded' },
} as const satisfies Record<string, ErrorSpec>

export type ErrorCode = keyof typeof errors
export type Language = 'zh' | 'en'

/** What a refusal says, its detail filled in. */
export function wordsOf(code: ErrorCode, language: Language, detail: Record<string, unknown> = {}): string {
  const reason = searchReasons[detail.reason as SearchReason]?.[language] ?? detail.reason
  return errors[code][language].replaceAll(/\{(\w+)\}/g, (_, name: string) => String({ ...detail, reason }[name] ?? '—'))
}

/** What is wrong with a value that breaks a shape of ours; other issues are worded by zod's own zh and en locales. */
export const invalid: Record<string, Record<Language, string>> = {
  oneDecimal: { zh: '最多一位小数', en: 'At most one decimal' },
  nozzlePhysicalNo: { zh: '油枪号应为 1–8', en: 'Nozzle numbers run from 1 to 8' },
  mobile: { zh: '请输入正确的手机号', en: 'Enter a correct mobile number' },
  sixDigits: { zh: '请输入 6 位数字', en: 'Enter six digits' },
  cardNumber: { zh: '卡号应为 4–32 位字母或数字', en: 'A card number has 4 to 32 letters or digits' },
  sixDecimals: { zh: '最多六位小数', en: 'At most six decimals' },
  code: { zh: '1–32 位字母、数字、点、横线或下划线', en: '1 to 32 letters, digits, dots, dashes or underscores' },
  country: { zh: '请输入三位国家代码', en: 'Enter a country code of three letters' },
  currency: { zh: '请输入两位小数的币种代码，例如 CNY', en: 'Enter the code of a currency with two decimals, such as CNY' },
  timeZone: { zh: '未知的时区', en: 'There is no such time zone' },
  timeOfDay: { zh: '请输入时:分，例如 08:30', en: 'Enter hours and minutes, such as 08:30' },
  macAddress: { zh: '请输入正确的 MAC 地址', en: 'Enter a correct MAC address' },
  mobileOrEmail: { zh: '手机号和邮箱至少填写一项', en: 'Enter a mobile number or an e-mail address' },
  volumeOrPieces: { zh: '请填写体积或件数其中一项', en: 'Give either a volume or a number of pieces' },
  cardNumberOrId: { zh: '请填写卡号', en: 'Enter a card number' },
  twoDecimals: { zh: '最多两位小数', en: 'At most two decimals' },
}
