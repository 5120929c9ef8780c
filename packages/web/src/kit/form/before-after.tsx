import { change as changeInPercent, count, inCurrency, litres, percent, tons, unknown } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { useSettled } from '../use-settled.ts'
import './before-after.css'

type Maybe = number | null | undefined

/** A figure that an act changes. */
export interface ChangingFigure {
  label: string
  unit: 'money' | 'litres' | 'points' | 'tons'
  /** Empty where there was none. */
  before: Maybe
  /** Empty while what was entered does not say it. */
  after: Maybe
  /** Whether the change is also given in percent. */
  inPercent?: boolean
}

const written = (value: Maybe, unit: ChangingFigure['unit']): string => {
  if (value == null) return unknown
  if (unit === 'points') return count(value)
  if (unit === 'tons') return `${tons(value)} ${t('kit.unitTon')}`
  return unit === 'money' ? inCurrency(value) : `${litres(value)} ${t('kit.unitLitre')}`
}
const plus = (by: number) => (by > 0 ? '+' : '')

function changeOf({ before, after, unit, inPercent = false }: ChangingFigure): string {
  if (before == null || after == null) return unknown
  const by = after - before
  const amount = plus(by) + written(by, unit)
  const share = inPercent && by !== 0 ? changeInPercent(after, before) : undefined
  return share === undefined ? amount : `${amount} (${plus(share)}${percent(share, 1)})`
}

/** What an act changes, before it is done: each figure with its unit as it is, as it will be, and the difference. */
export function BeforeAfter({ of: figures, label = t('act.effect') }: { of: readonly ChangingFigure[]; label?: string }) {
  return (
    <>
      <table className="k-before-after" aria-label={label}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('act.before')}</th>
            <th scope="col">{t('act.after')}</th>
            <th scope="col">{t('act.change')}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(figure => (
            <tr key={figure.label}>
              <th scope="row">{figure.label}</th>
              <td>{written(figure.before, figure.unit)}</td>
              <td className="k-becomes">{written(figure.after, figure.unit)}</td>
              <td>{changeOf(figure)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Spoken figures={figures} />
    </>
  )
}

/** The same for a screen reader, once typing has paused: a table that is read anew with every key would never be heard out. */
function Spoken({ figures }: { figures: readonly ChangingFigure[] }) {
  const known = figures.filter(({ after }) => after != null)
  const sentence = known.map(({ label, before, after, unit }) =>
    t('act.becomes', { label, before: written(before, unit), after: written(after, unit) }),
  )
  return (
    <span className="visually-hidden" role="status">
      {useSettled(sentence.join(t('kit.comma')))}
    </span>
  )
}
