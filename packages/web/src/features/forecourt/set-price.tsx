import { productPrices, setPrice } from '@forecourt/contract'
import { percent, inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import { confirmRules, confirmSetting, wholeOf } from '../../kit/form/confirmed.ts'
import type { Rules } from '../../kit/form/rules.ts'
import type { Values } from '../../kit/form/values.ts'
import type { Fuel } from './fuel.ts'
import { offerSetBack, priceChanges } from './set-back.tsx'

const fields = ['priceCents', 'confirmPriceCents', 'fromAt']

/** The price that the new one ends: the one in force when it begins. */
const priceBefore = ({ priceCents, nextPriceCents, nextFromAt }: Fuel, fromAt: unknown): number | null | undefined =>
  typeof fromAt === 'string' && nextFromAt && Date.parse(nextFromAt) <= Date.parse(fromAt) ? nextPriceCents : priceCents

function isUnusual(fuel: Fuel, { priceCents, fromAt }: Values): boolean {
  const before = priceBefore(fuel, fromAt)
  const after = wholeOf(priceCents)
  if (before == null || after === undefined) return false
  return Math.abs(after - before) * 100 > before * confirmSetting().pricePercent
}

function rulesOf(fuel: Fuel, values: Values): Rules {
  const { priceCents, fromAt, confirmPriceCents } = values
  const before = priceBefore(fuel, fromAt)
  const limit = percent(confirmSetting().pricePercent)
  const again = isUnusual(fuel, values)
    ? confirmRules('confirmPriceCents', confirmPriceCents, priceCents as number, t('forecourt.priceAgain', { limit }))
    : undefined
  const price = wholeOf(priceCents)
  const late = typeof fromAt === 'string' && Date.parse(fromAt) <= Date.now()
  return {
    ...again,
    wrong: { ...again?.wrong, fromAt: late ? t('forecourt.priceNotLater') : undefined },
    limits: { priceCents: before == null || again ? undefined : t('forecourt.priceUsual', { limit }), ...again?.limits },
    figures: [
      {
        label: t('productPrices.priceCents'),
        unit: 'money',
        before,
        after: price !== undefined && price >= 0 ? price : undefined,
        inPercent: true,
      },
    ],
  }
}

/** What a litre costs from now or from later on. A change beyond the usual is typed twice; for a minute it can be set back. */
export function SetPrice({ fuel, stationId, stationName }: { fuel: Fuel; stationId: number; stationName: string }) {
  return (
    <ActButton
      of={setPrice}
      id={fuel.id}
      words={productPrices.name}
      fields={fields}
      when={{ confirmPriceCents: values => isUnusual(fuel, values) }}
      defaults={{ stationId }}
      changes={priceChanges}
      label={t('forecourt.setPrice')}
      submitLabel={t('forecourt.setPrice')}
      done={t('forecourt.priceSet')}
      title={t('forecourt.setPriceOf', { fuel: fuel.name, station: stationName })}
      button={{ type: 'link', size: 'small' }}
      rules={values => rulesOf(fuel, values)}
      onDone={({ id, priceCents, fromAt }) => {
        const before = priceBefore(fuel, fromAt)
        if (before != null) offerSetBack({ id, fuel: fuel.name, before: inCurrency(before), after: inCurrency(priceCents) })
      }}
    />
  )
}
