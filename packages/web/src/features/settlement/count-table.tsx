import type { ClassSettlePreview, TenderType } from '@forecourt/contract'
import { useState } from 'react'
import { money } from '../../core/money.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Money } from '../../kit/detail/figures.tsx'
import { Amount } from '../../kit/form/amount.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { Button, InputNumber } from '../../kit/ui.ts'
import { denominationsOf, isCounted, ownOf, tendersOf, type Counts } from './counting.ts'

export const payTypeWords = (payType: string) => choiceLabel('transactions', 'payType', payType)

/** What should be there of each tender, what was counted, and the difference while it is typed. */
export function CountTable({
  payTypes,
  counts,
  onCount,
  fault,
}: {
  payTypes: ClassSettlePreview['payTypes']
  counts: Counts
  onCount: (payType: TenderType, cents: number | null) => void
  fault: string | undefined
}) {
  const own = ownOf(payTypes)
  return (
    <>
      <table className="settle-count" aria-label={t('settle.counting')}>
        <thead>
          <tr>
            <th scope="col">{t('settle.payType')}</th>
            <th scope="col" className="k-end">
              {t('settle.expected')}
            </th>
            <th scope="col" className="k-end">
              {t('settle.counted')}
            </th>
            <th scope="col" className="k-end">
              {t('settle.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {tendersOf(payTypes).map(({ payType, expectedCents }) => (
            <tr key={payType}>
              <th scope="row">{payTypeWords(payType)}</th>
              <td className="k-end">
                <Money cents={expectedCents} />
              </td>
              <td>
                <Counted payType={payType} cents={counts[payType]} onCount={onCount} />
              </td>
              <td className="k-end">
                <Difference expectedCents={expectedCents} countedCents={counts[payType]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {fault && (
        <p className="k-fault" role="alert">
          {fault}
        </p>
      )}
      <p className="k-help">
        {t('settle.countedHelp')}
        {own.length > 0 &&
          ` ${t('settle.ownTypes', { list: own.map(row => `${payTypeWords(row.payType)} ${money(row.expectedCents)}`).join('、') })}`}
      </p>
    </>
  )
}

function Difference({ expectedCents, countedCents }: { expectedCents: number; countedCents: number | null | undefined }) {
  if (!isCounted(countedCents)) return <span className="k-dash">{t('settle.notCounted')}</span>
  return <DifferenceMoney cents={countedCents - expectedCents} />
}

/** Short is red, over is amber, even is quiet. */
export function DifferenceMoney({ cents, unit = false }: { cents: number | null; unit?: boolean }) {
  const tone = !cents ? '' : cents < 0 ? 'settle-short' : 'settle-over'
  if (cents === null) return <span className="k-dash">—</span>
  const amount = money(Math.abs(cents))
  const sign = cents > 0 ? '+' : cents < 0 ? '-' : ''
  return (
    <span className={`k-number ${tone}`}>
      {sign}
      {unit ? t('kit.withSymbol', { amount }) : amount}
    </span>
  )
}

function Counted({
  payType,
  cents,
  onCount,
}: {
  payType: TenderType
  cents: number | null | undefined
  onCount: (payType: TenderType, cents: number | null) => void
}) {
  const notes = denominationsOf(useSession(({ atStation }) => atStation?.company.symbol))
  const [byNote, setByNote] = useState(false)
  const offers = payType === 'cash' && notes.length > 0
  return (
    <>
      <Amount
        value={cents}
        onChange={value => onCount(payType, value ?? null)}
        disabled={byNote}
        aria-label={`${payTypeWords(payType)} ${t('settle.counted')}`}
      />
      {offers && (
        <Button type="link" size="small" className="settle-notes-switch" onClick={() => setByNote(!byNote)}>
          {t(byNote ? 'settle.plainAmount' : 'settle.byNote')}
        </Button>
      )}
      {byNote && <Notes values={notes} onSum={sum => onCount(payType, sum)} />}
    </>
  )
}

/** How many of each note and coin. */
function Notes({ values, onSum }: { values: readonly number[]; onSum: (cents: number) => void }) {
  const [pieces, setPieces] = useState<Readonly<Record<number, number>>>({})
  const count = (value: number, many: number | null) => {
    const next = { ...pieces, [value]: many ?? 0 }
    setPieces(next)
    onSum(values.reduce((sum, each) => sum + each * (next[each] ?? 0), 0))
  }
  return (
    <div className="settle-notes">
      {values.map(value => (
        <label key={value}>
          <span className="k-number">{money(value)} ×</span>
          <InputNumber
            size="small"
            min={0}
            max={99999}
            precision={0}
            value={pieces[value] ?? null}
            onChange={many => count(value, many)}
            aria-label={`${t('settle.denomination')} ${money(value)}`}
          />
        </label>
      ))}
    </div>
  )
}
