import { chargeUserCard, configDefaults, topUpOffers, type Returned, type Tier } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { count, inCurrency } from '../../core/money.ts'
import { may, session } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Amount } from '../../kit/form/amount.tsx'
import { confirmWhen } from '../../kit/form/confirmed.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Values } from '../../kit/form/values.ts'
import { choiceLabel } from '../../kit/label.ts'
import { Segmented, Select } from '../../kit/ui.ts'
import { couponsWords } from '../../kit/top-up/coupon-words.ts'
import { givenBy, linesOf, packageOf, type Offers } from '../../kit/top-up/gift-lines.ts'
import { UploadInput } from '../../kit/upload/upload-input.tsx'
import { describing } from './describing.ts'
import { useIdentity } from './identity.ts'
import { slipLink } from './slip-link.tsx'
import { topUpFigure, topUpRules } from './top-up-rules.ts'
import type { AskedCard } from './whole-card.ts'

type Shared = { id: number; changes: readonly string[]; onDone: () => void; onCancel: () => void }

/** 充值: by package, by amount with the gift of its tier, or a gift alone. */
export function TopUpForm({ card, shared }: { card: AskedCard; shared: Shared }) {
  const identity = useIdentity(fields)
  const { data } = useQuery({
    queryKey: ['debitItems', 'tier', card.id, 0],
    queryFn: ({ signal }) => call(topUpOffers, { query: { userCardId: card.id } }, { signal }),
  })
  const packages = data?.packages ?? []
  const cache = useQueryClient()
  return (
    <ActForm
      of={chargeUserCard}
      {...shared}
      {...identity}
      words="topUp"
      controls={controlsOf(packages)}
      when={{ ...when, withoutCoupons: values => packageOf(values, packages)?.coupons.some(({ against }) => against !== null) ?? false }}
      onFailed={() => void cache.invalidateQueries({ queryKey: ['debitItems', 'tier'] })}
      defaults={defaults}
      submitLabel={t('cardPage.topUp')}
      done={doneWords}
      offer={({ id }) => slipLink(card.id, { kind: 'topUp', id })}
      preview={({ mode, amountCents }) =>
        mode === 'amount' && Number.isSafeInteger(amountCents) && (amountCents as number) > 0
          ? {
              key: ['debitItems', 'tier', card.id, amountCents],
              read: signal => call(topUpOffers, { query: { userCardId: card.id, amountCents } }, { signal }),
            }
          : undefined
      }
      rules={(values, offers: Offers | undefined) => topUpRules(card, values, givenBy(values, packages, offers))}
      effect={(values, offers: Offers | undefined) =>
        linesOf(values, packages, offers, data?.hasPoints ?? false).map(line => <p key={line}>{line}</p>)
      }
    />
  )
}

/** Points that could not be booked are told to the customer there and then, and the coupons that came with it. */
function doneWords(done: Returned<typeof chargeUserCard>): string {
  const { coupons } = done
  return coupons.length > 0 ? t('topUp.couponsToo', { done: pointsWords(done), coupons: couponsWords(coupons) }) : pointsWords(done)
}
function pointsWords({ giftPoints, pointsNotBooked }: Returned<typeof chargeUserCard>): string {
  if (pointsNotBooked > 0) return t('topUp.pointsNotBooked', { points: count(pointsNotBooked) })
  return giftPoints > 0 ? t('topUp.pointsBooked', { points: count(giftPoints) }) : t('cardPage.toppedUp')
}

const mayGive = () => may('card.giveGift')
const fields = [
  'mode',
  'packageId',
  'amountCents',
  'payType',
  'giftCents',
  'receiptId',
  'withoutReceipt',
  'withoutCoupons',
  'confirmAmountCents',
  'remark',
]
const defaults = { mode: 'amount', payType: 'cash' }
const isCash = ({ mode, payType }: Values) => mode !== 'gift' && payType === 'cash'
const when = {
  packageId: ({ mode }: Values) => mode !== 'amount',
  // A mere gift is paid by nobody.
  payType: ({ mode }: Values) => mode !== 'gift',
  giftCents: ({ mode, packageId }: Values) => mayGive() && (mode === 'amount' || (mode === 'gift' && !packageId)),
  receiptId: isCash,
  withoutReceipt: (values: Values) => isCash(values) && !values['receiptId'],
  ...confirmWhen(topUpFigure),
}

/** What the station takes at its counter. */
const takenHere = () => session().atStation?.config?.webChargeTradeType ?? configDefaults.webChargeTradeType

const controlsOf = (packages: readonly Tier[]): Record<string, OwnControl> => ({
  mode: ({ value, change, values, ...rest }) => (
    <Segmented
      {...describing(rest)}
      value={String(value)}
      options={['package', 'amount', ...(mayGive() ? ['gift'] : [])].map(mode => ({
        value: mode,
        label: choiceLabel('topUp', 'mode', mode),
      }))}
      onChange={mode => {
        change('mode', mode)
        change('packageId', undefined)
        change('giftCents', undefined)
        change('amountCents', mode === 'gift' ? 0 : values['mode'] === 'amount' ? values['amountCents'] : undefined)
      }}
    />
  ),
  packageId: ({ id, value, change, values, onBlur, disabled, ...rest }) => (
    <Select
      {...describing(rest)}
      {...{ id, onBlur, disabled }}
      value={packages.some(each => each.id === value) ? value : undefined}
      options={packages.map(each => ({
        value: each.id,
        label: t('topUp.packageOf', { name: each.name, price: inCurrency(each.priceCents) }),
      }))}
      allowClear={values['mode'] === 'gift'}
      notFoundContent={t('topUp.noPackage')}
      onChange={chosen => {
        change('packageId', chosen)
        const price = packages.find(each => each.id === chosen)?.priceCents
        if (values['mode'] === 'package') change('amountCents', price)
        else change('giftCents', undefined)
      }}
    />
  ),
  amountCents: ({ id, value, onChange, onBlur, values, ...rest }) => (
    <Amount {...describing(rest)} {...{ id, value, onChange, onBlur }} disabled={values['mode'] !== 'amount'} />
  ),
  payType: ({ id, value, onChange, onBlur, disabled, field, ...rest }) => (
    <Select
      {...describing(rest)}
      {...{ id, onBlur, disabled }}
      value={value}
      options={field.options
        .filter(each => takenHere().includes(each as never))
        .map(each => ({ value: each, label: choiceLabel('topUp', 'payType', String(each)) }))}
      onChange={chosen => onChange?.(chosen)}
    />
  ),
  receiptId: ({ id, value, onChange, onBlur, ...rest }) => (
    <UploadInput {...describing(rest)} {...{ id, value, onBlur }} type="topUpReceipt" onChange={file => onChange?.(file)} />
  ),
})
