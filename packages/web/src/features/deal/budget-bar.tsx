import { t } from '../../i18n/index.ts'
import { budgetOf } from './deal-rules.ts'
import './deal.css'

/** How much of a budget is taken, as a bar and in figures; the figures alone say all of it. */
export function BudgetBar({ committedCents, budgetCents }: { committedCents: number | null; budgetCents: number | null }) {
  const budget = budgetOf(committedCents, budgetCents)
  if (!budget) return <span className="k-quiet">{t('market.noBudget')}</span>
  return (
    <span className="deal-budget">
      <span aria-hidden="true">
        <i className={budget.share >= 100 ? 'deal-full' : undefined} style={{ width: `${budget.share}%` }} />
      </span>
      <span>{budget.words}</span>
    </span>
  )
}
