import type { TankLeakTest } from '@forecourt/contract'
import { litres, percent } from '../../core/money.ts'
import { fromTo, time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { PrintNow } from '../../kit/print/print-now.tsx'
import { PrintTable, Sheet } from '../../kit/print/print-page.tsx'
import { leakFacts, perHour, verdictWords } from './leak-figures.ts'

interface PaperProps {
  test: TankLeakTest
  name: string
  onClose: () => void
}

/** 静态检漏报告: verdict, figures, power curve and every stretch on paper; not certified, and it says so. */
export const LeakPaper = ({ test, name, onClose }: PaperProps) => (
  <PrintNow onDone={onClose}>
    <Sheet
      title={t('leakTest.title')}
      facts={[
        { label: t('reconciliation.stock'), value: name },
        { label: t('reconciliation.time'), value: fromTo(time(test.from, 'day'), time(test.until, 'day')) },
      ]}
      signatures={[t('leakTest.signed')]}>
      <p>{t('leakTest.help')}</p>
      <p>
        <strong>{t('reconciliation.notCertified')}</strong>
      </p>
      {!test.byDensity && <p>{t('leakTest.noDensity')}</p>}
      <PrintTable
        label={t('leakTest.figures')}
        rows={[{ label: t('reconciliation.verdict'), value: verdictWords(test) }, ...leakFacts(test)]}
        columns={[
          { key: 'label', title: t('reconciliation.figure'), value: ({ label }) => label },
          { key: 'value', title: t('reconciliation.value'), value: ({ value }) => value, end: true },
        ]}
      />
      <h2>{t('reconciliation.power')}</h2>
      <PrintTable
        label={t('reconciliation.power')}
        rows={test.power.filter((_, at) => at % 2 === 0)}
        columns={[
          { key: 'rate', title: t('reconciliation.leakRate'), value: ({ rate }) => perHour(rate), end: true },
          { key: 'chance', title: t('reconciliation.chance'), value: ({ chance }) => percent(Math.round(chance * 1000) / 10), end: true },
        ]}
      />
      <h2>{t('leakTest.stretches')}</h2>
      <PrintTable
        label={t('leakTest.stretches')}
        rows={test.stretches}
        columns={[
          { key: 'time', title: t('leakTest.stretch'), value: ({ from, until }) => fromTo(time(from, 'minute'), time(until, 'minute')) },
          { key: 'rate', title: t('reconciliation.rate'), value: ({ rate }) => perHour(rate), end: true },
          { key: 'error', title: t('reconciliation.error'), value: ({ standardError }) => perHour(standardError), end: true },
          { key: 'volume', title: t('leakTest.volume'), value: ({ volumeCl }) => litres(volumeCl), end: true },
        ]}
      />
    </Sheet>
  </PrintNow>
)
