import type { TenderLine } from '@forecourt/contract'
import { money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { PrintTable } from '../../kit/print/print-page.tsx'
import { FundPaper, FundPrintTable } from './fund-paper.tsx'
import { tenderColumns, tenderSum, tenderWords } from './money-change-page.tsx'
import { useFundAsked, useMoneyChange } from './use-report.ts'

/** 资金变动报表打印: the report of the same days as on the page. */
export default function PrintMoneyChangePage() {
  const asked = useFundAsked()
  const { data, error, refetch } = useMoneyChange(asked)
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />
  const currencies = [...new Set([...data.totals, ...data.tenders].map(line => line.currency))]
  return (
    <FundPaper title={t('fund.moneyChange')} asked={asked} data={data}>
      {currencies.map(currency => (
        <div key={currency}>
          {currencies.length > 1 && <h2>{currency}</h2>}
          <h2>{t('fund.purses')}</h2>
          <FundPrintTable
            by="purse"
            lines={data.purses.filter(line => line.currency === currency)}
            total={data.totals.find(line => line.currency === currency)}
          />
          <h2>{t('fund.tenders')}</h2>
          <Tenders tenders={data.tenders.filter(line => line.currency === currency)} />
        </div>
      ))}
    </FundPaper>
  )
}

const Tenders = ({ tenders }: { tenders: readonly TenderLine[] }) => (
  <PrintTable
    label={t('fund.tenders')}
    rows={tenders}
    columns={[
      { key: 'payType', title: t('statistic.by_payType'), value: line => tenderWords(line.key) },
      ...tenderColumns.map(column => ({
        key: column,
        title: t(`fund.${column}`),
        value: (line: TenderLine) => money(line[column]),
        end: true,
        a4: column === 'refundedCents',
      })),
    ]}
    totals={{
      payType: t('statistic.all'),
      ...Object.fromEntries(tenderColumns.map(column => [column, money(tenderSum(tenders, column))])),
    }}
  />
)
