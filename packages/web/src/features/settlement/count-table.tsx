import type { ClassSettlePreview, TenderType } from '@forecourt/contract'
import { Fragment } from 'react'
import { money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Money } from '../../kit/detail/figures.tsx'
import { Amount } from '../../kit/form/amount.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { isCounted, ownOf, tendersOf, withPieces, type Taken } from './counting.ts'
import { NotesGrid } from './notes-grid.tsx'

export const payTypeWords = (payType: string) => choiceLabel('transactions', 'payType', payType)

interface CountTableProps {
  of: Pick<ClassSettlePreview, 'payTypes' | 'denominations'>
  taken: Taken
  onTake: (taken: Taken) => void
  fault?: string | undefined
}

/** What should be there of each tender, what was counted, and the difference while it is typed. */
export function CountTable({ of: { payTypes, denominations }, taken, onTake, fault }: CountTableProps) {
  const own = ownOf(payTypes)
  const { counts, pieces } = taken
  return (
    <>
      <table className="settle-count settle-tenders" aria-label={t('settle.counting')}>
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
            <Fragment key={payType}>
              <Tender
                payType={payType}
                expectedCents={expectedCents}
                countedCents={counts[payType]}
                onCount={cents => onTake({ ...taken, counts: { ...counts, [payType]: cents } })}
                disabled={payType === 'cash' && Object.keys(pieces).length > 0}
              />
              {payType === 'cash' && denominations.length > 0 && (
                <tr className="settle-notes-row">
                  <td colSpan={4}>
                    <NotesGrid values={denominations} pieces={pieces} onPieces={(value, many) => onTake(withPieces(taken, value, many))} />
                  </td>
                </tr>
              )}
            </Fragment>
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

interface TenderProps {
  payType: TenderType
  expectedCents: number
  countedCents: number | null | undefined
  onCount: (cents: number | null) => void
  disabled: boolean
}

const Tender = ({ payType, expectedCents, countedCents, onCount, disabled }: TenderProps) => (
  <tr>
    <th scope="row">{payTypeWords(payType)}</th>
    <td className="k-end" data-label={t('settle.expected')}>
      <Money cents={expectedCents} />
    </td>
    <td>
      <Amount
        value={countedCents}
        onChange={value => onCount(value ?? null)}
        disabled={disabled}
        aria-label={`${payTypeWords(payType)} ${t('settle.counted')}`}
      />
    </td>
    <td className="k-end">
      <Counting expectedCents={expectedCents} countedCents={countedCents} />
    </td>
  </tr>
)

/** The difference while it is typed. */
export function Counting({ expectedCents, countedCents }: { expectedCents: number; countedCents: number | null | undefined }) {
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
