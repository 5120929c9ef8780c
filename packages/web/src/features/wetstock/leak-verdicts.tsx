import { leakClPerHour, powerCurve, sirPointsLeast, type Sir } from '@forecourt/contract/measure/sir.ts'
import { litres, percent, unknown } from '../../core/money.ts'
import { fromTo } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Chart } from '../../kit/chart/chart.tsx'
import { FromTo } from '../../kit/from-to.tsx'
import { perHour } from './leak-figures.ts'
import { sirDays, type Judged } from './use-control.ts'

export const exceededWords = (exceeded: boolean | null): string =>
  exceeded === null ? t('reconciliation.unknown') : t(exceeded ? 'reconciliation.exceeded' : 'reconciliation.within')
const toneOf = (bad: boolean | null) => (bad === null ? 'k-tag k-off' : bad ? 'k-tag k-bad' : 'k-tag k-good')
const sirTone = { tight: 'k-tag k-good', notTight: 'k-tag k-bad', inconclusive: 'k-tag k-off' } as const

/** What the differences of a tank say, by either rule. */
export function LeakVerdicts({ judged, tolerance }: { judged: Judged; tolerance: number }) {
  const { months, rolling, exceeded, sir, points } = judged
  return (
    <div className="rc-verdicts">
      <section>
        <h3>{t('reconciliation.rule')}</h3>
        <p className="k-quiet">{t('reconciliation.ruleHelp')}</p>
        <Controls months={months} rolling={rolling} />
        {exceeded && <p className="k-bad">{t('reconciliation.firstExceeded', { time: fromTo(exceeded.fromDay, exceeded.day) })}</p>}
        {!rolling && <p>{t('reconciliation.tooFewDays')}</p>}
      </section>
      <section>
        <h3>{t('reconciliation.sir')}</h3>
        <p className="k-quiet">{t('reconciliation.sirHelp', { days: sirDays, tolerance: percent(tolerance * 100, 2) })}</p>
        <p>
          <strong>{t('reconciliation.notCertified')}</strong>
        </p>
        {sir ? <SirFigures sir={sir} points={points} /> : <p>{t('reconciliation.tooFewPoints', { count: sirPointsLeast, points })}</p>}
      </section>
    </div>
  )
}

function Controls({ months, rolling }: Pick<Judged, 'months' | 'rolling'>) {
  const lines = [
    ...months.map(month => ({ key: month.day, name: <FromTo from={month.fromDay} to={month.day} />, control: month })),
    ...(rolling
      ? [{ key: 'rolling', name: t('reconciliation.rolling', { time: fromTo(rolling.fromDay, rolling.day) }), control: rolling }]
      : []),
  ]
  if (lines.length === 0) return null
  return (
    <div className="k-chart-table" role="region" aria-label={t('reconciliation.rule')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('reconciliation.time')}</th>
            {(['flow', 'variance', 'limit'] as const).map(name => (
              <th key={name} scope="col" className="k-end">
                {t('kit.titled', { label: t(`reconciliation.${name}`), unit: t('kit.unitLitre') })}
              </th>
            ))}
            <th scope="col">{t('reconciliation.verdict')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, name, control: { flowCl, varianceCl, limitCl, exceeded } }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className="k-end">{litres(flowCl)}</td>
              <td className="k-end">{litres(varianceCl)}</td>
              <td className="k-end">{litres(Math.floor(limitCl))}</td>
              <td>
                <span className={toneOf(exceeded)}>{exceededWords(exceeded)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const sirFacts = (sir: Sir, points: number): { label: string; value: string }[] => [
  { label: t('reconciliation.rate'), value: perHour(sir.rate) },
  { label: t('reconciliation.error'), value: perHour(sir.standardError) },
  { label: t('reconciliation.threshold'), value: perHour(sir.threshold) },
  { label: t('reconciliation.detectable'), value: perHour(sir.detectable) },
  { label: t('reconciliation.mustFind'), value: perHour(leakClPerHour) },
  { label: t('reconciliation.points'), value: points > 0 ? String(points) : unknown },
]

function SirFigures({ sir, points }: { sir: Sir; points: number }) {
  const curve = powerCurve(sir)
  return (
    <>
      <p>
        <span className={sirTone[sir.verdict]}>{t(`reconciliation.verdict_${sir.verdict}`)}</span>
      </p>
      <dl className="rc-facts">
        {sirFacts(sir, points).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h4>{t('reconciliation.power')}</h4>
      <Chart
        title={t('reconciliation.power')}
        kind="line"
        labels={curve.map(({ rate }) => perHour(rate))}
        series={[{ name: t('reconciliation.chance'), values: curve.map(({ chance }) => Math.round(chance * 1000) / 10) }]}
        unit="%"
        write={value => value.toFixed(1)}
        labelName={t('reconciliation.leakRate')}
        namesAxis
      />
    </>
  )
}
