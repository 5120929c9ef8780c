import { litres } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/section.tsx'
import { ChartShape } from '../../kit/chart/frame.tsx'
import { TimeChart } from '../../kit/chart/time-chart.tsx'
import type { Moment, TimeFigures } from '../../kit/chart/time-figures.ts'
import { Empty, Failed } from '../../kit/feedback/states.tsx'
import { laterDialog } from '../../kit/later.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Select } from '../../kit/ui.ts'
import { useState } from 'react'
import { LeakVerdicts } from './leak-verdicts.tsx'
import { stockName, type Kind } from './stock-name.ts'
import { judge, useMeterTolerance, useStocks, type Stock } from './use-control.ts'

const Paper = laterDialog(async () => ({ default: (await import('./control-paper.tsx')).ControlPaper }))

/** Whether a tank loses fuel: its cumulative variance, the rule of thirty days, and the regression. */
export function Control({ stationId, by }: { stationId: number; by: Kind }) {
  const page = usePage()
  const { data, error, refetch } = useStocks(stationId, by)
  const [printing, setPrinting] = useState(false)
  const tolerance = useMeterTolerance()
  const chosen = data?.find(({ key }) => key === page.search['of']) ?? data?.[0]
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  const judged = chosen && judge(chosen, tolerance)
  return (
    <Section
      title={t('reconciliation.control')}
      actions={
        chosen && (
          <div className="rc-tools">
            <Select
              size="small"
              aria-label={t('reconciliation.stock')}
              value={chosen.key}
              popupMatchSelectWidth={false}
              options={data!.map(stock => ({ value: stock.key, label: stockName(stock) }))}
              onChange={value => page.setSearch(now => ({ ...now, of: String(value) }))}
            />
            <Button size="small" onClick={() => setPrinting(true)}>
              {t('reconciliation.print')}
            </Button>
          </div>
        )
      }>
      {!data ? (
        <ChartShape withHead />
      ) : chosen && judged ? (
        <>
          <TimeChart title={t('reconciliation.cumulative')} figures={cumulativeOf(chosen)} />
          <LeakVerdicts judged={judged} tolerance={tolerance} />
          {printing && <Paper stock={chosen} judged={judged} tolerance={tolerance} onClose={() => setPrinting(false)} />}
        </>
      ) : (
        <Empty title={t('reconciliation.none')} />
      )}
    </Section>
  )
}

/** The line stops where nobody measured, and begins again with the next day that somebody did. */
function cumulativeOf({ rows }: Stock): TimeFigures {
  const moments = rows.map(({ endTime, varianceCl }): Moment => [Date.parse(endTime), varianceCl])
  const received = rows.filter(({ receivedCl }) => receivedCl !== 0)
  return {
    from: Date.parse(rows[0]!.startTime),
    until: Date.parse(rows.at(-1)!.endTime),
    unit: t('kit.unitLitre'),
    write: litres,
    lines: [{ name: t('reconciliation.cumulative'), moments }],
    marks: [
      {
        name: t('reconciliation.received'),
        marks: received.map(({ endTime, varianceCl, receivedCl }) => ({
          ms: Date.parse(endTime),
          value: varianceCl ?? 0,
          words: t('reconciliation.receivedOf', { volume: litres(receivedCl) }),
        })),
      },
    ],
  }
}
