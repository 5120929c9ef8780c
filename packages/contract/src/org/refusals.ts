import type { Refusals } from '../declaration.ts'

/** Companies and stations. */
export const refusals = {
  'company.codeTaken': { status: 409, field: 'code', zh: '该油企编码已被使用', en: 'This company code is taken' },
  'station.codeTaken': { status: 409, field: 'code', zh: '该油站编码已被使用', en: 'This station code is taken' },
  'station.nameTaken': {
    status: 409,
    field: 'name',
    zh: '油站已存在：已有名为“{name}”的油站',
    en: 'Station already exists: there is a station named “{name}”',
  },
  'company.currencyFixed': {
    status: 409,
    field: 'currency',
    zh: '已有资金往来，币种不能再更改',
    en: 'Money has already been booked, so the currency cannot be changed',
  },
  'cardKey.weak': {
    status: 400,
    field: 'key',
    zh: '密钥过于简单，请使用随机生成的密钥',
    en: 'This key is too simple. Use a randomly generated one.',
  },
  'cardKey.unusable': {
    status: 409,
    zh: '卡密钥长度不符合写卡要求，请重新设置',
    en: 'The card key does not have the length that cards need. Enter another one.',
  },
  'cardKey.tooMany': {
    status: 409,
    field: 'key',
    zh: '密钥更换次数已达上限 255 次',
    en: 'The key has been changed 255 times, which is the most a card can tell',
  },
  'renewal.past': { status: 400, field: 'endTime', zh: '到期时间应晚于现在', en: 'The expiry date must be in the future' },
  'renewal.same': { status: 409, field: 'endTime', zh: '到期时间没有变化', en: 'The expiry date is unchanged' },
  'geocode.notFound': {
    status: 404,
    field: 'address',
    zh: '地址解析失败，请输入正确的地址',
    en: 'Address lookup failed, enter correct address',
  },
  'fleet.nameTaken': { status: 409, field: 'name', zh: '已有同名单位会员', en: 'There is already a fleet with this name' },
  'fleet.leaderTaken': { status: 409, field: 'userId', zh: '该用户已负责其他单位', en: 'This user already manages another fleet' },
  'fleet.hasMaster': {
    status: 409,
    field: 'groupId',
    zh: '该单位已有主卡 {number}，一个单位只有一张主卡',
    en: 'This fleet has the master card {number} already; a fleet has one master card',
  },
  'fleet.shares': {
    status: 409,
    zh: '该单位为共享方式，副卡直接使用主卡余额，不能划拨、收回或调整',
    en: 'The sub cards of this fleet share the balance of its master card: nothing is allocated to them, taken back or adjusted',
  },
  'fleet.nobodyToAssign': {
    status: 409,
    zh: '主卡 {number} 没有可以接收划拨的副卡',
    en: 'No sub card of master card {number} can receive an allocation',
  },
  'fleet.sameMode': { status: 409, field: 'valueMode', zh: '该单位已是此资金方式', en: 'The fleet is in this mode already' },
  'fleet.stopped': { status: 409, zh: '单位“{name}”已停用', en: 'The fleet “{name}” is stopped' },
  'fleet.notStopped': { status: 409, zh: '单位“{name}”未停用', en: 'The fleet “{name}” is not stopped' },
  'fleet.nameMistyped': {
    status: 409,
    field: 'confirmName',
    zh: '输入的名称与单位名称不一致',
    en: 'This is not the name of the fleet',
  },
  'fleet.expired': { status: 409, zh: '单位“{name}”的有效期已过（{date}）', en: 'The fleet “{name}” expired on {date}' },
  'fleet.cardsOfVehicles': {
    status: 409,
    field: 'userId',
    zh: '单位“{name}”的副卡只用于车辆，不发给员工',
    en: 'The sub cards of the fleet “{name}” are for its vehicles, not for its employees',
  },
  'fleet.channelForbidden': {
    status: 409,
    zh: '单位“{name}”的卡不能在小程序上支付',
    en: 'The cards of the fleet “{name}” cannot pay in a mini program',
  },
} as const satisfies Refusals
