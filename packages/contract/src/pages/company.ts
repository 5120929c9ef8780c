import type { Page } from '../menu.ts'
import { company } from './roles.ts'

/** 油企管理 */
export const companyPages = [
  {
    name: 'addStations',
    path: '/oilCompanyMge/addStations',
    zh: '油站列表',
    en: 'Stations',
    section: 'oilCompanyMge',
    level: 'company',
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
    en: 'Assign menus (company user)',
    parent: 'companyUserMge',
    section: 'oilCompanyMge',
    level: 'company',
    hidden: true,
    roles: company,
  },
] as const satisfies readonly Page[]
