import type { NozzlePriceState, PriceChangePart, PriceChangeStatus, Returned, RowOf, priceChanges } from '@forecourt/contract'
import { change as inPercent, inCurrency, minus, money, percent, unknown } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'
import type { Tone } from '../../kit/tones.ts'

/** What a change would do at each station. */
export type Seen = Returned<typeof priceChanges.preview>
/** A price as it is entered. */
export interface Line {
  readonly productId: number
  readonly priceCents: number
}
/** What it says of its stations is in every row of the list. */
export type Change = RowOf<typeof priceChanges>

/** Where a change, or its part at a station, stands: its price may be in force before every nozzle has confirmed it. */
export const standingWords = (status: PriceChangeStatus, inForce: boolean): string =>
  status === 'wait' && inForce ? t('priceChange.inForce') : choiceLabel('priceChangeStations', 'status', status)

const tones: Record<PriceChangeStatus, Tone> = { wait: 'wait', success: 'good', fail: 'bad', expired: 'bad', cancel: 'off' }
export const Standing = ({ status, inForce }: { status: PriceChangeStatus; inForce: boolean }) => (
  <span className={`k-tag k-${status === 'wait' && inForce ? 'busy' : tones[status]}`}>{standingWords(status, inForce)}</span>
)

/** What its state means for somebody who has to act on it. */
export const helpOf = ({ status, firedDate }: PriceChangePart): string =>
  t(`priceChange.help_${status === 'wait' && firedDate !== null ? 'inForce' : status}`)

const nozzleTones: Record<NozzlePriceState, Tone> = { prepared: 'wait', sent: 'busy', confirmed: 'good', unconfirmed: 'wait', mixed: 'bad' }
export const NozzleState = ({ state }: { state: NozzlePriceState }) => (
  <span className={`k-tag k-${nozzleTones[state]}`}>{t(`priceChange.nozzle_${state}`)}</span>
)

/** `92# 7.62, 95# 8.10`. */
export const pricesWords = ({ lines = [] }: Change): string =>
  lines.map(({ productName, priceCents }) => `${productName} ${money(priceCents)}`).join(t('kit.comma'))

/** `+0.12 (+1.6%)`; unknown where there was no price, or none is entered. */
export function differenceWords(before: number | null, after: number | null | undefined): string {
  if (before === null || after === null || after === undefined || Number.isNaN(after)) return unknown
  const by = after - before
  const sign = by > 0 ? '+' : by < 0 ? minus : ''
  const share = by === 0 ? undefined : inPercent(after, before)
  return `${sign}${money(Math.abs(by))}${share === undefined ? '' : ` (${share > 0 ? '+' : ''}${percent(share, 1)})`}`
}
export const inMoney = (cents: number | null) => (cents === null ? unknown : inCurrency(cents))
/** Beneath a head that says the currency. */
export const priceWords = (cents: number | null) => (cents === null ? unknown : money(cents))
