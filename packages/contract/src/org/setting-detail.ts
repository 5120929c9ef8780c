import { PayType, TenderType } from '../order/pay-type.ts'
import { configDefaults } from './config-defaults.ts'
import type { CompanyConfig, CompanySettings, StationConfig } from './config.ts'

/** What holds at a station, and in a company as a whole: its own word, else its company's, else the system's, else the product's. */
export const settingsOf = (company: CompanyConfig, station: StationConfig = {}, system: CompanyConfig = {}): CompanySettings => ({
  ...configDefaults,
  ...system,
  ...company,
  ...station,
})

/** What a setting is made of: where its value comes from, and what may be chosen (decision C13). */
export interface SettingDetail {
  readonly value: unknown
  readonly from: 'station' | 'company' | 'system' | 'default'
  /** What was set here; null where it was not. */
  readonly own: unknown
  readonly description: { readonly filter: { readonly enum?: readonly string[] } }
}
export type SettingDetails = Partial<Record<keyof CompanySettings, SettingDetail>>
export const settingDetail = (
  key: keyof CompanySettings,
  company: CompanyConfig,
  station?: StationConfig,
  system: CompanyConfig = {},
): SettingDetail => ({
  value: settingsOf(company, station, system)[key],
  from: key in (station ?? {}) ? 'station' : key in company ? 'company' : key in system ? 'system' : 'default',
  own: (station ? station[key as keyof StationConfig] : company[key]) ?? null,
  description: { filter: choices[key] ? { enum: choices[key] } : {} },
})
const choices: Partial<Record<keyof CompanySettings, readonly string[]>> = {
  otherTradeType: PayType.options,
  payTypes: TenderType.options,
  webChargeTradeType: TenderType.options,
}
