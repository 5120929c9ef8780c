import { t } from '../../i18n/index.ts'
import { Amount } from '../../kit/form/amount.tsx'
import { differenceWords, priceWords, type Line, type Seen } from './price-change-words.tsx'

interface Fuel {
  readonly productId: number
  readonly productName: string
  /** What it costs at the stations that were chosen, each price once. */
  readonly before: readonly number[]
}

/** The fuels of the chosen stations, each once. */
function fuelsOf(seen: Seen): Fuel[] {
  const fuels = new Map<number, { productId: number; productName: string; before: Set<number> }>()
  for (const { lines } of seen.stations)
    for (const { productId, productName, beforeCents } of lines) {
      const fuel = fuels.get(productId) ?? { productId, productName, before: new Set<number>() }
      if (beforeCents !== null) fuel.before.add(beforeCents)
      fuels.set(productId, fuel)
    }
  return [...fuels.values()].map(fuel => ({ ...fuel, before: [...fuel.before].toSorted((one, other) => one - other) }))
}

interface PriceEntriesProps {
  readonly seen: Seen | undefined
  readonly value: readonly Line[]
  readonly onChange: (lines: Line[]) => void
}

/** A price for each fuel whose price changes; what it costs now stands beside it. */
export function PriceEntries({ seen, value, onChange }: PriceEntriesProps) {
  if (!seen) return <p className="k-quiet">{t('priceChange.chooseStations')}</p>
  const fuels = fuelsOf(seen)
  if (fuels.length === 0) return <p className="k-quiet">{t('priceChange.noFuels')}</p>
  const set = (productId: number, priceCents: number | null | undefined) => {
    const others = value.filter(line => line.productId !== productId)
    onChange(priceCents === undefined || priceCents === null ? others : [...others, { productId, priceCents }])
  }
  return (
    <table className="price-change-lines" aria-label={t('priceChanges.prices')}>
      <thead>
        <tr>
          <th scope="col">{t('priceChange.fuel')}</th>
          <th scope="col">{t('priceChange.before')}</th>
          <th scope="col">{t('priceChange.price')}</th>
          <th scope="col">{t('priceChange.difference')}</th>
        </tr>
      </thead>
      <tbody>
        {fuels.map(({ productId, productName, before }) => {
          const entered = value.find(line => line.productId === productId)?.priceCents
          const [lowest = null, highest = lowest] = [before[0], before.at(-1)]
          return (
            <tr key={productId}>
              <th scope="row">{productName}</th>
              <td>{lowest === highest ? priceWords(lowest) : `${priceWords(lowest)} – ${priceWords(highest)}`}</td>
              <td>
                <Amount
                  value={entered}
                  aria-label={t('priceChange.newPriceOf', { fuel: productName })}
                  onChange={cents => set(productId, cents)}
                />
              </td>
              <td>{lowest === highest ? differenceWords(lowest, entered) : ''}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
