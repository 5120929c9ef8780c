import type { PageName, Saying, RecordNamed } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { count, litres } from '../../core/money.ts'
import { session } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { grouped } from '../../kit/show.ts'
import { Drill } from '../../kit/links.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { addressOf } from '../../kit/page/address.ts'
import { Tooltip } from '../../kit/ui.ts'

export type Order = RecordNamed<'orders'>
export type Line = RecordNamed<'lineItems'>
type Sold = Pick<Line, 'categoryType' | 'volumeCl' | 'pieces'> & { item?: { name: string } | null }

/** A page under a filter; nothing for users who may not open it. */
export const reach = (page: PageName, search: Record<string, string | number | undefined>, params = {}): string | undefined =>
  mayOpen(page, session().profile) ? addressOf(page, params, search) : undefined

const dash = <span className="k-dash">—</span>

/** What a line sold, in words: `92# 30.00 L`, `Water × 2`. */
export const lineWords = ({ item, categoryType, volumeCl, pieces }: Sold): string =>
  categoryType === 'fuel'
    ? t('sales.litres', { name: item?.name ?? '—', volume: litres(volumeCl) })
    : t('sales.pieces', { name: item?.name ?? '—', count: count(pieces) })

/** The same for a file, where the server puts the parts in. */
export const lineSaying = {
  fuel: t('sales.litres', { name: '{name}', volume: '{volume}' }),
  normal: t('sales.pieces', { name: '{name}', count: '{count}' }),
  comma: t('kit.comma'),
}

/** What an order sold: its first line, and how many more. */
export function goodsWords({ lineItems = [] }: Order): string {
  const [first, ...rest] = lineItems
  if (!first) return '—'
  return rest.length > 0 ? t('sales.more', { first: lineWords(first), more: count(rest.length) }) : lineWords(first)
}
export const Goods = ({ row }: { row: Order }): ReactNode => <span title={row.lineItems?.map(lineWords).join('\n')}>{goodsWords(row)}</span>

export const serialsOf = ({ transactions = [] }: Order): string => transactions.map(({ serial }) => serial).join(', ')

/** The lines of an order of one kind, for the pages that show only that kind. */
const linesOf = ({ lineItems = [] }: Order, kind: 'fuel' | 'normal') => lineItems.filter(line => line.categoryType === kind)
export const sumOf = (row: Order, kind: 'fuel' | 'normal', field: 'volumeCl' | 'pieces' | 'amountCents'): number =>
  linesOf(row, kind).reduce((sum, line) => sum + line[field], 0)
export const namesOf = (row: Order, kind: 'fuel' | 'normal', name: (line: Line) => string | undefined): string =>
  [...new Set(linesOf(row, kind).map(line => name(line) ?? '—'))].join('、') || '—'
/** The one unit price of an order's lines; unknown where they differ. */
export function unitPriceOf(row: Order, kind: 'fuel' | 'normal'): number | null {
  const prices = [...new Set(linesOf(row, kind).map(line => line.priceCents))]
  return prices.length === 1 ? prices[0]! : null
}

interface PaidByCard {
  cardNumber?: string | null
  userCardId: number | null
  userCard?: { number: string } | null
}
/** A card's number leads to its movements. */
export const CardNumber = ({ row }: { row: PaidByCard }): ReactNode => {
  const number = row.cardNumber ?? row.userCard?.number
  if (!number) return dash
  const id = row.userCardId
  return <Drill to={id ? reach('userCardDetails', { userCardId: id }) : undefined}>{grouped(number, 'cardNumber')}</Drill>
}

export const nozzleWords = ({ nozzleControl: nozzle }: Order): string => (nozzle ? t('sales.nozzleNo', { no: nozzle.logicNo }) : '—')
export const nozzleSaying: Saying = { text: t('sales.nozzleNo', { no: '{nozzleControl.logicNo}' }) }
export const Nozzle = ({ row }: { row: Order }): ReactNode =>
  row.nozzleControl ? <Drill to={reach('nozzleMge', { record: row.nozzleControlId ?? undefined })}>{nozzleWords(row)}</Drill> : dash
export const Device = ({ row }: { row: { deviceId: number | null; device?: { name: string } | null } }): ReactNode =>
  row.device ? <Drill to={reach('deviceMge', { record: row.deviceId ?? undefined })}>{row.device.name}</Drill> : dash

type ShiftLabel = Pick<RecordNamed<'dailyStates'>, 'id' | 'businessDay' | 'number' | 'isNatureDay'>
/** A running shift or natural day, by its day and number. */
export const shiftWords = (shift: ShiftLabel | null | undefined): string =>
  !shift
    ? '—'
    : shift.isNatureDay
      ? t('sales.naturalDay', { day: shift.businessDay })
      : t('sales.shiftNo', { day: shift.businessDay, no: shift.number })
export const shiftSaying: Saying = {
  text: t('sales.shiftNo', { day: '{shift.businessDay}', no: '{shift.number}' }),
  when: { path: 'shift.isNatureDay', text: t('sales.naturalDay', { day: '{shift.businessDay}' }) },
}
export const Shift = ({ shift }: { shift: ShiftLabel | null | undefined }): ReactNode =>
  shift ? <Drill to={reach('classSettle', { dailyStateId: shift.id })}>{shiftWords(shift)}</Drill> : dash

const flags = [
  ['late', 'lateHelp', 'wait'],
  ['priceDifference', 'priceHelp', 'bad'],
  ['clockSuspect', 'clockHelp', 'bad'],
] as const
export const flagWords = (row: Order): string =>
  flags
    .filter(([flag]) => row[flag])
    .map(([flag]) => t(`orders.${flag}`))
    .join(t('kit.comma'))
export const flagSaying: Readonly<Record<string, string>> = {
  ...Object.fromEntries(flags.map(([flag]) => [flag, t(`orders.${flag}`)])),
  comma: t('kit.comma'),
}
/** What is unusual about an order, each with the reason. */
export const Flags = ({ row }: { row: Order }): ReactNode => {
  const raised = flags.filter(([flag]) => row[flag])
  if (raised.length === 0) return null
  return raised.map(([flag, help, tone]) => (
    <Tooltip key={flag} title={t(`sales.${help}`)} trigger={['hover', 'focus']}>
      <span className={`k-tag k-${tone}`} tabIndex={0}>
        {t(`orders.${flag}`)}
      </span>
    </Tooltip>
  ))
}
