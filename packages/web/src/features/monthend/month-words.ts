import type { MonthFigure, MonthLine } from '@forecourt/contract'
import { litres, money, tons, unknown } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'

/** `2026-03` of the first day of a month. */
export const monthWords = (month: string): string => month.slice(0, 7)

export type Place = MonthLine['place']
/** The figures that a place has, in the order in which they are read: what was there, what came, what went, what is there. */
const figuresOf: { readonly [P in Place]: readonly MonthFigure[] } = {
  depot: ['opening', 'purchased', 'transferredIn', 'transferredOut', 'issued', 'closing'],
  road: ['opening', 'received', 'issued', 'lost', 'closing'],
  station: ['opening', 'purchased', 'received', 'adjusted', 'sold', 'lost', 'closing'],
}

/** Those that are shown of some lines: where transfers left a cent in an empty depot, it stands there, so that each line adds up. */
export function shownFigures(place: Place, lines: readonly MonthLine[]): readonly MonthFigure[] {
  const figures = figuresOf[place]
  const isAdjusted = place === 'depot' && lines.some(({ adjustedCents }) => adjustedCents !== 0)
  return isAdjusted ? [...figures.slice(0, -1), 'adjusted', 'closing'] : figures
}

/** What a figure of a place is called: what a depot issues is loaded, and what leaves the road has arrived. */
export const figureWords = (place: Place, figure: MonthFigure): string =>
  t(place === 'road' && (figure === 'received' || figure === 'issued') ? `monthEnd.road_${figure}` : `monthEnd.${figure}`)

export const quantityWords = (place: Place, quantity: number): string => (place === 'station' ? litres(quantity) : tons(quantity))
export const unitWords = (place: Place): string => t(place === 'station' ? 'kit.unitLitre' : 'kit.unitTon')

/** The average cost of a ton or a litre in a month: of what there was and what came in. */
export function costWords(line: MonthLine): string {
  const quantity = line.opening + line.purchased + line.received + line.transferredIn
  const cents = line.openingCents + line.purchasedCents + line.receivedCents + line.transferredInCents
  if (quantity <= 0) return unknown
  return money(Math.round((cents * (line.place === 'station' ? 100 : 1000)) / quantity))
}

/** What a station earned by a fuel: what it brought in without tax, less what was sold of it cost. */
export const marginOf = (line: MonthLine): number | null => (line.salesNetCents === null ? null : line.salesNetCents - line.soldCents)
export const marginPerLitre = (line: MonthLine): string => {
  const margin = marginOf(line)
  return margin === null || line.sold <= 0 ? unknown : money(Math.round((margin * 100) / line.sold))
}
export const placeWords = ({ place, placeName }: Pick<MonthLine, 'place' | 'placeName'>): string =>
  place === 'road' ? t('monthEnd.onRoad') : placeName
