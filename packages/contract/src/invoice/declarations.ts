import type { Actions, Pages, Permissions } from '../declaration.ts'
import { admins, master, readers } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** In whose name invoices are issued, and at which rates. */
export const permissions = {
  'invoice.seller.read': { roles: readers, zh: '查看销方抬头', en: 'View seller titles' },
  'invoice.seller.write': { roles: master, zh: '编辑销方抬头', en: 'Edit seller titles' },
  'invoice.tax.read': { roles: readers, zh: '查看税率', en: 'View tax rates' },
  'invoice.tax.write': { roles: master, zh: '编辑税率', en: 'Edit tax rates' },
  'invoice.defaultTax.read': { roles: admins, zh: '查看默认税率', en: 'View default tax rates' },
  'invoice.defaultTax.write': { roles: admins, zh: '编辑默认税率', en: 'Edit default tax rates' },
} as const satisfies Permissions

const ofStation = { section: 'stationMge', level: 'station', roles: master } as const
export const pages = [
  {
    name: 'sellerInvoice',
    after: 'stationConfig',
    zh: '销方开票抬头',
    en: 'Invoice seller details',
    also: ['销方抬头', '开票信息', '票通', '航信', '诺诺', 'Seller titles', 'Seller invoice titles'],
    ...ofStation,
    reads: ['invoice.seller.read'],
    acts: ['invoice.seller.write'],
  },
  {
    name: 'tax',
    zh: '税率管理',
    en: 'Tax rates',
    also: ['税率', '税收分类编码', 'VAT'],
    ...ofStation,
    reads: ['invoice.tax.read'],
    acts: ['invoice.tax.write'],
  },
  {
    name: 'defaultTaxes',
    after: 'renewMge',
    zh: '默认税率',
    en: 'Default tax rates',
    also: ['税率', '税收分类编码', 'VAT'],
    section: 'maintenance',
    level: 'platform',
    roles: admins,
    reads: ['invoice.defaultTax.read'],
    acts: ['invoice.defaultTax.write'],
  },
] as const satisfies Pages

export const actions = {
  'sellerInvoices.makeDefault': { zh: '设为默认抬头', en: 'Made a seller title the default' },
  'defaultTaxes.copy': { zh: '复制默认税率到油站', en: 'Copied default tax rates to a station' },
} as const satisfies Actions
