import type { Page } from '../menu.ts'
import { master } from './roles.ts'

const forecourt = { section: 'stationMge', group: 'vestibuleMge', level: 'station', roles: master } as const

/** 油站管理 */
export const stationPages = [
  { name: 'staffMge', path: '/stationMge/staffMge', zh: '员工管理', en: 'Staff', section: 'stationMge', level: 'station', roles: master },
  {
    name: 'stationAssginMenu',
    path: '/stationMge/stationAssginMenu/{userId}',
    zh: '分配菜单',
    en: 'Menu access',
    also: ['Assign menus (station staff)'],
    parent: 'staffMge',
    section: 'stationMge',
    level: 'station',
    hidden: true,
    roles: master,
  },
  { name: 'fuelMge', path: '/stationMge/vestibuleMge/fuelMge', zh: '油品管理', en: 'Fuels', ...forecourt },
  { name: 'tankMge', path: '/stationMge/vestibuleMge/tankMge', zh: '油罐管理', en: 'Tanks', ...forecourt },
  { name: 'nozzleMge', path: '/stationMge/vestibuleMge/nozzleMge', zh: '油枪管理', en: 'Nozzles', ...forecourt },
  { name: 'deviceMge', path: '/stationMge/vestibuleMge/deviceMge', zh: '前庭设备', en: 'Forecourt devices', ...forecourt },
  {
    name: 'stationConfig',
    path: '/stationMge/stationConfig',
    zh: '油站配置',
    en: 'Station settings',
    also: ['Station configuration'],
    section: 'stationMge',
    level: 'station',
    roles: master,
  },
  {
    name: 'myStation',
    path: '/stationMge/myStation',
    zh: '我的油站',
    en: 'My station',
    section: 'stationMge',
    level: 'station',
    roles: master,
  },
] as const satisfies readonly Page[]
