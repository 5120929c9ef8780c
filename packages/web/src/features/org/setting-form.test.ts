import {
  companyKeys,
  CompanyConfig,
  configDefaults,
  prepaidPresets,
  ScriptDescription,
  settingDetail,
  stationKeys,
  StationConfig,
  validateScript,
} from '@forecourt/contract'
import { beforeAll, expect, test } from 'vitest'
import { addWords, setLanguage } from '../../i18n/index.ts'
import zh from './i18n/zh.ts'
import { configOf, descriptionOf, entered, valuesOf, wordsOf, type Details } from './setting-form.ts'

beforeAll(() => {
  setLanguage('zh')
  addWords(zh)
})
const detailsOf = (company: CompanyConfig) =>
  Object.fromEntries(companyKeys.map(key => [key, settingDetail(key, company)])) as unknown as Details
const whole: CompanyConfig = {
  ...configDefaults,
  otherTradeType: { wx: '微信扫码' },
  payTypes: [
    { payType: 'ali', disabled: false, serialNo: true },
    { payType: 'didi', disabled: true, serialNo: false },
  ],
  accountRatio: { accounts: 3 },
  homePage: { page: 'allQuery', tiles: ['figures', 'tanks'] },
  unionCard: { cardName: 'U' },
  debitCard: { cardName: 'D' },
  denominations: [100_00, 50],
  priceCeilings: [{ code: '92', priceCents: 9_05, source: '2026 年第 8 号' }],
  deliveryLoss: [{ code: '92', fromMonth: 4, toMonth: 9, basisPoints: 20, source: '企业定额' }],
}

test('what was set goes through the form and comes back as it was; its description is one that the form takes', () => {
  const description = descriptionOf(companyKeys, detailsOf(whole), 'company')
  expect(ScriptDescription.safeParse(description).success).toBe(true)
  const { values, faults } = validateScript(description, valuesOf(companyKeys, whole, detailsOf(whole)))
  expect(faults).toEqual([])
  expect(configOf(companyKeys, values)).toEqual(whole)
  expect(CompanyConfig.safeParse(configOf(companyKeys, values)).success).toBe(true)
})

test('what is not set here is not sent, whatever is in force', () => {
  const details = detailsOf({ search: { queryScope: 6, statisticsScope: 2 } })
  const { values, faults } = validateScript(
    descriptionOf(stationKeys, details, 'station'),
    valuesOf(stationKeys, { device: { localService: true } }, details),
  )
  expect(faults).toEqual([])
  expect(configOf(stationKeys, values)).toEqual({ device: { localService: true } })
  expect(StationConfig.safeParse(configOf(stationKeys, values)).success).toBe(true)
})

test('every setting has words for what it says', () => {
  for (const key of companyKeys) expect(wordsOf(key, whole[key]), key).toMatch(/\S/)
  for (const key of companyKeys) expect(wordsOf(key, whole[key]), key).not.toContain('setting.')
})

test('the preset for prepaid cards is entered in the fields of its setting, and says of it what is in force', () => {
  const preset = prepaidPresets.chinaSinglePurpose
  expect(configOf(['prepaid'], { prepaid: 'above', ...entered('prepaid', preset) })).toEqual({ prepaid: preset })
  expect(wordsOf('prepaid', configDefaults.prepaid)).toBe('无')
  expect(wordsOf('prepaid', preset)).toContain('记名卡不设有效期\u00a0✓')
})
