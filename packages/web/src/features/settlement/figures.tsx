import { inCurrency, money } from '../../core/money.ts'
import { choiceLabel } from '../../kit/label.ts'

export const payTypeWords = (payType: string) => choiceLabel('transactions', 'payType', payType)

/** Short is red, over is amber, even is quiet. */
export function DifferenceMoney({ cents, unit = false }: { cents: number | null; unit?: boolean }) {
  const tone = !cents ? '' : cents < 0 ? 'settle-short' : 'settle-over'
  if (cents === null) return <span className="k-dash">—</span>
  return (
    <span className={`k-number ${tone}`}>
      {cents > 0 && '+'}
      {unit ? inCurrency(cents) : money(cents)}
    </span>
  )
}
