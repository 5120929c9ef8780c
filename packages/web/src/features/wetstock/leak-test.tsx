import { tankLeakTest, tanks, type RowOf, type TankLeakTest } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { litres, percent, unknown } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { fromTo, time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Section } from '../../kit/detail/section.tsx'
import { Chart } from '../../kit/chart/chart.tsx'
import { ChartShape } from '../../kit/chart/frame.tsx'
import { Empty, Failed } from '../../kit/feedback/states.tsx'
import { FromTo } from '../../kit/from-to.tsx'
import { laterDialog } from '../../kit/later.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Select } from '../../kit/ui.ts'
import { leakFacts, perHour, verdictWords } from './leak-figures.ts'
import './reconciliation.css'

type Tank = RowOf<typeof tanks>
const Paper = laterDialog(async () => ({ default: (await import('./leak-paper.tsx')).LeakPaper }))
const toneOf = { tight: 'k-tag k-good', leak: 'k-tag k-bad', inconclusive: 'k-tag k-off', unknown: 'k-tag k-off' } as const

/** One tank of each manifold stands for all of them: they are tested together. */
function useSystems(stationId: number) {
  const { visible } = usePage()
  return useQuery({
    queryKey: [tanks.name, 'systems', stationId],
    enabled: visible,
    meta: saidOnPage,
    queryFn: async ({ signal }): Promise<Tank[]> => {
      const query = { size: 100, sort: 'number', search: equals('station.id', stationId), expand: 'product' }
      const { content } = await call(tanks.list, { query }, { signal })
      return content.filter(({ manifold, number }) => manifold === '' || content.find(one => one.manifold === manifold)!.number === number)
    },
  })
}

const nameOf = ({ number, manifold, product }: Tank): string =>
  t('reconciliation.stockOf', {
    name: manifold === '' ? t('reconciliation.tankNo', { number }) : t('reconciliation.manifoldNo', { name: manifold }),
    fuel: product?.name ?? '',
  })

/** 静态检漏: whether a tank loses fuel in the hours in which nothing is sold. */
export function LeakTest({ stationId, children }: { stationId: number; children: ReactNode }) {
  const page = usePage()
  const [printing, setPrinting] = useState(false)
  const systems = useSystems(stationId)
  const chosen = systems.data?.find(({ id }) => String(id) === page.search['tank']) ?? systems.data?.[0]
  const { data, error, refetch } = useQuery({
    queryKey: ['tankReadings', 'leakTest', chosen?.id],
    enabled: page.visible && chosen !== undefined,
    meta: saidOnPage,
    queryFn: ({ signal }) => call(tankLeakTest, { id: chosen!.id }, { signal }),
  })
  const failed = systems.data ? error : systems.error
  return (
    <>
      <PageHeader />
      {children}
      <Section
        title={t('leakTest.title')}
        actions={
          chosen && (
            <div className="rc-tools">
              <Select
                size="small"
                aria-label={t('reconciliation.stock')}
                value={chosen.id}
                popupMatchSelectWidth={false}
                options={systems.data!.map(tank => ({ value: tank.id, label: nameOf(tank) }))}
                onChange={value => page.setSearch(now => ({ ...now, tank: String(value) }))}
              />
              <Button size="small" disabled={!data} onClick={() => setPrinting(true)}>
                {t('leakTest.print')}
              </Button>
            </div>
          )
        }>
        {systems.data && !chosen ? (
          <Empty title={t('leakTest.noTanks')} />
        ) : failed ? (
          <Failed error={failed} onRetry={() => void (systems.error ? systems.refetch() : refetch())} />
        ) : data && chosen ? (
          <>
            <Verdict test={data} />
            {printing && <Paper test={data} name={nameOf(chosen)} onClose={() => setPrinting(false)} />}
          </>
        ) : (
          <ChartShape withHead />
        )}
      </Section>
    </>
  )
}

function Verdict({ test }: { test: TankLeakTest }) {
  const { verdict, found, power, byDensity } = test
  return (
    <>
      <div className="rc-said">
        <p className="k-quiet">{t('leakTest.help')}</p>
        <p>
          <strong>{t('reconciliation.notCertified')}</strong>
        </p>
        <p aria-live="polite" className="k-tag-says">
          <span className={toneOf[verdict]}>{verdictWords(test)}</span>
        </p>
        {!byDensity && <p className="k-quiet">{t('leakTest.noDensity')}</p>}
      </div>
      <div className="rc-verdicts">
        <section>
          <h3>{t('leakTest.figures')}</h3>
          <dl className="rc-facts">
            {leakFacts(test).map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Stretches test={test} />
        </section>
        <section>
          <h3>{t('reconciliation.power')}</h3>
          {found ? (
            <Chart
              title={t('reconciliation.power')}
              kind="line"
              labels={power.map(({ rate }) => perHour(rate))}
              series={[{ name: t('reconciliation.chance'), values: power.map(({ chance }) => Math.round(chance * 1000) / 10) }]}
              unit="%"
              write={value => percent(value, 1)}
              labelName={t('reconciliation.leakRate')}
              namesAxis
            />
          ) : (
            <p className="k-quiet">{t('leakTest.noPower')}</p>
          )}
        </section>
      </div>
    </>
  )
}

/** The evidence: each time in which nothing moved the level. */
function Stretches({ test: { stretches, from, until } }: { test: TankLeakTest }) {
  if (stretches.length === 0) return <p>{t('leakTest.noStretches', { time: fromTo(time(from, 'day'), time(until, 'day')) })}</p>
  return (
    <div className="k-chart-table" role="region" aria-label={t('leakTest.stretches')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('leakTest.stretch')}</th>
            <th scope="col" className="k-end">
              {t('reconciliation.rate')}
            </th>
            <th scope="col" className="k-end">
              {t('reconciliation.error')}
            </th>
            <th scope="col" className="k-end">
              {t('kit.titled', { label: t('leakTest.volume'), unit: t('kit.unitLitre') })}
            </th>
          </tr>
        </thead>
        <tbody>
          {stretches.toReversed().map(({ from: begun, until: ended, rate, standardError, volumeCl }) => (
            <tr key={begun}>
              <th scope="row">
                <FromTo from={time(begun, 'minute')} to={time(ended, 'minute')} />
              </th>
              <td className="k-end">{perHour(rate)}</td>
              <td className="k-end">{perHour(standardError)}</td>
              <td className="k-end">{volumeCl > 0 ? litres(volumeCl) : unknown}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
