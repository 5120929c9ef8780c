import type { CardRangeOfUse, JudgedLine } from '@forecourt/contract'
import { count, inCurrency, litres } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { choiceLabel } from '../label.ts'
import { hoursWords, listed, localWords, productWords, recordWords, weekdayWords, type LimitReference, type NameOf } from './range-words.ts'

/** A limit, whatever became of it. */
export type Limit = Pick<JudgedLine, 'rule' | 'measure' | 'source' | 'value' | 'onBreach'>

/** The account limits each payment; the ranges of use limit a fill, however many payments it has. */
export const ruleOf = ({ rule, measure, source }: Pick<Limit, 'rule' | 'measure' | 'source'>): string =>
  `${rule === 'fill' && measure === 'cents' && source === 'account' ? 'payment' : rule}_${measure}`

export const ruleWords = (line: Limit): string => wordsFor(`judgement.${ruleOf(line)}`)

/** A figure of a limit in its unit. */
export function figureWords(measure: Limit['measure'], value: number): string {
  if (measure === 'volumeCl') return t('judgement.litres', { value: litres(value) })
  return measure === 'fills' ? t('judgement.fills', { value: count(value), count: value }) : inCurrency(value)
}

/** What a rule asks, without its name: `最多 ¥500.00`, `周一至周五`. */
export function valueWords(line: Limit, nameOf: NameOf): string {
  const { rule, measure, source, value } = line
  if (source === null) return t('judgement.anyTime')
  switch (measure) {
    case 'state':
      return stateWords(rule, String(value))
    case 'from':
      return t('judgement.from', { value: localWords(String(value)) })
    case 'until':
      return rule === 'service' || source === 'fleet' ? time(String(value)) : localWords(String(value))
    case 'weekdays':
      return weekdayWords(value as number[])
    case 'hours':
      return hoursWords(value as NonNullable<CardRangeOfUse['hours']>)
    case 'set':
      return setWords(line, nameOf)
    default:
      return amountWords(line)
  }
}

const outOfUse = ['unissued', 'returned', 'replaced', 'fleetStopped', 'channelForbidden']
const stateWords = (rule: Limit['rule'], value: string) => {
  if (rule === 'product') return choiceLabel('userCards', 'fuelType', value)
  if (rule === 'service') return choiceLabel('cards', 'type', value)
  return outOfUse.includes(value) ? wordsFor(`judgement.state_${value}`) : choiceLabel('userCards', 'status', value)
}

function setWords({ rule, value }: Limit, nameOf: NameOf): string {
  if (rule === 'plate') return listed(value as string[])
  if (rule === 'place') return recordWords('stations', value as number[], nameOf)
  return productWords(value as object, nameOf)
}

function amountWords({ rule, measure, value }: Limit): string {
  const figure = figureWords(measure, Number(value))
  if (rule === 'balance') return figure
  return rule === 'password' ? t('judgement.passwordFrom', { value: figure }) : t('judgement.atMost', { value: figure })
}

/** How much of it is used already; nothing where nothing is used up, and nothing is counted. */
export function usedWords({ rule, measure, used }: Pick<JudgedLine, 'rule' | 'measure' | 'used'>): string | undefined {
  if (used === null || rule === 'balance' || (rule === 'fill' && used === 0)) return undefined
  return t(rule === 'password' ? 'judgement.paidWithout' : 'judgement.used', { value: figureWords(measure, used) })
}

/** The records that limits name. */
export const referencesOf = (lines: readonly Pick<Limit, 'rule' | 'measure' | 'value'>[]): LimitReference[] =>
  lines.flatMap(({ rule, measure, value }): LimitReference[] => {
    if (measure !== 'set' || value === null) return []
    if (rule === 'place') return (value as number[]).map(id => ({ of: 'stations' as const, id }))
    if (rule !== 'product') return []
    const { productIds = [], itemIds = [] } = value as CardRangeOfUse
    return [...productIds.map(id => ({ of: 'products' as const, id })), ...itemIds.map(id => ({ of: 'items' as const, id }))]
  })
