import type { Difference, Foreseen } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { wordsOfError } from '../../kit/feedback/states.tsx'
import { Missing, Why } from './differences-view.tsx'
import type { Foreseeing } from './use-foreseen.ts'

/** Orders that are not paid stand in the dialog by themselves, each with its link. */
const isUnpaidAlone = ({ view, causes, unexplained }: Difference): boolean =>
  view === 'payment' && unexplained === 0 && causes.every(({ cause }) => cause === 'unpaid')
const withoutUnpaidRows = (of: Difference): Difference => ({
  ...of,
  causes: of.causes.map(cause => (cause.cause === 'unpaid' ? { ...cause, count: 0, evidence: [] } : cause)),
})

/** What the settlement will say of its differences, money and litres apart, so that nothing surprises. */
export function ForeseenView({ of: { data, error } }: { of: Foreseeing<Foreseen> }) {
  const isOpen = ({ right, unexplained }: Difference) => right !== null && unexplained !== 0 && unexplained !== null
  const shown = data?.differences ?? []
  // What nobody counted yet is no difference: it stands as not counted in the table above.
  const known = shown.filter(each => (each.view !== 'tender' || each.right !== null) && !isUnpaidAlone(each)).map(withoutUnpaidRows)
  const open = known.filter(isOpen).length
  const blocks = [
    { title: t('settle.inMoney'), rows: known.filter(({ unit }) => unit === 'cents') },
    { title: t('settle.inLitres'), rows: known.filter(({ unit }) => unit === 'centilitres') },
  ]
  return (
    <details className="settle-meters" open={open > 0}>
      <summary>
        {t('settle.differences')}{' '}
        <small>{data && (known.length === 0 ? t('settle.noDifference') : t('settle.foreseen', { count: known.length, open }))}</small>
      </summary>
      {error && (
        <p className="k-fault" role="alert">
          {wordsOfError(error)}
        </p>
      )}
      <div className="settle-whys">
        {blocks.map(
          ({ title, rows }) =>
            rows.length > 0 && (
              <section key={title} aria-label={title}>
                <h3>{title}</h3>
                {rows.map(each => (
                  <Why key={each.about} of={each} />
                ))}
              </section>
            ),
        )}
        {data && <Missing of={data.missing} />}
      </div>
    </details>
  )
}
