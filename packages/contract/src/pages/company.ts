import type { Page } from '../menu.ts'
import { admins, company } from './roles.ts'

const ofCompany = { section: 'oilCompanyMge', level: 'company', stationless: true } as const

/** 油企管理 */
export const companyPages = [
  {
    name: 'addCompanies',
    path: '/oilCompanyMge/addCompanies',
    zh: '油企列表',
    en: 'Companies',
    also: ['Oil companies'],
    section: 'oilCompanyMge',
    level: 'platform',
    stationless: true,
    roles: admins,
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
  },
  {
    name: 'addStations',
    path: '/oilCompanyMge/addStations',
    zh: '油站列表',
    en: 'Stations',
    section: 'oilCompanyMge',
    level: 'company',
    // Anyone who opens a company begins here, before there is any station to choose.
    stationless: true,
    roles: company,
  },
  {
    name: 'companyUserMge',
    path: '/oilCompanyMge/companyUserMge',
    zh: '油企用户管理',
    en: 'Company users',
    section: 'oilCompanyMge',
    level: 'company',
    roles: company,
  },
  {
    name: 'companyAssginMenu',
    path: '/oilCompanyMge/companyAssginMenu/{userId}',
    zh: '分配菜单',
    en: 'Menu access',
    also: ['Assign menus (company user)'],
    parent: 'companyUserMge',
    section: 'oilCompanyMge',
    level: 'company',
    hidden: true,
    roles: company,
  },
  {
    name: 'companyConfig',
    path: '/oilCompanyMge/companyConfig',
    zh: '油企配置',
    en: 'Company settings',
    also: ['Company configuration'],
    roles: company,
    ...ofCompany,
  },
] as const satisfies readonly Page[]
