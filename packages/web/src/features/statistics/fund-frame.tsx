import type { FundLine, PageName } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { fromTo } from '../../core/time.ts'
import { money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { titled } from '../../kit/label.ts'
import { saveFile } from '../../kit/list/csv.ts'
import { open } from '../../kit/links.ts'
import { addressOf } from '../../kit/page/address.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { PeriodBar } from '../../kit/period-bar.tsx'
import { Button } from '../../kit/ui.ts'
import { Figure } from './change.tsx'
import { FailedFigures } from './states.tsx'
import { RangeOf } from './statistic-page.tsx'
import type { Drilled } from './use-drill.ts'
import { centsOf, type FundAsked, type FundMeasure } from './use-report.ts'
import './statistic.css'

interface FundFrameProps {
  asked: FundAsked
  print: PageName
  /** The report as a file; absent while there is none. */
  csv: (() => string) | undefined
  tools?: ReactNode
  data: { from: string; to: string } | undefined
  error: unknown
  onRetry: () => void
  children: ReactNode
}

/** Head, period and tools of a fund report; its paper is of the same days and the same lines. */
export function FundFrame({ asked, print, csv, tools, data, error, onRetry, children }: FundFrameProps) {
  const { title } = usePage()
  const { range, company, group, kind, period } = asked
  const paper = addressOf(print, {}, { period, group, ...(kind && { kind }), ...(company && { range: 'company' }) })
  const { from, to } = data ?? range
  return (
    <>
      <PageHeader
        title={title}
        meta={from === to ? from : fromTo(from, to)}
        actions={
          <>
            <RangeOf asked={asked} />
            <Button disabled={!csv} onClick={() => saveFile(`${title}-${from}-${to}.csv`, csv!())}>
              {t('kit.export')}
            </Button>
            <Button disabled={!csv} onClick={() => open(paper)}>
              {t('kit.print')}
            </Button>
          </>
        }
      />
      <div className="statistic-bar">
        <PeriodBar label={t('statistic.period')} value={period} onChange={value => asked.change({ period: value })} />
        {tools}
      </div>
      {data ? children : error ? <FailedFigures asked={asked} error={error} onRetry={onRetry} /> : <Bones rows={10} />}
    </>
  )
}

const answers: readonly FundMeasure[] = ['closing', 'opening', 'topUp', 'consume']

/** What is held, what it began with, what came and what went. */
export function FundHeadline({ total, drill }: { total: FundLine | undefined; drill: (drilled: Drilled) => void }) {
  return (
    <dl className="statistic-headline">
      {answers.map((column, at) => {
        const cents = total ? centsOf(total, column) : 0
        const text = money(cents)
        const words = t(`fund.${column}`)
        return (
          <div key={column} className={at === 0 ? 'statistic-answer' : undefined}>
            <dt>{titled(words, t('kit.unitMoney'))}</dt>
            <dd>
              <Figure
                value={cents}
                text={text}
                label={t('statistic.open', { what: words, figure: text })}
                onOpen={() => drill({ measure: column, group: [], name: text })}
              />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
