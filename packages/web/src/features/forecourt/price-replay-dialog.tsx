import { priceReplay, type PriceReplayLine } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { inCurrency, litres, percent } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { askedAnew } from '../../kit/asked-anew.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { Amount } from '../../kit/form/amount.tsx'
import { Button, Modal, Select } from '../../kit/ui.ts'
import { useSettled } from '../../kit/use-settled.ts'
import type { Line } from './price-change-words.tsx'
import './price-change.css'

interface PriceReplayProps {
  stationIds: readonly number[]
  prices: readonly Line[]
  open: boolean
  onClose: () => void
}
const choices = [1, 2, 4, 8, 12, 26]
/** A cost that is no price is not asked with: what stands here stays, and says so beneath the field. */
const known = (cents: number | null | undefined): number | null =>
  cents != null && Number.isSafeInteger(cents) && cents >= 0 ? cents : null

/** 试算: what the last weeks' own sales come to at the prices that were entered. Nothing is changed by it. */
export default function PriceReplayDialog({ stationIds, prices, open, onClose }: PriceReplayProps) {
  const [weeks, setWeeks] = useState(4)
  const [costs, setCosts] = useState<Readonly<Record<number, number | null>>>({})
  const asked = useSettled({
    stationIds: [...stationIds],
    weeks,
    prices: prices.map(({ productId, priceCents }) => ({ productId, priceCents, costCents: known(costs[productId]) })),
  })
  const { data, error, refetch } = useQuery({
    queryKey: ['priceReplay', asked],
    queryFn: ({ signal }) => call(priceReplay, { body: asked }, { signal }),
    placeholderData: keepPreviousData,
    ...askedAnew,
  })
  return (
    <Modal
      title={t('priceReplay.title')}
      open={open}
      onCancel={onClose}
      width={820}
      footer={<Button onClick={onClose}>{t('kit.close')}</Button>}
      destroyOnHidden>
      <div className="price-replay-asked">
        <span>{t('priceReplay.weeks')}</span>
        <Select
          aria-label={t('priceReplay.weeks')}
          value={weeks}
          onChange={setWeeks}
          options={choices.map(count => ({ value: count, label: t('priceReplay.lastWeeks', { count }) }))}
        />
        {data && <span className="k-quiet">{t('priceReplay.fromTo', { from: data.from, to: data.to })}</span>}
      </div>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        data.lines.map(line => (
          <Fuel
            key={line.productId}
            of={line}
            cost={costs[line.productId] ?? null}
            onCost={cents => setCosts(now => ({ ...now, [line.productId]: cents }))}
          />
        ))
      ) : (
        <Bones rows={8} />
      )}
      <p className="k-quiet">{t('priceReplay.help')}</p>
    </Modal>
  )
}

const inLitres = (centilitres: number | null) => (centilitres === null ? '—' : `${litres(centilitres)} ${t('kit.unitLitre')}`)
/** More or fewer than before: `+3.5%`. */
const share = (basisPoints: number) => `${basisPoints > 10_000 ? '+' : ''}${percent(basisPoints / 100 - 100, 1)}`
const signed = (cents: number) => `${cents > 0 ? '+' : ''}${inCurrency(cents)}`

interface FuelProps {
  of: PriceReplayLine
  cost: number | null
  onCost: (cents: number | null) => void
}

function Fuel({ of, cost, onCost }: FuelProps) {
  const { productName, litresCl, earlier } = of
  const band = (part: 'low' | 'middle' | 'high') => inLitres(Math.round((litresCl * earlier![part]) / 10_000))
  return (
    <section className="price-replay-fuel" aria-label={productName}>
      <h3>{productName}</h3>
      <dl>
        <Fact label={t('priceReplay.litres')} value={inLitres(litresCl)} />
        <Fact label={t('priceReplay.sold')} value={inCurrency(of.soldCents)} />
        <Fact label={t('priceReplay.candidate')} value={inCurrency(of.candidateCents)} />
        <Fact label={t('priceReplay.more')} value={signed(of.moreCents)} />
        <div>
          <dt>{t('priceReplay.cost')}</dt>
          <dd>
            <Amount value={cost} aria-label={t('priceReplay.costOf', { fuel: productName })} onChange={cents => onCost(cents ?? null)} />
            {cost !== known(cost) && <small role="alert">{t('priceChange.notPrice')}</small>}
          </dd>
        </div>
        <Fact label={t('priceReplay.margin')} value={inCurrency(of.marginCents)} />
        <Fact label={t('priceReplay.candidateMargin')} value={inCurrency(of.candidateMarginCents)} />
        <Fact label={t('priceReplay.breakEven')} value={breakEvenWords(of)} />
        <Fact label={t('priceReplay.stock')} value={inLitres(of.stockCl)} />
        <Fact label={t('priceReplay.revalued')} value={signed(of.stockMoreCents)} />
      </dl>
      <p>
        {earlier
          ? t('priceReplay.earlier', {
              count: earlier.changes,
              low: share(earlier.low),
              high: share(earlier.high),
              middle: share(earlier.middle),
            })
          : t('priceReplay.tooFew')}
      </p>
      {earlier && (
        <p>
          {t('priceReplay.expected', { low: band('low'), middle: band('middle'), high: band('high') })}{' '}
          {t('priceReplay.inside', { inside: earlier.inside, count: earlier.changes })}
        </p>
      )}
    </section>
  )
}

/** How many litres have to be sold, and how many fewer or more that is. */
function breakEvenWords({ breakEvenCl, litresCl, marginCents }: PriceReplayLine): string {
  if (breakEvenCl === null) return marginCents === null ? '—' : t('priceReplay.never')
  return litresCl === 0 ? inLitres(breakEvenCl) : `${inLitres(breakEvenCl)} (${share((breakEvenCl / litresCl) * 10_000)})`
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
