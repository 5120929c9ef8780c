import type { Page } from '../menu.ts'
import { master } from './roles.ts'

/** 油品运营 */
export const fuelPages = [
  {
    name: 'fuelCode',
    path: '/oilOperate/fuelCode',
    zh: '油品编码',
    en: 'Fuel codes',
    section: 'oilOperate',
    level: 'company',
    roles: master,
  },
] as const satisfies readonly Page[]
