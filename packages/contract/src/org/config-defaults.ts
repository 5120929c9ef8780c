import type { CompanySettings } from './config.ts'
import { packageDefaults } from './package.ts'

/**
 * 预付卡规则: what is chosen when a company is set up, and may be changed figure by figure. China: the measures for single-purpose prepaid
 * cards. @source decisions CD16
 */
export const prepaidPresets = {
  none: {
    namedCentsMax: 0,
    bearerCentsMax: 0,
    namedWithoutEnd: false,
    bearerYearsMin: 0,
    identity: false,
    bearerIdentityCents: 0,
    unitTransferCents: 0,
    personTransferCents: 0,
  },
  chinaSinglePurpose: {
    namedCentsMax: 5_000_00,
    bearerCentsMax: 1_000_00,
    namedWithoutEnd: true,
    bearerYearsMin: 3,
    identity: true,
    bearerIdentityCents: 10_000_00,
    unitTransferCents: 5_000_00,
    personTransferCents: 50_000_00,
  },
} as const satisfies Record<string, CompanySettings['prepaid']>

/** What holds where nobody has set anything. */
export const configDefaults: CompanySettings = {
  notify: { days: 30 },
  search: { queryScope: 1, statisticsScope: 1 },
  package: packageDefaults,
  otherTradeType: {},
  payTypes: [],
  webChargeTradeType: ['cash', 'wx', 'ali', 'qrCode', 'barCode', 'bankCard'],
  device: { localService: false },
  homePage: { page: null },
  invoice: { disableInvoice: false },
  /**
   * 20.00 is a note or two given out wrongly in a shift. 0.30 % is what a pump may be off by verification (the limit of
   * error of JJG 443), so that pumps in order stay within it; 20 litres are about one millimetre of dip in a tank of 30 m³, less than
   * which nobody reads off a dipstick.
   */
  tolerance: { cashCents: 20_00, volumeBasisPoints: 30, volumeCl: 20_00 },
  tanks: { lowPercent: 15, waterMaxMm: 40 },
  tankAlarms: { highPercent: 90, stopPercent: 95, silentMinutes: 60, escalateMinutes: 10, turnsMost: 6 },
  productChange: { residueLitres: 0 },
  /** 0.1 %: a third of what pumps may be off by verification. A quarter of the leak that must be found; more than a customer's can. */
  leakControl: { meterMl: 20, leakMlPerHour: 200, lossLitres: 50 },
  foundDeliveries: { leastLitres: 300, pauseMinutes: 20, matchMinutes: 60, matchPercent: 5, noteBasisPoints: 10, confidencePercent: 95 },
  deviceOrders: { simulatedAboveCents: 100 },
  unionCard: { cardName: '' },
  priceCeilings: [],
  deliveryLoss: [],
  confirm: { pricePercent: 10, amountCents: 10_000_00 },
  accountRatio: { accounts: 2 },
  debitCard: { cardName: '' },
  denominations: [],
  passwords: { rule: 'strong' },
  bearerCards: { loss: false },
  measurement: { standard: 'gbt1885', reference: 20, mode: 'formula' },
  /** 1 %: what a dip and a load that was not weighed warm or cold may be apart; more is another load, or fuel that went elsewhere. */
  loadSignature: { apartBasisPoints: 100 },
  lowBalance: { on: true, levelCents: 100_00 },
  notices: { language: 'zh', quietFromHour: 21, quietUntilHour: 9 },
  formerMembers: { keepYears: 3 },
  prepaid: prepaidPresets.none,
}
