import type { FundLine } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { fromTo } from '../../core/time.ts'
import { money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'
import { PrintPage, PrintTable } from '../../kit/print/print-page.tsx'
import { fundHead, fundName, type FundBy } from './fund-table.tsx'
import { centsOf, columnsShown, type FundAsked } from './use-report.ts'

/** A fund report as it is signed, on A4 or on the roll. */
export function FundPaper({
  title,
  asked,
  data,
  children,
}: {
  title: string
  asked: FundAsked
  data: { from: string; to: string }
  children: ReactNode
}) {
  const { company, kind } = asked
  return (
    <PrintPage
      title={title}
      facts={[
        { label: t('statistic.period'), value: fromTo(data.from, data.to) },
        ...(company ? [{ label: t('kit.range'), value: t('kit.rangeCompany') }] : []),
        ...(kind ? [{ label: t('statistic.by_kind'), value: choiceLabel('userCards', 'kind', kind) }] : []),
      ]}
      signatures={[t('fund.signMade'), t('fund.signChecked')]}>
      <p className="k-sheet-unit">{t('fund.unit')}</p>
      {children}
    </PrintPage>
  )
}

const always = ['topUp', 'consume', 'closing']

export function FundPrintTable({ by, lines, total }: { by: FundBy; lines: readonly FundLine[]; total: FundLine | undefined }) {
  const shown = columnsShown([...lines, ...(total ? [total] : [])])
  return (
    <PrintTable
      label={fundHead(by)}
      rows={lines}
      columns={[
        { key: 'name', title: fundHead(by), value: line => fundName(by, line) },
        ...shown.map(column => ({
          key: column,
          title: t(`fund.${column}`),
          value: (line: FundLine) => money(centsOf(line, column)),
          end: true,
          a4: !always.includes(column),
        })),
      ]}
      {...(total && {
        totals: { name: t('statistic.all'), ...Object.fromEntries(shown.map(column => [column, money(centsOf(total, column))])) },
      })}
    />
  )
}
