import { currenciesOf, type Totals } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { inCurrency, litres, money, tons } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { choiceLabel } from '../label.ts'
import { State } from '../state.tsx'
import './detail.css'

type Maybe = number | null | undefined

const figure = (value: Maybe, text: string): ReactNode =>
  value == null ? <span className="k-dash">{text}</span> : <span className={value < 0 ? 'k-number k-minus' : 'k-number'}>{text}</span>

/** An amount of money; with `unit` also its symbol. */
export const Money = ({ cents, unit = false }: { cents: Maybe; unit?: boolean }) => figure(cents, unit ? inCurrency(cents) : money(cents))

/** A sum of money over a list: of several currencies, an amount in each. */
export function MoneyTotal({ of, field }: { of: Totals | undefined; field: string }) {
  const currencies = currenciesOf(of)
  if (currencies.length === 0) return <Money cents={of?.[field]} unit />
  return currencies.map(one => (
    <span key={one.currency} className="k-currency">
      {one.currency} <Money cents={one[field]} />
    </span>
  ))
}

/** A volume; with `unit` also its unit. */
export const Litres = ({ centilitres, unit = false }: { centilitres: Maybe; unit?: boolean }) =>
  figure(centilitres, unit && centilitres != null ? `${litres(centilitres)} ${t('kit.unitLitre')}` : litres(centilitres))

/** A weight in tons; with `unit` also its unit. */
export const Tons = ({ kilograms, unit = false }: { kilograms: Maybe; unit?: boolean }) =>
  figure(kilograms, unit && kilograms != null ? `${tons(kilograms)} ${t('kit.unitTon')}` : tons(kilograms))

/** An instant in the station's zone. */
export const Time = ({ at, precision = 'second' }: { at: string | null | undefined; precision?: 'second' | 'minute' | 'day' }) =>
  at ? (
    <time dateTime={at} className="k-number">
      {time(at, precision)}
    </time>
  ) : (
    <span className="k-dash">—</span>
  )

/** A member of a choice, in words and tone: `<StatusTag of="orders" field="status" value="open" />`. */
export const StatusTag = ({ of, field, value }: { of: string; field: string; value: string | number | null | undefined }) =>
  value === null || value === undefined ? (
    <span className="k-dash">—</span>
  ) : (
    <State member={String(value)}>{choiceLabel(of, field, String(value))}</State>
  )

/** How far something under way is, beside its state: a bar where the share is known, and words. */
export const UnderWay = ({ tag, label, share, words }: { tag: ReactNode; label: string; share?: number | undefined; words: string }) => (
  <span className="k-under-way">
    {tag}
    {share !== undefined && <progress max={100} value={share} aria-label={label} />}
    <span className="k-number">{words}</span>
  </span>
)
