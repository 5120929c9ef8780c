import type { ClassSettlePreview, PayType } from '@forecourt/contract'
import { Fragment } from 'react'
import { inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Money } from '../../kit/detail/figures.tsx'
import { Amount } from '../../kit/form/amount.tsx'
import { inMoney } from './block.tsx'
import { isCounted, ownOf, tendersOf, withPieces, type Taken } from './counting.ts'
import { DifferenceMoney, payTypeWords } from './figures.tsx'
import { NotesGrid } from './notes-grid.tsx'
import './confirm.css'

interface CountTableProps {
  of: Pick<ClassSettlePreview, 'payTypes' | 'denominations'>
  taken: Taken
  onTake: (taken: Taken) => void
}

const inWords = ({ payType, expectedCents }: { payType: PayType; expectedCents: number }): string =>
  `${payTypeWords(payType)} ${inCurrency(expectedCents)}`

/** What should be there of each tender, what was counted, and the difference while it is typed. */
export function CountTable({ of: { payTypes, denominations }, taken, onTake }: CountTableProps) {
  const own = ownOf(payTypes)
  const { counts, pieces } = taken
  return (
    <>
      <table className="settle-count settle-tenders" aria-label={t('settle.counting')}>
        <Heads of={[t('settle.payType'), ...[t('settle.expected'), t('settle.counted'), t('settle.overShort')].map(inMoney)]} />
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
      <p className="k-help">
        {t('settle.countedHelp')}
        {own.length > 0 && ` ${t('settle.ownTypes', { list: own.map(inWords).join(t('kit.comma')) })}`}
      </p>
    </>
  )
}

/** What stands above columns: a name, then numbers. */
export const Heads = ({ of: [name, ...numbers] }: { of: readonly string[] }) => (
  <thead>
    <tr>
      <th scope="col">{name}</th>
      {numbers.map(number => (
        <th key={number} scope="col" className="k-end">
          {number}
        </th>
      ))}
    </tr>
  </thead>
)

interface TenderProps {
  payType: PayType
  expectedCents: number
  countedCents: number | null | undefined
  onCount: (cents: number | null) => void
  disabled?: boolean
  /** What the two sides are called, where they are not what should be there and what was counted. */
  sides?: { expected: string; counted: string; none: string }
}

/** What is known of a tender, what is typed of it, and the difference. */
export const Tender = ({ payType, expectedCents, countedCents, onCount, disabled = false, sides }: TenderProps) => (
  <tr>
    <th scope="row">{payTypeWords(payType)}</th>
    <td className="k-end" data-label={inMoney(sides?.expected ?? t('settle.expected'))}>
      <Money cents={expectedCents} />
    </td>
    <td data-label={inMoney(sides?.counted ?? t('settle.counted'))}>
      <Amount
        value={countedCents}
        onChange={value => onCount(value ?? null)}
        disabled={disabled}
        aria-label={`${payTypeWords(payType)} ${sides?.counted ?? t('settle.counted')}`}
      />
    </td>
    <td className="k-end" data-label={inMoney(t('settle.overShort'))}>
      <Counting expectedCents={expectedCents} countedCents={countedCents} none={sides?.none} />
    </td>
  </tr>
)

interface CountingProps {
  expectedCents: number
  countedCents: number | null | undefined
  /** What is said where nothing is typed. */
  none?: string | undefined
}

/** The difference while it is typed. */
function Counting({ expectedCents, countedCents, none = t('settle.notCounted') }: CountingProps) {
  if (!isCounted(countedCents)) return <span className="settle-uncounted">{none}</span>
  return <DifferenceMoney cents={countedCents - expectedCents} />
}
