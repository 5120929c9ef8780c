import type { Page } from '../menu.ts'
import { company, everyStation, master } from '../role-sets.ts'

const forMasters = { section: 'oilOperate', level: 'station', roles: master } as const

/** 油品运营 */
export const fuelPages = [
  {
    name: 'recordOrder',
    path: '/oilOperate/recordOrder',
    zh: '补录订单',
    en: 'Record a missed sale',
    also: ['Manual order entry'],
    section: 'oilOperate',
    level: 'station',
    roles: everyStation,
    reads: [],
    acts: ['order.manual'],
  },
  {
    name: 'fuelCode',
    path: '/oilOperate/fuelCode',
    zh: '油品编码',
    en: 'Fuel codes',
    ...forMasters,
    records: 'fuelCodes',
    reads: ['fuel.code.read'],
    acts: ['fuel.code.write'],
  },
  {
    name: 'baseFuelMge',
    path: '/oilCompanyOperate/baseFuelMge',
    zh: '基础油品管理',
    en: 'Base fuels',
    section: 'oilCompanyOperate',
    level: 'company',
    roles: company,
    reads: ['forecourt.baseFuel.read'],
    acts: ['forecourt.baseFuel.write'],
  },
] as const satisfies readonly Page[]
