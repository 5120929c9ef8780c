import type { allocationPlans, Returned } from '@forecourt/contract'
import { inCurrency } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'
import { grouped } from '../../kit/show.ts'
import { Alert } from '../../kit/ui.ts'

type Preview = Returned<typeof allocationPlans.preview>
const named = 8

/** When a plan is to run, what it would move as things stand, and who would get less than their quota. */
export function QuotaPreview({ of }: { of: Preview }) {
  const { nextRunDate, availableCents, givenCents, backCents, served, reason } = of
  const sums = { served, given: inCurrency(givenCents), available: inCurrency(availableCents) }
  return (
    <>
      <p>{t('quota.next', { time: time(nextRunDate, 'minute') })}</p>
      {reason ? (
        <Alert type="warning" showIcon title={t('quota.notNow', { reason: choiceLabel('allocationRuns', 'reason', reason) })} />
      ) : (
        <>
          {backCents > 0 && <p>{t('quota.wouldBack', { back: inCurrency(backCents) })}</p>}
          <p>{t('quota.would', sums)}</p>
        </>
      )}
      <Less of={of} />
    </>
  )
}

function Less({ of: { rows, short, passedOver } }: { of: Preview }) {
  const all = short + passedOver
  if (all === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('quota.less', { count: all })}
      description={
        <ul className="quota-less">
          {rows.slice(0, named).map(row => (
            <li key={row.userCardId}>{wordsOf(row)}</li>
          ))}
          {all > named && <li>{t('quota.lessMore', { count: all - named })}</li>}
        </ul>
      }
    />
  )
}

function wordsOf({ number, name, outcome, reason, givenCents, wantedCents }: Preview['rows'][number]): string {
  const said = { card: `${grouped(number, 'cardNumber')} ${name}`.trim(), outcome: choiceLabel('allocationRunLines', 'outcome', outcome) }
  if (outcome === 'partly')
    return t('quota.lessPart', { ...said, given: inCurrency(givenCents), missing: inCurrency(wantedCents - givenCents) })
  return t('quota.lessOne', { ...said, reason: reason ? choiceLabel('allocationRunLines', 'reason', reason) : '' })
}
