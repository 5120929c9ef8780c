import {
  movementsBehind,
  paymentsBehind,
  salesBehind,
  statistics,
  type RowsBehind,
  type FuelColor,
  type StatisticCell,
} from '@forecourt/contract'
import { count, litres, money } from '../../core/money.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'
import { grouped } from '../../kit/show.ts'

/** One line of a statistic, whichever one: its place, its name, its measures. */
export interface Line {
  readonly period: string | null
  readonly stationId: number | null
  readonly station: string | null
  readonly key: string | null
  readonly name: string | null
  readonly currency: string
  /** Of a fuel: the colour it is drawn in. */
  readonly color?: FuelColor | null
  readonly before: Readonly<Record<string, number>> | null
  readonly [measure: string]: unknown
}
export const measureOf = (line: Line, measure: string): number => Number(line[measure] ?? 0)

export interface Kind {
  readonly name: 'sales' | 'payments' | 'cards'
  readonly ask: typeof statistics.sales
  /** The first is the answer; the others stand beside it. */
  readonly measures: readonly string[]
  /** What a page can be distinguished by, besides time and station. */
  readonly things: readonly string[]
  readonly behind: (cell: StatisticCell) => RowsBehind
}

export const sales: Kind = {
  name: 'sales',
  ask: statistics.sales,
  measures: ['totalCents', 'volumeCl', 'orders', 'discountCents', 'amountCents', 'pieces'],
  things: ['product', 'category', 'item', 'payType', 'nozzle', 'employee', 'device'],
  behind: salesBehind,
}
export const payments: Kind = {
  name: 'payments',
  ask: statistics.payments as never,
  measures: ['netCents', 'amountCents', 'refundedCents', 'payments'],
  things: ['payType', 'employee', 'device'],
  behind: paymentsBehind,
}
export const cards: Kind = {
  name: 'cards',
  ask: statistics.cards as never,
  measures: ['topUpCents', 'consumeCents', 'amountCents', 'principalCents', 'giftCents', 'movements'],
  things: ['type', 'kind', 'card', 'member', 'payType'],
  behind: movementsBehind,
}

/** Numbers as they are read: money, litres, counts. */
export const write = (measure: string, value: number): string =>
  measure.endsWith('Cents') ? money(value) : measure.endsWith('Cl') ? litres(value) : count(value)
export const unitOfMeasure = (measure: string): string =>
  measure.endsWith('Cents') ? t('kit.unitMoney') : measure.endsWith('Cl') ? t('kit.unitLitre') : ''
export const measureWords = ({ name }: Kind, measure: string): string => wordsFor(`statistic.${name}_${measure}`)

/**
 * What is bought is counted by the order; of several goods of one kind in one order that count says nothing. A type of transaction is
 * topped up or spent as a whole.
 */
export function measuresBy({ name, measures }: Kind, by: string): readonly string[] {
  if (name === 'sales' && ['product', 'category', 'item'].includes(by)) return measures.filter(measure => measure !== 'orders')
  if (name === 'cards' && by === 'type') return measures.filter(measure => measure !== 'topUpCents' && measure !== 'consumeCents')
  return measures
}

const owners: Record<string, string> = { type: 'userCardDetails', kind: 'userCards', payType: 'orders' }

/** What a line is called: its product, its way of payment, its nozzle. */
export function nameOf(by: string, { key, name, station, stationId }: Line): string {
  if (by === 'station') return station ?? (stationId === null ? t('statistic.all') : t('statistic.ofCompany'))
  if (key === null) return wordsFor(`statistic.none_${by}`)
  if (owners[by]) return choiceLabel(owners[by], by, key)
  if (by === 'nozzle') return t('statistic.nozzleNo', { no: name ?? key })
  if (by === 'card') return grouped(name ?? key, 'cardNumber')
  return name ?? key
}
