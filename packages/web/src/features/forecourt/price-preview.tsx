import { time } from '../../core/time.ts'
import { percent } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Alert } from '../../kit/ui.ts'
import { differenceWords, inMoney, priceWords, type Seen } from './price-change-words.tsx'

type Judged = Seen['stations'][number]['lines'][number]

/** What would change at each station, and what asks for the PIN. */
export function PricePreview({ of: { stations, pin }, timed }: { of: Seen; timed: boolean }) {
  const changed = stations
    .map(station => ({ ...station, lines: station.lines.filter(({ priceCents }) => priceCents !== null) }))
    .filter(({ lines }) => lines.length > 0)
  if (changed.length === 0) return null
  return (
    <>
      {pin && <Alert type="warning" showIcon title={t('priceChange.asksPin')} />}
      <table className="price-change-lines" aria-label={t('priceChange.perStation')}>
        <thead>
          <tr>
            <th scope="col">{t('priceChange.fuel')}</th>
            <th scope="col">{t('priceChange.before')}</th>
            <th scope="col">{t('priceChange.price')}</th>
            <th scope="col">{t('priceChange.difference')}</th>
          </tr>
        </thead>
        {changed.map(({ id, name, timeZone, fromAt, lines }) => (
          <tbody key={id}>
            <tr>
              <th scope="rowgroup" colSpan={4} className="price-change-station">
                {name}
                {timed && <small className="k-quiet">{t('priceChange.localAt', { time: time(fromAt, 'minute', timeZone) })}</small>}
              </th>
            </tr>
            {lines.map(line => (
              <tr key={line.productId}>
                <th scope="row">{line.productName}</th>
                <td>{priceWords(line.beforeCents)}</td>
                <td>{priceWords(line.priceCents)}</td>
                <td>
                  {differenceWords(line.beforeCents, line.priceCents)}
                  <Against line={line} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </>
  )
}

function Against({ line: { ceilingCents, ceilingSource, overPercent } }: { line: Judged }) {
  const words = [
    ceilingCents !== null && t('priceChange.aboveCeiling', { ceiling: inMoney(ceilingCents), source: ceilingSource ?? '' }),
    overPercent !== null && t('priceChange.overPercent', { percent: percent(overPercent) }),
  ].filter(Boolean)
  return words.map(each => (
    <small key={String(each)} className="price-change-against">
      {each}
    </small>
  ))
}
