import type { Control } from '@forecourt/contract/measure/monthly-control.ts'
import { powerCurve, sirPointsLeast, type Sir } from '@forecourt/contract/measure/sir.ts'
import { count, litres, percent } from '../../core/money.ts'
import { fromTo } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { PrintNow } from '../../kit/print/print-now.tsx'
import { PrintTable, Sheet } from '../../kit/print/print-page.tsx'
import { stockName } from './stock-name.ts'
import type { StockRow } from './control-figures.ts'
import { perHour } from './leak-figures.ts'
import { exceededWords, sirFacts } from './leak-verdicts.tsx'
import { sirDays, type Judged, type Stock } from './use-control.ts'

/** The days that a month's rule looks at, and both verdicts, on paper. */
const printedDays = 31
const figures = [
  'openingCl',
  'receivedCl',
  'transferredCl',
  'adjustedCl',
  'meteredCl',
  'bookCl',
  'measuredCl',
  'ownVarianceCl',
  'varianceCl',
] as const

interface PaperProps {
  stock: Stock
  judged: Judged
  tolerance: number
  onClose: () => void
}

/** 盘点表: a tank's days with what they came to, the rule of thirty days and the regression; not certified, and it says so. */
export function ControlPaper({ stock, judged: { months, rolling, sir, points }, tolerance, onClose }: PaperProps) {
  const rows = stock.rows.slice(-printedDays)
  return (
    <PrintNow onDone={onClose}>
      <Sheet
        title={t('reconciliation.title')}
        facts={[
          { label: t('reconciliation.stock'), value: stockName(stock) },
          { label: t('reconciliation.time'), value: fromTo(rows[0]!.businessDay, rows.at(-1)!.businessDay) },
        ]}
        signatures={[t('reconciliation.signed')]}>
        <Days rows={rows} />
        <h2>{t('reconciliation.rule')}</h2>
        <p>{t('reconciliation.ruleHelp')}</p>
        <Controls controls={[...months, ...(rolling ? [rolling] : [])]} />
        <h2>{t('reconciliation.sir')}</h2>
        <p>{t('reconciliation.sirHelp', { days: sirDays, tolerance: percent(tolerance * 100, 2) })}</p>
        <p>
          <strong>{t('reconciliation.notCertified')}</strong>
        </p>
        {sir ? <SirOnPaper sir={sir} points={points} /> : <p>{t('reconciliation.tooFewPoints', { count: sirPointsLeast, points })}</p>}
      </Sheet>
    </PrintNow>
  )
}

const Days = ({ rows }: { rows: readonly StockRow[] }) => (
  <PrintTable
    label={t('reconciliation.title')}
    rows={rows}
    columns={[
      { key: 'businessDay', title: t('fuelInventories.businessDay'), value: row => row.businessDay },
      ...figures.map(field => ({
        key: field,
        title: t(`fuelInventories.${field}`),
        value: (row: StockRow) => litres(row[field]),
        end: true,
      })),
      { key: 'percent', title: t('fuelInventories.variancePercent'), value: row => percent(row.variancePercent, 2), end: true },
      { key: 'water', title: t('fuelInventories.waterMm'), value: row => count(row.waterMm), end: true },
    ]}
  />
)

const Controls = ({ controls }: { controls: readonly Control[] }) => (
  <PrintTable
    label={t('reconciliation.rule')}
    rows={controls}
    columns={[
      { key: 'time', title: t('reconciliation.time'), value: ({ fromDay, day }) => fromTo(fromDay, day) },
      { key: 'flow', title: t('reconciliation.flow'), value: ({ flowCl }) => litres(flowCl), end: true },
      { key: 'variance', title: t('reconciliation.variance'), value: ({ varianceCl }) => litres(varianceCl), end: true },
      { key: 'limit', title: t('reconciliation.limit'), value: ({ limitCl }) => litres(Math.floor(limitCl)), end: true },
      { key: 'verdict', title: t('reconciliation.verdict'), value: ({ exceeded }) => exceededWords(exceeded) },
    ]}
  />
)

const SirOnPaper = ({ sir, points }: { sir: Sir; points: number }) => (
  <>
    <PrintTable
      label={t('reconciliation.sir')}
      rows={[{ label: t('reconciliation.verdict'), value: t(`reconciliation.verdict_${sir.verdict}`) }, ...sirFacts(sir, points)]}
      columns={[
        { key: 'label', title: t('reconciliation.figure'), value: ({ label }) => label },
        { key: 'value', title: t('reconciliation.value'), value: ({ value }) => value, end: true },
      ]}
    />
    <PrintTable
      label={t('reconciliation.power')}
      rows={powerCurve(sir).filter((_, at) => at % 2 === 0)}
      columns={[
        { key: 'rate', title: t('reconciliation.leakRate'), value: ({ rate }) => perHour(rate), end: true },
        { key: 'chance', title: t('reconciliation.chance'), value: ({ chance }) => percent(Math.round(chance * 1000) / 10), end: true },
      ]}
    />
  </>
)
