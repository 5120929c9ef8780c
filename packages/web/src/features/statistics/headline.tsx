import { t } from '../../i18n/index.ts'
import { Change, Figure } from './change.tsx'
import { measureOf, measureWords, unitOfMeasure, write, type Kind, type Line } from './kinds.ts'
import type { Drilled } from './use-drill.ts'

/** The answer first: what it came to, and whether that is more or less than before. */
export function Headline({ kind, total, drill }: { kind: Kind; total: Line | undefined; drill: (drilled: Drilled) => void }) {
  return (
    <dl className="statistic-headline">
      {kind.measures.slice(0, 4).map((measure, at) => {
        const value = total ? measureOf(total, measure) : 0
        const before = total?.before?.[measure]
        const words = measureWords(kind, measure)
        const text = write(measure, value)
        return (
          <div key={measure} className={at === 0 ? 'statistic-answer' : undefined}>
            <dt>
              {words} <small>{unitOfMeasure(measure)}</small>
            </dt>
            <dd>
              <Figure
                value={value}
                text={text}
                label={t('statistic.open', { what: words, figure: text })}
                onOpen={() => drill({ measure, group: [], name: text })}
              />
              <span className="statistic-against">
                {before !== undefined && before !== 0 && <Change now={value} before={before} />}
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
