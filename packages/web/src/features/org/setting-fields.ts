import { configDefaults, firstPages, homeTiles, TenderType, type CompanySettings, type ScriptField } from '@forecourt/contract'
import { celsius } from '../../core/money.ts'
import { language, t, wordsFor } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'
import { standardNames } from '../../kit/measure/standards.ts'

export type SettingKey = keyof CompanySettings

const named = (key: string, rest: Omit<ScriptField, 'name'>) => ({ name: wordsFor(`setting.${key}`), ...rest }) as ScriptField
const number = (key: string, unit: string, min: number, max: number) =>
  named(key, { type: 'integer', unit: wordsFor(`setting.${unit}`), limit: { min, max }, required: true } as never)
/** Typed with two decimals and kept in hundredths. */
const hundredths = (part: keyof CompanySettings['tolerance'], max: number) =>
  named(`tolerance_${part}`, { type: 'float', fix: 2, unit: toleranceUnit(part), limit: { min: 0, max }, required: true } as never)
export const toleranceUnit = (part: string): string =>
  part === 'cashCents' ? t('kit.unitMoney') : part === 'volumeCl' ? t('kit.unitLitre') : '%'
/** Of prepaid cards; 0 is no rule. */
const ceiling = (part: string, nought: 'noCeiling' | 'never' = 'never') =>
  named(`prepaid_${part}`, {
    help: wordsFor(`setting.prepaid_${nought}`),
    type: 'float',
    fix: 2,
    unit: t('kit.unitMoney'),
    limit: { min: 0, max: 100_000_000 },
    required: true,
  } as never)
/** Typed in units and kept in hundredths. */
const amount = (key: string, min: number, max: number, help?: string) =>
  named(key, { ...(help && { help }), type: 'float', fix: 2, unit: t('kit.unitMoney'), limit: { min, max }, required: true } as never)
const yesNo = (key: string) => named(key, { type: 'boolean', required: true } as never)

const prepaidFields = (): Record<string, ScriptField> => ({
  namedCentsMax: ceiling('namedCentsMax', 'noCeiling'),
  bearerCentsMax: ceiling('bearerCentsMax', 'noCeiling'),
  namedWithoutEnd: yesNo('prepaid_namedWithoutEnd'),
  bearerYearsMin: number('prepaid_bearerYearsMin', 'years', 0, 30),
  identity: yesNo('prepaid_identity'),
  bearerIdentityCents: ceiling('bearerIdentityCents'),
  unitTransferCents: ceiling('unitTransferCents'),
  personTransferCents: ceiling('personTransferCents'),
})

const tankFields = {
  tanks: () => ({ lowPercent: number('tanks_lowPercent', 'percent', 0, 90), waterMaxMm: number('tanks_waterMaxMm', 'mm', 0, 500) }),
  tankAlarms: () => ({
    highPercent: number('tankAlarms_highPercent', 'percent', 50, 100),
    stopPercent: number('tankAlarms_stopPercent', 'percent', 50, 100),
    silentMinutes: number('tankAlarms_silentMinutes', 'minutes', 0, 10_080),
    escalateMinutes: number('tankAlarms_escalateMinutes', 'minutes', 1, 1440),
    turnsMost: number('tankAlarms_turnsMost', 'times', 1, 30),
  }),
  productChange: () => ({ residueLitres: number('productChange_residueLitres', 'litres', 0, 2000) }),
  leakControl: () => ({
    meterMl: number('leakControl_meterMl', 'ml', 0, 200),
    leakMlPerHour: number('leakControl_leakMlPerHour', 'mlPerHour', 0, 100_000),
    lossLitres: number('leakControl_lossLitres', 'litres', 0, 10_000),
  }),
  foundDeliveries: () => ({
    leastLitres: number('foundDeliveries_leastLitres', 'litres', 50, 10_000),
    pauseMinutes: number('foundDeliveries_pauseMinutes', 'minutes', 1, 240),
    matchMinutes: number('foundDeliveries_matchMinutes', 'minutes', 0, 1440),
    matchPercent: number('foundDeliveries_matchPercent', 'percent', 0, 50),
    noteBasisPoints: number('foundDeliveries_noteBasisPoints', 'basisPoints', 0, 200),
    confidencePercent: number('foundDeliveries_confidencePercent', 'percent', 60, 99),
  }),
  loadSignature: () => ({ apartBasisPoints: number('loadSignature_apartBasisPoints', 'basisPoints', 0, 2000) }),
}

export const leakUnits: Readonly<Record<string, 'ml' | 'mlPerHour' | 'litres'>> = {
  meterMl: 'ml',
  leakMlPerHour: 'mlPerHour',
  lossLitres: 'litres',
}
export const foundUnits: Readonly<Record<string, 'litres' | 'minutes' | 'percent' | 'basisPoints'>> = {
  leastLitres: 'litres',
  pauseMinutes: 'minutes',
  matchMinutes: 'minutes',
  matchPercent: 'percent',
  noteBasisPoints: 'basisPoints',
  confidencePercent: 'percent',
}
const toleranceFields = () => ({
  cashCents: hundredths('cashCents', 100_000),
  volumeBasisPoints: hundredths('volumeBasisPoints', 10),
  volumeCl: hundredths('volumeCl', 10_000),
})
const confirmFields = () => ({
  pricePercent: number('confirm_pricePercent', 'percent', 0, 1000),
  amountCents: amount('confirm_amountCents', 1, 100_000_000),
})

const flagFields = {
  device: () => ({ localService: yesNo('device_localService') }),
  invoice: () => ({ disableInvoice: yesNo('invoice_disableInvoice') }),
  bearerCards: () => ({ loss: yesNo('bearerCards_loss') }),
}

const searchFields = () => ({
  queryScope: number('search_queryScope', 'months', 1, 36),
  statisticsScope: number('search_statisticsScope', 'months', 1, 36),
})

const memberFields = {
  formerMembers: (): Record<string, ScriptField> => ({ keepYears: number('formerMembers_keepYears', 'years', 0, 30) }),
  notices: (): Record<string, ScriptField> => ({
    language: worded('notices_language', ['zh', 'en']),
    quietFromHour: number('notices_quietFromHour', 'oClock', 0, 23),
    quietUntilHour: number('notices_quietUntilHour', 'oClock', 0, 23),
  }),
}

const homePageFields = (): Record<string, ScriptField> => ({
  page: { name: t('setting.homePage_page'), type: 'enum', enum: pageChoices() },
  tiles: named('homePage_tiles', {
    type: 'enum',
    multiple: true,
    help: t('setting.homePage_tilesHelp'),
    enum: homeTiles.map(tile => ({ id: tile, label: tileLabel(tile) })),
  } as never),
})

/** The fields of each setting, besides the choice whether it is set here. Lists stand under `value`. */
export const fieldsOf = (key: SettingKey): Record<string, ScriptField> => {
  switch (key) {
    case 'notify':
      return { days: number('notify_days', 'days', 0, 365) }
    case 'search':
      return searchFields()
    case 'package':
      return Object.fromEntries(Object.keys(configDefaults.package).map(flag => [flag, yesNo(`package_${flag}`)]))
    case 'otherTradeType':
    case 'payTypes':
    case 'deliveryLoss':
    case 'priceCeilings':
      return { value: lists[key] }
    case 'webChargeTradeType':
      return { value: tenders }
    case 'device':
    case 'invoice':
    case 'bearerCards':
      return flagFields[key]()
    case 'homePage':
      return homePageFields()
    case 'tolerance':
      return toleranceFields()
    case 'tanks':
    case 'tankAlarms':
    case 'leakControl':
    case 'productChange':
    case 'foundDeliveries':
    case 'loadSignature':
      return tankFields[key]()
    case 'deviceOrders':
      return { simulatedAboveCents: amount('deviceOrders_simulatedAboveCents', 0, 100_000, t('setting.deviceOrders_help')) }
    case 'unionCard':
    case 'debitCard':
      return { cardName: named(`${key}_cardName`, { type: 'text', required: true } as never) }
    case 'confirm':
      return confirmFields()
    case 'denominations':
      return { value: named('denominations_value', { type: 'text' } as never) }
    case 'formerMembers':
    case 'notices':
      return memberFields[key]()
    case 'lowBalance':
      return { on: yesNo('lowBalance_on'), levelCents: amount('lowBalance_levelCents', 0, 10_000_000, t('setting.lowBalance_levelHelp')) }
    case 'prepaid':
      return prepaidFields()
    case 'passwords':
      return { rule: worded('passwords_rule', ['strong', 'short']) }
    case 'accountRatio':
      return {
        accounts: oneOf(
          'accountRatio_accounts',
          [2, 3].map(accounts => [accounts, wordsFor(`setting.accountRatio_${accounts}`)]),
        ),
      }
    case 'measurement':
      return measurementFields()
  }
}

export const tenderLabel = (type: string) => choiceLabel('orders', 'payType', type)
const tenders: ScriptField = {
  get name() {
    return t('setting.webChargeTradeType_value')
  },
  type: 'enum',
  multiple: true,
  required: true,
  get enum() {
    return TenderType.options.map(id => ({ id, label: tenderLabel(id) }))
  },
}
const labels: ScriptField = {
  get name() {
    return t('setting.otherTradeType_value')
  },
  type: 'objectArray',
  get fields() {
    return {
      payType: named('otherTradeType_payType', { type: 'payType', required: true } as never),
      label: named('otherTradeType_label', { type: 'text', required: true } as never),
    } as never
  },
}
const ceilings: ScriptField = {
  get name() {
    return t('setting.priceCeilings_value')
  },
  type: 'objectArray',
  get fields() {
    return {
      code: named('priceCeilings_code', { type: 'text', required: true } as never),
      priceCents: amount('priceCeilings_priceCents', 0.01, 100_000),
      source: named('priceCeilings_source', { type: 'text', required: true } as never),
    } as never
  },
}
const losses: ScriptField = {
  get name() {
    return t('setting.deliveryLoss_value')
  },
  type: 'objectArray',
  get fields() {
    return {
      code: named('deliveryLoss_code', { type: 'text', required: true } as never),
      fromMonth: number('deliveryLoss_fromMonth', 'month', 1, 12),
      toMonth: number('deliveryLoss_toMonth', 'month', 1, 12),
      basisPoints: number('deliveryLoss_basisPoints', 'basisPoints', 0, 1000),
      source: named('deliveryLoss_source', { type: 'text', required: true } as never),
    } as never
  },
}
const payTypeLines: ScriptField = {
  get name() {
    return t('setting.payTypes_value')
  },
  type: 'objectArray',
  get fields() {
    return {
      payType: {
        ...named('otherTradeType_payType', { type: 'enum', required: true } as never),
        enum: TenderType.options.map(id => ({ id, label: tenderLabel(id) })),
      },
      disabled: yesNo('payTypes_disabled'),
      serialNo: yesNo('payTypes_serialNo'),
    } as never
  },
}
const lists = { otherTradeType: labels, payTypes: payTypeLines, deliveryLoss: losses, priceCeilings: ceilings } as const
const oneOf = (key: string, choices: readonly (readonly [id: string | number, label: string])[]): ScriptField => ({
  name: wordsFor(`setting.${key}`),
  type: 'enum',
  required: true,
  buttons: true,
  enum: choices.map(([id, label]) => ({ id, label })),
})
const worded = (key: string, ids: readonly string[]) =>
  oneOf(
    key,
    ids.map(id => [id, wordsFor(`setting.${key}_${id}`)]),
  )
const measurementFields = (): Record<string, ScriptField> => ({
  standard: oneOf('measurement_standard', Object.entries(standardNames)),
  reference: oneOf('measurement_reference', [
    [20, celsius(20)],
    [15, celsius(15)],
  ]),
  mode: { ...worded('measurement_mode', ['formula', 'table']), help: wordsFor('setting.measurement_modeHelp') },
})
const pageChoices = () => firstPages.map(page => ({ id: page.name, label: page[language()] }))
export const tileLabel = (tile: string) => wordsFor(`setting.homePage_tile_${tile}`)
