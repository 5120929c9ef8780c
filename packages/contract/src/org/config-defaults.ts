import type { CompanySettings } from './config.ts'

/** What holds where nobody has set anything. */
export const configDefaults: CompanySettings = {
  notify: { days: 30 },
  search: { queryScope: 1, statisticsScope: 1 },
  package: { card: true, payment: true, store: true, rfid: false },
  otherTradeType: {},
  webChargeTradeType: ['cash', 'wx', 'ali', 'qrCode', 'barCode', 'bankCard'],
  device: { localService: false },
  homePage: { page: null },
  invoice: { disableInvoice: false },
  unionCard: { cardName: '' },
  confirm: { pricePercent: 10, amountCents: 10_000_00 },
  debitCard: { cardName: '' },
  denominations: [],
  passwords: { rule: 'strong' },
}
