import type { FuelColor, Role } from '@forecourt/contract'

/** What the demo is made of. Everything in it is invented. */
export interface CompanyScript {
  code: string
  name: string
  currency: string
  currencyName: string
  symbol: string
  zone: string
  country: string
  password: string
  pin: string
  mobilePrefix: string
  fuels: readonly FuelScript[]
  stations: readonly StationScript[]
  people: readonly PersonScript[]
  shelves: readonly ShelfScript[]
  members: number
  /** What customers ask for in money, in whole units. */
  presets: readonly number[]
  /** Sales on an ordinary day of a station. */
  salesPerDay: number
  days: number
  /** The last of the days, which the simulator lives through as customers of a busy station do. */
  busyDays?: number
}
export interface FuelScript {
  code: string
  name: string
  classification: 'gasoline' | 'diesel'
  color: FuelColor
  taxRate: number
  priceCents: number
}
export interface StationScript {
  code: string
  name: string
  address: string
  longitude: number
  latitude: number
  shifts: boolean
  /** Where it is not the company's. */
  zone?: string
  /** On its busy days. */
  customersPerDay?: number
  /** Above or below the company's price. */
  priceOffsetCents: number
  /** Fuel, capacity in litres, how full, water at the bottom in millimetres. */
  tanks: readonly (readonly [fuel: string, litres: number, full: number, waterMm: number])[]
  /** For each dispenser the tanks, by number, that its nozzles draw from. */
  dispensers: readonly (readonly number[])[]
}
export interface PersonScript {
  role: Role
  name: string
  /** Codes of the stations of a station's role. */
  at?: readonly string[]
}
export interface ShelfScript {
  name: string
  items: readonly (readonly [code: string, name: string, priceCents: number, inventory: number])[]
}

const shop: ShelfScript[] = [
  {
    name: '润滑油 Oils',
    items: [
      ['OIL-5W30', '全合成机油 5W-30 4 L · Engine oil', 29800, 24],
      ['OIL-10W40', '半合成机油 10W-40 4 L · Engine oil', 16800, 31],
      ['ADBLUE', '车用尿素 10 kg · AdBlue', 4500, 60],
      ['GLASS', '玻璃水 2 L · Screen wash', 1200, 85],
    ],
  },
  {
    name: '饮料 Drinks',
    items: [
      ['W550', '矿泉水 550 ml · Water', 200, -1],
      ['TEA500', '冰红茶 500 ml · Iced tea', 400, 96],
      ['COF', '热咖啡 · Coffee', 1200, -1],
      ['EN250', '能量饮料 250 ml · Energy drink', 600, 72],
    ],
  },
  {
    name: '零食 Snacks',
    items: [
      ['NOODLE', '方便面 · Instant noodles', 550, 140],
      ['NUTS', '坚果 120 g · Nuts', 1480, 38],
      ['CHOC', '巧克力 · Chocolate bar', 700, 64],
      ['BUN', '肉包 · Steamed bun', 350, 20],
    ],
  },
  {
    name: '车用品 Car care',
    items: [
      ['TISSUE', '纸巾 · Tissues', 500, 110],
      ['GLOVES', '手套 · Gloves', 900, 45],
    ],
  },
]

const everyRole = (code: string, both: readonly string[], names: Readonly<Record<string, string>>): PersonScript[] =>
  Object.entries(names).map(([role, name]) => ({
    role: role as Role,
    name,
    ...(role.startsWith('station_') && { at: role === 'station_master' ? both : [code] }),
  }))

export const riverside: CompanyScript = {
  code: 'demo',
  name: 'Riverside 滨江石油',
  currency: 'CNY',
  currencyName: '元',
  symbol: '¥',
  zone: 'Asia/Shanghai',
  country: 'CHN',
  password: 'Lantern-boat-26',
  pin: '280914',
  mobilePrefix: '138000010',
  fuels: [
    { code: '92', name: '92# 汽油', classification: 'gasoline', color: 'gasoline92', taxRate: 13, priceCents: 768 },
    { code: '95', name: '95# 汽油', classification: 'gasoline', color: 'gasoline95', taxRate: 13, priceCents: 818 },
    { code: '98', name: '98# 汽油', classification: 'gasoline', color: 'gasoline98', taxRate: 13, priceCents: 918 },
    { code: '0', name: '0# 柴油', classification: 'diesel', color: 'diesel0', taxRate: 13, priceCents: 735 },
    { code: '-10', name: '-10# 柴油', classification: 'diesel', color: 'diesel10', taxRate: 13, priceCents: 779 },
  ],
  stations: [
    {
      code: 'east',
      name: '滨江东站 Riverside East',
      address: '上海市浦东新区滨江大道 188 号',
      longitude: 121.5069,
      latitude: 31.2453,
      shifts: true,
      priceOffsetCents: 0,
      tanks: [
        ['92', 30_000, 0.62, 8],
        ['95', 30_000, 0.47, 12],
        ['98', 15_000, 0.09, 5],
        ['0', 40_000, 0.71, 46],
        ['-10', 20_000, 0.33, 10],
      ],
      dispensers: [
        [1, 2],
        [1, 3],
        [4, 5],
        [4, 2],
      ],
    },
    {
      code: 'west',
      name: '滨江西站 Riverside West',
      address: '上海市徐汇区龙腾大道 2350 号',
      longitude: 121.4597,
      latitude: 31.1815,
      shifts: false,
      priceOffsetCents: -3,
      tanks: [
        ['92', 30_000, 0.38, 9],
        ['95', 20_000, 0.82, 7],
        ['0', 30_000, 0.19, 22],
      ],
      dispensers: [
        [1, 2],
        [1, 2, 3],
        [3, 3],
      ],
    },
  ],
  people: [
    ...everyRole('east', ['east', 'west'], {
      superAdmin: '周明 Zhou Ming',
      admin: '林岚 Lin Lan',
      company_group: '顾远 Gu Yuan',
      company_user: '沈佳 Shen Jia',
      station_master: '陈立 Chen Li',
      station_leader: '赵敏 Zhao Min',
      station_employee: '孙浩 Sun Hao',
      station_salesman: '吴芳 Wu Fang',
      station_bill: '郑洁 Zheng Jie',
      group_master: '冯车 Feng Che',
    }),
    { role: 'station_leader', name: '何静 He Jing', at: ['west'] },
    { role: 'station_employee', name: '李响 Li Xiang', at: ['west'] },
    { role: 'station_employee', name: '马超 Ma Chao', at: ['east'] },
  ],
  shelves: shop,
  members: 40,
  presets: [100, 150, 200, 200, 200, 250, 300, 300, 400, 500],
  salesPerDay: 15,
  days: 30,
}

const london: StationScript = {
  code: 'thames',
  name: 'Riverside London 滨江伦敦站',
  address: '12 Riverside Walk, London SE10',
  longitude: 0.0046,
  latitude: 51.4934,
  zone: 'Europe/London',
  shifts: true,
  priceOffsetCents: 380,
  tanks: [
    ['95', 40_000, 0.55, 9],
    ['98', 20_000, 0.48, 6],
    ['0', 40_000, 0.61, 14],
  ],
  dispensers: [
    [1, 3],
    [1, 3],
    [1, 2],
    [1, 3],
  ],
}

/** The company as `npm start` shows it: three stations that are as busy as stations are, one of them in another zone of time. */
export const busyRiverside: CompanyScript = {
  ...riverside,
  stations: [
    { ...riverside.stations[0]!, customersPerDay: 345 },
    { ...riverside.stations[1]!, shifts: true, customersPerDay: 300 },
    { ...london, customersPerDay: 340 },
  ],
  people: [
    ...riverside.people,
    { role: 'station_master', name: '韩雪 Han Xue', at: ['thames'] },
    { role: 'station_leader', name: 'Oliver Grant', at: ['thames'] },
    { role: 'station_employee', name: 'Amelia Hughes', at: ['thames'] },
    { role: 'station_employee', name: 'Jack Foster', at: ['thames'] },
  ],
  busyDays: 7,
}

export const harbour: CompanyScript = {
  code: 'harbour',
  name: 'Harbour Fuels',
  currency: 'EUR',
  currencyName: 'euro',
  symbol: '€',
  zone: 'Europe/Dublin',
  country: 'IRL',
  password: 'Anchor-stone-26',
  pin: '417206',
  mobilePrefix: '139000020',
  fuels: [
    { code: '95', name: 'Unleaded 95', classification: 'gasoline', color: 'gasoline95', taxRate: 23, priceCents: 176 },
    { code: '0', name: 'Diesel', classification: 'diesel', color: 'diesel0', taxRate: 23, priceCents: 172 },
  ],
  stations: [
    {
      code: 'quay',
      name: 'Harbour Quay',
      address: '4 Harbour Quay, Cork',
      longitude: -8.4701,
      latitude: 51.8985,
      shifts: false,
      priceOffsetCents: 0,
      tanks: [
        ['95', 20_000, 0.55, 6],
        ['0', 20_000, 0.41, 9],
      ],
      dispensers: [
        [1, 2],
        [1, 2],
      ],
    },
  ],
  people: everyRole('quay', ['quay'], {
    admin: 'Aoife Byrne',
    company_group: 'Declan Walsh',
    company_user: 'Niamh Kelly',
    station_master: 'Sean Murphy',
    station_leader: 'Ciara Ryan',
    station_employee: 'Liam Doyle',
    station_salesman: 'Orla Nolan',
    station_bill: 'Eoin Brennan',
    group_master: 'Maeve Quinn',
  }),
  shelves: [shop[1]!],
  members: 4,
  presets: [20, 30, 40, 50, 50, 60, 80],
  salesPerDay: 4,
  days: 7,
}
