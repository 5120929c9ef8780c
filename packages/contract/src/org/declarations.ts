import type { Actions, Pages, Permissions } from '../declaration.ts'
import { admins, company, master, readers } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Companies and stations. */
export const permissions = {
  'org.company.read': { roles: readers, zh: '查看油企', en: 'View companies' },
  'org.company.write': { roles: admins, zh: '编辑油企', en: 'Edit companies' },
  'org.company.create': { roles: admins, zh: '新增油企', en: 'Add companies' },
  'org.companyConfig.write': { roles: company, zh: '编辑油企配置', en: 'Edit company settings' },
  'org.stationConfig.write': { roles: master, zh: '编辑油站配置', en: 'Edit station settings' },
  /** What a station tells of itself: its own master keeps it. */
  'org.stationProfile.write': { roles: master, zh: '维护本站资料', en: 'Edit own station details' },
  'org.cardKey.write': { roles: admins, zh: '设置卡密钥', en: 'Set the card key' },
  'org.renewal.read': { roles: company, zh: '查看续费记录', en: 'View renewals' },
  'org.renewal.write': { roles: admins, zh: '续费', en: 'Renew service' },
  /** What holds for all companies is set by anyone who runs the system. */
  'org.systemConfig.read': { roles: admins, zh: '查看系统配置', en: 'View system settings' },
  'org.systemConfig.write': { roles: ['superAdmin'], zh: '编辑系统配置', en: 'Edit system settings' },
  'org.station.read': { roles: readers, zh: '查看油站', en: 'View stations' },
  'org.station.write': { roles: company, zh: '编辑油站', en: 'Edit stations' },
  /** Authorization codes are added only by users who were granted it explicitly. @source spec 1 §6 */
  'authCode.write': { roles: ['superAdmin'], zh: '添加授权码', en: 'Add authorization codes' },
} as const satisfies Permissions

const ofCompany = { section: 'oilCompanyMge', level: 'company', stationless: true } as const
const maintenance = { section: 'maintenance', level: 'platform', roles: admins } as const
export const pages = [
  {
    name: 'addCompanies',
    zh: '油企列表',
    en: 'Companies',
    also: ['Oil companies'],
    section: 'oilCompanyMge',
    level: 'platform',
    stationless: true,
    roles: admins,
    reads: [],
    acts: ['org.company.create', 'org.company.write'],
  },
  {
    name: 'companyDetails',
    path: '/oilCompanyMge/companyDetails/{companyId}',
    zh: '油企详情',
    en: 'Company details',
    also: ['Oil company details'],
    parent: 'addCompanies',
    hidden: true,
    roles: company,
    ...ofCompany,
    reads: [],
    acts: ['org.company.write', 'org.cardKey.write', 'merchant.account.read'],
    demo: 'companies?size=1',
  },
  {
    name: 'changeLogo',
    path: '/oilCompanyMge/changeLogo/{companyId}',
    zh: '更换LOGO',
    en: 'Change logo',
    parent: 'addCompanies',
    hidden: true,
    roles: admins,
    ...ofCompany,
    reads: [],
    acts: ['org.company.write'],
    demo: 'companies?size=1',
  },
  {
    name: 'addStations',
    zh: '油站列表',
    en: 'Stations',
    section: 'oilCompanyMge',
    level: 'company',
    // Anyone who opens a company begins here, before there is any station to choose.
    stationless: true,
    roles: company,
    reads: [],
    acts: ['org.station.write'],
  },
  {
    name: 'companyConfig',
    zh: '油企配置',
    en: 'Company settings',
    also: ['Company configuration'],
    roles: company,
    ...ofCompany,
    reads: [],
    acts: ['org.companyConfig.write'],
  },
  {
    name: 'stationConfig',
    zh: '油站配置',
    en: 'Station settings',
    also: ['Station configuration'],
    section: 'stationMge',
    level: 'station',
    roles: master,
    reads: [],
    acts: ['org.stationConfig.write'],
  },
  {
    name: 'myStation',
    zh: '我的油站',
    en: 'My station',
    section: 'stationMge',
    level: 'station',
    roles: master,
    reads: [],
    acts: ['org.stationProfile.write'],
  },
  {
    name: 'renewMge',
    after: 'roleAccessConfig',
    zh: '续费管理',
    en: 'Renewals',
    also: ['Renewal'],
    stationless: true,
    ...maintenance,
    reads: ['org.renewal.read'],
    acts: ['org.renewal.write'],
  },
  {
    name: 'systemConfig',
    zh: '系统配置',
    en: 'System settings',
    also: ['System configuration'],
    stationless: true,
    ...maintenance,
    reads: ['org.systemConfig.read'],
    acts: ['org.systemConfig.write'],
  },
] as const satisfies Pages

export const actions = {
  'stations.config': { zh: '修改油站配置', en: 'Changed station settings' },
  'companies.config': { zh: '修改油企配置', en: 'Changed company settings' },
  'companies.config.sync': { zh: '同步油企配置', en: 'Synchronised company settings' },
  'companies.cardKey': { zh: '设置卡密钥', en: 'Set the card key' },
  'stations.renew': { zh: '续费', en: 'Renewed the service of a station' },
  'stations.broadcast': { zh: '向油站发布指令', en: 'Sent a command to a station' },
  'systemConfig.update': { zh: '修改系统配置', en: 'Changed system settings' },
  'companies.create': { zh: '新增油企', en: 'Added a company' },
} as const satisfies Actions
