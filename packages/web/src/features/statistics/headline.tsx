import { t } from '../../i18n/index.ts'
import { titled } from '../../kit/label.ts'
import { Change, Figure } from './change.tsx'
import { measureOf, measureWords, unitOfMeasure, write, type Kind, type Line } from './kinds.ts'
import type { Drilled } from './use-drill.ts'

/** The answer first: what it came to, and whether that is more or less than before. */
export function Headline({ kind, total, drill }: { kind: Kind; total: Line | undefined; drill: (drilled: Drilled) => void }) {
  const facts = kind.measures.slice(0, 4).map((measure): HeadFact => {
    const value = total ? measureOf(total, measure) : 0
    return {
      key: measure,
      measure,
      words: measureWords(kind, measure),
      value,
      before: total?.before?.[measure],
      onOpen: () => drill({ measure, group: [], name: write(measure, value) }),
    }
  })
  if (kind.name === 'sales') facts.splice(3, 0, averageOf(total, drill))
  return <Facts of={facts} />
}

/** What an order comes to on average; its rows are the orders. */
function averageOf(total: Line | undefined, drill: (drilled: Drilled) => void): HeadFact {
  const average = (sums: Readonly<Record<string, unknown>> | null | undefined) => {
    const [cents, orders] = [Number(sums?.['totalCents'] ?? 0), Number(sums?.['orders'] ?? 0)]
    return orders === 0 ? 0 : Math.round(cents / orders)
  }
  return {
    key: 'average',
    measure: 'averageCents',
    words: t('statistic.sales_average'),
    value: average(total),
    before: total?.before ? average(total.before) : undefined,
    onOpen: () => drill({ measure: 'orders', group: [], name: write('orders', total ? measureOf(total, 'orders') : 0) }),
  }
}

export interface HeadFact {
  readonly key: string
  readonly measure: string
  readonly words: string
  readonly value: number
  readonly before: number | undefined
  readonly onOpen: () => void
}

/** The few numbers a page is opened for; the first of them is the answer. */
export function Facts({ of }: { of: readonly HeadFact[] }) {
  return (
    <dl className="statistic-headline">
      {of.map(({ key, measure, words, value, before, onOpen }, at) => {
        const text = write(measure, value)
        return (
          <div key={key} className={at === 0 ? 'statistic-answer' : undefined}>
            <dt>{titled(words, unitOfMeasure(measure))}</dt>
            <dd>
              <Figure value={value} text={text} label={t('statistic.open', { what: words, figure: text })} onOpen={onOpen} />
              <span className="statistic-against">
                {before !== undefined && before !== 0 && <Change now={Math.abs(value)} before={Math.abs(before)} />}
                {before !== undefined && (
                  <span className="k-quiet">
                    {before === 0 ? t('statistic.nothingBefore') : t('statistic.was', { figure: write(measure, before) })}
                  </span>
                )}
              </span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
