import {
  configDefaults,
  pages,
  type CompanyConfig,
  type CompanySettings,
  type ScriptDescription,
  type ScriptField,
  type ScriptValues,
  type SettingDetail,
  type SettingDetails,
} from '@forecourt/contract'
import { celsius, money, percent, round, toHundredths } from '../../core/money.ts'
import { language, t, wordsFor } from '../../i18n/index.ts'
import { standardNames } from '../../kit/measure/standards.ts'
import { fieldsOf, foundUnits, leakUnits, tenderLabel, tileLabel, toleranceUnit, type SettingKey } from './setting-fields.ts'

export type { SettingKey } from './setting-fields.ts'
/** Where settings can be made. */
export type Place = Exclude<SettingDetail['from'], 'default'>
export type Details = SettingDetails

const measurementInWords = (part: string, value: unknown): string => {
  if (part === 'standard') return standardNames[value as keyof typeof standardNames]
  return part === 'reference' ? celsius(Number(value)) : wordsFor(`setting.measurement_mode_${value as string}`)
}
/** Each setting under a choice of its own: as it comes from above, or set here. */
export function descriptionOf(keys: readonly SettingKey[], details: Details, here: Place): ScriptDescription {
  const fields = keys.flatMap(key => [
    [key, choiceOf(key, details[key], here)] as const,
    ...Object.entries(fieldsOf(key)).map(
      ([part, field]) => [`${key}_${part}`, { ...field, condition: { field: key, in: ['here'] } }] as const,
    ),
  ])
  return { fields: Object.fromEntries(fields) as ScriptDescription['fields'] }
}

const choiceOf = (key: SettingKey, detail: SettingDetail | undefined, here: Place): ScriptField => ({
  name: t(`setting.${key}`),
  type: 'enum',
  required: true,
  buttons: true,
  enum: ['above', 'here'].map(id => ({ id, label: wordsFor(`configPage.${id}_${here}`) })),
  ...(detail &&
    detail.from !== here && { help: t('configPage.inForce', { value: wordsOf(key, detail.value), from: fromWords(detail.from) }) }),
})
export const fromWords = (from: SettingDetail['from']): string => t(`configPage.from_${from}`)

type Plain = Record<string, unknown>
const amounts = (cents: readonly number[]) => cents.map(one => (one / 100).toFixed(2)).join(' ')
/** What the form begins with. Whatever is not set here begins with what is in force. */
export function valuesOf(keys: readonly SettingKey[], own: CompanyConfig, details: Details): ScriptValues {
  return Object.fromEntries(
    keys.flatMap(key => {
      const value = own[key] ?? details[key]?.value ?? configDefaults[key]
      return [...Object.entries(entered(key, value)), [key, key in own ? 'here' : 'above'] as const]
    }),
  )
}

/** What stands in the fields of a setting that has this value here. */
export const entered = (key: SettingKey, value: unknown): ScriptValues => ({
  [key]: 'here',
  ...Object.fromEntries(partsOf(key, value).map(([part, one]) => [`${key}_${part}`, one])),
})

const isPlainList = (key: SettingKey): boolean => ['webChargeTradeType', 'payTypes', 'deliveryLoss'].includes(key)

function partsOf(key: SettingKey, value: unknown): [string, unknown][] {
  if (key === 'otherTradeType') return [['value', Object.entries(value as Plain).map(([payType, label]) => ({ payType, label }))]]
  if (isPlainList(key)) return [['value', value]]
  if (key === 'priceCeilings') return [['value', (value as Plain[]).map(each => inUnits(each, 1 / 100))]]
  if (key === 'denominations') return [['value', amounts(value as number[])]]
  if (inMoney.has(key)) return Object.entries(inUnits(value as Plain, 1 / 100))
  if (key === 'tolerance') return Object.entries(value as Plain).map(([part, one]) => [part, Number(one) / 100])
  return Object.entries(value as Plain).map(([part, one]) => [part, one ?? undefined])
}

/** What is sent: the settings that are set here, each as a whole. */
export function configOf(keys: readonly SettingKey[], values: ScriptValues): CompanyConfig {
  const set = keys.filter(key => values[key] === 'here')
  return Object.fromEntries(set.map(key => [key, settingOf(key, values)]))
}

function settingOf(key: SettingKey, values: ScriptValues): unknown {
  const value = values[`${key}_value`]
  if (key === 'otherTradeType')
    return Object.fromEntries(((value ?? []) as { payType: string; label: string }[]).map(({ payType, label }) => [payType, label]))
  if (isPlainList(key)) return value ?? []
  if (key === 'priceCeilings') return ((value ?? []) as Plain[]).map(each => inUnits(each, 100))
  if (key === 'denominations')
    return String(value ?? '')
      .split(/[\s，,、]+/)
      .flatMap(one => toHundredths(one) ?? [])
  const whole: Plain = Object.fromEntries(Object.keys(fieldsOf(key)).map(part => [part, values[`${key}_${part}`] ?? null]))
  if (key === 'tolerance') return Object.fromEntries(Object.entries(whole).map(([part, one]) => [part, Math.round(Number(one) * 100)]))
  return inMoney.has(key) ? inUnits(whole, 100) : whole
}

/** Amounts are typed in units and kept in hundredths. */
const inMoney: ReadonlySet<SettingKey> = new Set(['confirm', 'prepaid', 'lowBalance', 'deviceOrders'])
const inUnits = (parts: Plain, factor: number): Plain =>
  Object.fromEntries(
    Object.entries(parts).map(([part, value]) => [part, /Cents(Max)?$/.test(part) ? round(Number(value) * factor, 2) : value]),
  )

/** A setting in words: `Cards: yes, Shop: no`. */
export function wordsOf(key: SettingKey, value: unknown): string {
  const between = t('setting.between')
  if (key === 'webChargeTradeType') return (value as string[]).map(tenderLabel).join(between)
  if (key === 'denominations') return amounts(value as number[]) || t('setting.none')
  if (key === 'payTypes') return (value as CompanySettings['payTypes']).map(payTypeInWords).join(between) || t('setting.payTypes_usual')
  if (key === 'deliveryLoss')
    return (
      (value as CompanySettings['deliveryLoss'])
        .map(({ code, fromMonth, toMonth, basisPoints, source }) =>
          t('setting.deliveryLoss_line', { code, from: fromMonth, to: toMonth, share: percent(basisPoints / 100, 2), source }),
        )
        .join(between) || t('setting.none')
    )
  if (key === 'priceCeilings')
    return (
      (value as CompanySettings['priceCeilings'])
        .map(({ code, priceCents, source }) => `${code} ${t('kit.withSymbol', { amount: money(priceCents) })} (${source})`)
        .join(between) || t('setting.none')
    )
  if (key === 'otherTradeType')
    return (
      Object.entries(value as Record<string, string>)
        .map(([type, label]) => `${tenderLabel(type)} → ${label}`)
        .join(between) || t('setting.none')
    )
  const said = Object.entries(value as Plain)
    .filter(([part, one]) => !(part === 'tiles' && one === null) && !(key === 'prepaid' && !one) && !(key === 'lowBalance' && one === 0))
    .map(([part, one]) => partInWords(key, part, one))
  // A rule that is not made says nothing.
  return said.join(between) || t('setting.none')
}

const payTypeInWords = ({ payType, disabled, serialNo }: CompanySettings['payTypes'][number]): string =>
  t(disabled ? 'setting.payTypes_off' : serialNo ? 'setting.payTypes_serial' : 'setting.payTypes_plain', { name: tenderLabel(payType) })

function partInWords(key: SettingKey, part: string, value: unknown): string {
  if (typeof value === 'boolean') return `${wordsFor(`setting.${key}_${part}`)}\u00a0${value ? '✓' : '✗'}`
  if (value === null || value === '') return t(key === 'homePage' ? 'setting.home' : 'setting.none')
  if (Array.isArray(value)) return value.map(tileLabel).join(t('setting.between'))
  if (key === 'homePage') return pages.find(({ name }) => name === value)?.[language()] ?? String(value)
  if (key === 'passwords') return wordsFor(`setting.passwords_rule_${value as string}`)
  if (key === 'accountRatio') return wordsFor(`setting.accountRatio_${String(value)}`)
  if (key === 'measurement') return measurementInWords(part, value)
  if (key === 'tolerance') return `${wordsFor(`setting.tolerance_${part}`)} ${(Number(value) / 100).toFixed(2)}\u00a0${toleranceUnit(part)}`
  if (key === 'notify') return t('setting.daysOf', { count: Number(value) })
  if (key === 'confirm') {
    const figure = part === 'pricePercent' ? percent(Number(value)) : t('kit.withSymbol', { amount: money(Number(value)) })
    return `${wordsFor(`setting.confirm_${part}`)} ${figure}`
  }
  if (key === 'prepaid') {
    const figure =
      part === 'bearerYearsMin' ? t('setting.yearsOf', { count: Number(value) }) : t('kit.withSymbol', { amount: money(Number(value)) })
    return `${wordsFor(`setting.prepaid_${part}`)} ${figure}`
  }
  if (key === 'lowBalance' || key === 'deviceOrders')
    return `${wordsFor(`setting.${key}_${part}`)} ${t('kit.withSymbol', { amount: money(Number(value)) })}`
  if (key === 'notices')
    return part === 'language'
      ? wordsFor(`setting.notices_language_${value as string}`)
      : `${wordsFor(`setting.notices_${part}`)} ${t('setting.oClockOf', { hour: Number(value) })}`
  if (key === 'search') return `${wordsFor(`setting.search_${part}`)} ${t('setting.monthsOf', { count: Number(value) })}`
  if (key === 'tanks')
    return `${wordsFor(`setting.tanks_${part}`)} ${Number(value)}\u00a0${t(part === 'lowPercent' ? 'setting.percent' : 'setting.mm')}`
  if (key === 'productChange') return `${wordsFor(`setting.productChange_${part}`)} ${Number(value)}\u00a0${t('setting.litres')}`
  if (key === 'leakControl')
    return `${wordsFor(`setting.leakControl_${part}`)} ${Number(value)}\u00a0${wordsFor(`setting.${leakUnits[part]}`)}`
  if (key === 'loadSignature') return `${wordsFor(`setting.loadSignature_${part}`)} ${percent(Number(value) / 100, 2)}`
  if (key === 'foundDeliveries')
    return `${wordsFor(`setting.foundDeliveries_${part}`)} ${Number(value)}\u00a0${wordsFor(`setting.${foundUnits[part]}`)}`
  if (key === 'tankAlarms') {
    const unit = t(part === 'turnsMost' ? 'setting.times' : part.endsWith('Minutes') ? 'setting.minutes' : 'setting.percent')
    return `${wordsFor(`setting.tankAlarms_${part}`)} ${Number(value)}\u00a0${unit}`
  }
  return value as string
}
