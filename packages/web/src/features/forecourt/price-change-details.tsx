import { orders, priceChanges, type PriceChangePart } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useReadWhenTold } from '../../core/live/use-live.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { Drill, pathTo } from '../../kit/links.ts'
import { differenceWords, helpOf, inMoney, NozzleState, priceWords, Standing } from './price-change-words.tsx'

/** What nozzles charge is seen a moment after their sale was told, and of other stations this page hears nothing. */
const againMs = 5000

const usePriceChange = (id: number) =>
  useQuery({
    queryKey: [priceChanges.name, 'get', id],
    queryFn: ({ signal }) => call(priceChanges.get, { id, query: {} }, { signal, company: true }),
    meta: saidOnPage,
    refetchInterval: ({ state }) => (state.data?.parts.some(isAwaited) ? againMs : false),
  })

/** By when its first station has it. */
export function PriceChangeTitle({ id }: { id: number }) {
  const { data } = usePriceChange(id)
  const [first] = data?.parts.map(({ fromAt }) => fromAt).toSorted() ?? []
  return first === undefined ? t('priceChange.details') : t('priceChange.detailsOf', { time: time(first, 'minute') })
}

/** A change at each of its stations: since when, from which price to which, and what every nozzle is known to charge. */
export function PriceChangeDetails({ id }: { id: number }) {
  const { data, error, refetch } = usePriceChange(id)
  useReadWhenTold(['prices', 'orders'], () => void refetch())
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={6} />
  return (
    // It scrolls, and nothing in it may be focusable: it can be reached to be scrolled by keys.
    <div className="price-change" role="region" aria-label={t('priceChange.details')} tabIndex={0}>
      {data.parts.map(part => (
        <Part key={part.id} part={part} />
      ))}
    </div>
  )
}

/** Its time may come, or one of its nozzles is still to be seen. */
const isAwaited = ({ status, nozzles }: PriceChangePart) =>
  status === 'wait' || (status === 'fail' && nozzles.some(({ state }) => state === 'sent' || state === 'unconfirmed'))

function Part({ part }: { part: PriceChangePart }) {
  const { stationName, timeZone, fromAt, status, firedDate, lines } = part
  return (
    <Section title={stationName}>
      <p>
        <Standing status={status} inForce={firedDate !== null} />{' '}
        <time dateTime={fromAt} className="k-number">
          {t('priceChange.localAt', { time: time(fromAt, 'minute', timeZone) })}
        </time>
      </p>
      <p className="k-quiet">{helpOf(part)}</p>
      <table className="price-change-lines" aria-label={`${stationName} · ${t('priceChange.prices')}`}>
        <thead>
          <tr>
            <th scope="col">{t('priceChange.fuel')}</th>
            <th scope="col">{t('priceChange.before')}</th>
            <th scope="col">{t('priceChange.price')}</th>
            <th scope="col">{t('priceChange.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ productId, productName, beforeCents, priceCents }) => (
            <tr key={productId}>
              <th scope="row">{productName}</th>
              <td>{priceWords(beforeCents)}</td>
              <td>{priceWords(priceCents)}</td>
              <td>{differenceWords(beforeCents, priceCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {status !== 'cancel' && <Nozzles part={part} />}
    </Section>
  )
}

function Nozzles({ part: { stationName, timeZone, nozzles, lines } }: { part: PriceChangePart }) {
  if (nozzles.length === 0) return <p className="k-quiet">{t('priceChange.noNozzles')}</p>
  const fuelOf = (id: number) => lines.find(({ productId }) => productId === id)?.productName
  return (
    <ul className="price-change-nozzles" aria-label={`${stationName} · ${t('priceChange.nozzles')}`}>
      {nozzles.map(({ id, logicNo, productId, state, seenCents, seenDate, orderId }) => (
        <li key={id}>
          <span>
            {t('priceChange.nozzle', { number: logicNo })} · {fuelOf(productId)}
          </span>
          <NozzleState state={state} />
          {seenCents !== null && (
            <span className="k-quiet">
              {t('priceChange.seen', { price: inMoney(seenCents), time: time(seenDate, 'minute', timeZone) })}
            </span>
          )}
          <Sale orderId={orderId} />
        </li>
      ))}
    </ul>
  )
}

/** The sale by which a price was seen. */
function Sale({ orderId }: { orderId: number | null }) {
  const path = orderId === null ? undefined : pathTo(orders.name, orderId)
  return path && <Drill to={path}>{t('priceChange.openSale')}</Drill>
}
