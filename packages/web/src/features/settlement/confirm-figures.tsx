import type { JudgedFigure } from '@forecourt/contract'
import { useState } from 'react'
import { ApiError } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { Amount } from '../../kit/form/amount.tsx'
import { Alert, Input } from '../../kit/ui.ts'
import { inLitres, inMoney } from './block.tsx'
import { Heads } from './count-table.tsx'
import { payTypeWords } from './figures.tsx'
import { isCounted } from './counting.ts'
import type { Foreseeing } from './use-foreseen.ts'
import { differenceWithUnit, signedLitres, signedMoney } from './amounts.ts'
import './confirm.css'

export const figureName = ({ side, name }: Pick<JudgedFigure, 'side' | 'name'>): string =>
  t(`settle.figure_${side}`, { what: side === 'tender' ? payTypeWords(name) : name })

/** Its sign stands before the box that it is typed into: with it or without, the figure is the same. */
const isTyped = ({ amount }: JudgedFigure, typed: number | null | undefined): boolean =>
  isCounted(typed) && Math.abs(typed) === Math.abs(amount) && (typed > 0 || amount < 0)

type Typed = Readonly<Record<string, number | null | undefined>>

/** The figures beyond tolerance, what was typed of them, and why. */
export function useConfirming({ data, error, behind }: Foreseeing<{ figures: JudgedFigure[] }>) {
  const [typed, setTyped] = useState<Typed>({})
  const [reason, setReason] = useState('')
  /** What a refusal brought stands until something else is foreseen. */
  const [brought, setBrought] = useState<{ instead: unknown; figures: readonly JudgedFigure[] }>()
  const figures = brought && brought.instead === data ? brought.figures : (data?.figures ?? [])
  const beyond = figures.filter(figure => figure.beyond)
  const open = beyond.find(figure => !isTyped(figure, typed[figure.about]))
  const off = error
    ? t('settle.notForeseen')
    : behind
      ? t('settle.checking')
      : open
        ? t('settle.typeFigure', { what: figureName(open) })
        : beyond.length > 0 && reason.trim() === ''
          ? t('settle.giveReason')
          : undefined
  return {
    beyond,
    typed,
    reason,
    type: (about: string, amount: number | null | undefined) => setTyped(now => ({ ...now, [about]: amount })),
    explain: setReason,
    /** Why the settlement cannot be sent yet. */
    off,
    sent: { acknowledged: beyond.map(({ about, amount }) => ({ about, amount })), reason: beyond.length > 0 ? reason : '' },
    /** The server's own figures, where it refused ours. */
    refused: (fault: unknown) => {
      const told = fault instanceof ApiError ? fault.detail['figures'] : undefined
      if (Array.isArray(told)) setBrought({ instead: data, figures: told as JudgedFigure[] })
    },
  }
}
type Confirming = ReturnType<typeof useConfirming>

/** What departs from the usual is typed once more, money and litres each by themselves, and given a reason. */
export function ConfirmFigures({ of }: { of: Confirming }) {
  const { beyond, reason, explain } = of
  if (beyond.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('settle.beyondTitle', { count: beyond.length })}
      description={
        <div className="settle-confirm">
          <FiguresTable of={of} unit="cents" />
          <FiguresTable of={of} unit="centilitres" />
          <label className="k-field">
            <span className="k-label">{t('settle.reason')}</span>
            <Input.TextArea
              value={reason}
              onChange={event => explain(event.target.value)}
              maxLength={500}
              rows={2}
              aria-required
              placeholder={t('settle.reasonHelp')}
            />
          </label>
        </div>
      }
    />
  )
}

function FiguresTable({ of: { beyond, typed, type }, unit }: { of: Confirming; unit: JudgedFigure['unit'] }) {
  const figures = beyond.filter(figure => figure.unit === unit)
  const [head, write] = unit === 'cents' ? [inMoney, signedMoney] : [inLitres, signedLitres]
  if (figures.length === 0) return null
  return (
    <table className="settle-count settle-tenders" aria-label={t('settle.beyondLabel')}>
      <Heads of={[t('settle.entry'), ...[t('settle.differs'), t('settle.allowed'), t('settle.typed')].map(head)]} />
      <tbody>
        {figures.map(figure => (
          <tr key={figure.about}>
            <th scope="row">{figureName(figure)}</th>
            <td className="k-end" data-label={head(t('settle.differs'))}>
              <strong className="k-number">{write(figure.amount)}</strong>
            </td>
            <td className="k-end" data-label={head(t('settle.allowed'))}>
              <span className="k-number">±{write(figure.allowed).replace('+', '')}</span>
            </td>
            <td data-label={head(t('settle.typed'))}>
              <Amount
                value={typed[figure.about]}
                onChange={amount => type(figure.about, amount)}
                aria-label={`${figureName(figure)} ${head(t('settle.typed'))}`}
              />
              {isCounted(typed[figure.about]) && !isTyped(figure, typed[figure.about]) && (
                <p className="k-fault settle-fault" role="alert">
                  {t('settle.notTheFigure', { amount: differenceWithUnit(unit, figure.amount) })}
                </p>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
