import type { Actions, Pages, Permissions } from '../declaration.ts'
import { company, leaders, master, readers } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Fuels, tanks, nozzles and devices. */
export const permissions = {
  'forecourt.baseFuel.read': { roles: readers, zh: '查看基础油品', en: 'View base fuels' },
  'forecourt.baseFuel.write': { roles: company, zh: '编辑基础油品', en: 'Edit base fuels' },
  /** What a device does for itself; no person holds it. */
  'device.self': { roles: [], zh: '设备自身操作', en: 'Operations of the device itself' },
  'forecourt.product.read': { roles: readers, zh: '查看油品', en: 'View fuels' },
  'forecourt.product.write': { roles: company, zh: '编辑油品', en: 'Edit fuels' },
  'forecourt.price.read': { roles: readers, zh: '查看调价单', en: 'View price changes' },
  'forecourt.price.write': { roles: master, zh: '调价', en: 'Change prices' },
  'forecourt.tank.read': { roles: readers, zh: '查看油罐', en: 'View tanks' },
  'forecourt.tank.write': { roles: master, zh: '编辑油罐', en: 'Edit tanks' },
  'forecourt.dip.write': { roles: leaders, zh: '录入量油与划销液位记录', en: 'Enter dips and strike out tank readings' },
  'forecourt.tankAlarm.acknowledge': { roles: leaders, zh: '确认油罐报警', en: 'Acknowledge tank alarms' },
  'forecourt.alarmContact.read': { roles: leaders, zh: '查看报警值班人员', en: 'View who is called about tank alarms' },
  'forecourt.alarmContact.write': { roles: master, zh: '编辑报警值班人员', en: 'Edit who is called about tank alarms' },
  'forecourt.meterEvent.read': { roles: readers, zh: '查看泵码事件', en: 'View events of meters' },
  'forecourt.meterEvent.write': {
    roles: leaders,
    zh: '登记换表、泵码翻转与校验回罐',
    en: 'Enter that meters were exchanged, rolled over or tested',
  },
  'forecourt.nozzle.read': { roles: readers, zh: '查看油枪', en: 'View nozzles' },
  'forecourt.nozzle.write': { roles: master, zh: '编辑油枪', en: 'Edit nozzles' },
  'forecourt.dispenser.read': { roles: readers, zh: '查看加油机', en: 'View dispensers' },
  'forecourt.dispenser.write': { roles: master, zh: '编辑加油机', en: 'Edit dispensers' },
  'forecourt.equipment.read': { roles: readers, zh: '查看液位仪与打印机', en: 'View tank gauges and printers' },
  'forecourt.equipment.write': { roles: master, zh: '编辑液位仪与打印机', en: 'Edit tank gauges and printers' },
  'forecourt.device.read': { roles: readers, zh: '查看设备', en: 'View devices' },
  'forecourt.device.write': { roles: master, zh: '编辑设备', en: 'Edit devices' },
  'forecourt.device.enrol': { roles: master, zh: '登记设备', en: 'Enrol devices' },
} as const satisfies Permissions

const forecourt = { section: 'stationMge', group: 'vestibuleMge', level: 'station', roles: master } as const
const fuelPrices = { section: 'oilOperate', level: 'station', roles: master, reads: ['forecourt.price.read'] } as const
const newPrices = { ...fuelPrices, hidden: true, parent: 'changePrice', acts: ['forecourt.price.write'] } as const
export const pages = [
  {
    name: 'changePrice',
    after: 'oilTaking',
    zh: '油品调价',
    en: 'Price changes',
    ...fuelPrices,
    acts: ['forecourt.price.write'],
  },
  {
    name: 'afterPrice',
    zh: '定时调价',
    en: 'Scheduled price change',
    ...newPrices,
  },
  {
    name: 'nowPrice',
    zh: '立即调价',
    en: 'Change price now',
    ...newPrices,
  },
  {
    name: 'fuelMge',
    zh: '油品管理',
    en: 'Fuels',
    ...forecourt,
    reads: [],
    acts: ['forecourt.product.write', 'forecourt.price.write'],
  },
  {
    name: 'tankMge',
    zh: '油罐管理',
    en: 'Tanks',
    ...forecourt,
    roles: leaders,
    reads: [],
    acts: [
      'forecourt.tank.write',
      'forecourt.dip.write',
      'forecourt.tankAlarm.acknowledge',
      'forecourt.alarmContact.read',
      'forecourt.alarmContact.write',
      'tankEntry.read',
      'tankEntry.write',
      'tankEntry.adjust',
    ],
  },
  {
    name: 'nozzleMge',
    zh: '油枪管理',
    en: 'Nozzles',
    ...forecourt,
    reads: [],
    acts: ['forecourt.nozzle.write', 'forecourt.meterEvent.write'],
  },
  {
    name: 'deviceMge',
    zh: '前庭设备',
    en: 'Forecourt devices',
    ...forecourt,
    reads: [],
    acts: [
      'forecourt.dispenser.write',
      'forecourt.equipment.write',
      'forecourt.device.write',
      'forecourt.device.enrol',
      'card.blackListDevice.read',
    ],
  },
  {
    name: 'baseFuelMge',
    after: 'depotDetails',
    zh: '基础油品管理',
    en: 'Base fuels',
    section: 'oilCompanyOperate',
    level: 'company',
    roles: company,
    reads: ['forecourt.baseFuel.read'],
    acts: ['forecourt.baseFuel.write'],
  },
] as const satisfies Pages

export const actions = {
  'tankReading.dip': { zh: '录入量油', en: 'Entered a dip' },
  'tankReading.strike': { zh: '划销液位记录', en: 'Struck out a tank reading' },
  'tankChart.add': { zh: '新增罐容表版本', en: 'Added a version of a tank chart' },
  'tankChart.learn': { zh: '采用校正的罐容表', en: 'Accepted a repaired tank chart' },
  'tankAlarm.raise': { zh: '油罐报警', en: 'Tank alarm' },
  'tankAlarm.acknowledge': { zh: '确认油罐报警', en: 'Acknowledged a tank alarm' },
  'tankAlarm.notify': { zh: '通知值班人员', en: 'Wrote to the people on duty about a tank alarm' },
  'meterEvent.add': { zh: '登记泵码事件', en: 'Entered an event of a meter' },
  'meterEvent.strike': { zh: '划销泵码事件', en: 'Struck out an event of a meter' },
  'device.enrol': { zh: '登记设备', en: 'Enrolled a device' },
  'device.rotate': { zh: '更换设备凭证', en: 'Replaced a device credential' },
  'product.price.back': { zh: '恢复原价', en: 'Set a price back' },
  'price.change': { zh: '下达调价', en: 'Ordered a price change' },
  'price.fire': { zh: '调价生效', en: 'A price change took effect' },
  'price.cancel': { zh: '取消调价', en: 'Cancelled a price change' },
  'product.price': { zh: '调价', en: 'Changed a price' },
} as const satisfies Actions
