import { topUpReceipt, userCardDetails, type Returned } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { count, inCurrency, money } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useRecord } from '../../kit/detail/use-record.ts'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { choiceLabel } from '../../kit/label.ts'
import { PrintPage, PrintTable } from '../../kit/print/print-page.tsx'
import { couponsWords } from '../../kit/top-up/coupon-words.ts'
import { maskedName } from './masked.ts'

const relations = ['station.company', 'userCard', 'user', 'operator']

/** A slip is left lying about: the last four digits are enough to know one's card by. */
const masked = (number: string) => `**** ${number.slice(-4)}`

type Given = Returned<typeof topUpReceipt>
/** By which package it was, until when its gift counts and for what. */
const termsOf = ({ packageName, giftPoints, coupons, giftEndsAt, giftProducts }: Given) => [
  ...(packageName ? [{ label: t('receipt.package'), value: packageName }] : []),
  ...(giftPoints > 0 ? [{ label: t('receipt.giftPoints'), value: count(giftPoints) }] : []),
  ...(coupons.length > 0 ? [{ label: t('receipt.coupons'), value: couponsWords(coupons) }] : []),
  // A gift ends when its last day is over.
  ...(giftEndsAt ? [{ label: t('receipt.giftEnds'), value: time(new Date(Date.parse(giftEndsAt) - 1000).toISOString(), 'day') }] : []),
  ...(giftProducts.length > 0 ? [{ label: t('receipt.giftFor'), value: giftProducts.join(t('kit.comma')) }] : []),
]
const receivedOf = ({ amountCents, giftCents, receivedCents }: Given): [string, number][] => [
  [t('receipt.paidIn'), amountCents],
  [t('receipt.gift'), giftCents],
  [t('receipt.received'), receivedCents],
]
const partsOf = ({ principalCents, giftCents }: { principalCents: number; giftCents: number }): [string, number][] => [
  [t('receipt.principal'), principalCents],
  [t('receipt.gift'), giftCents],
]

/** One movement of a card's money on paper: what was paid in or given back, and the balance after it. */
export function TopUpPaper({ id }: { id: number }) {
  const { data, error, refetch } = useRecord(userCardDetails, id, relations)
  const { visible } = usePage()
  const given = useQuery({
    queryKey: ['userCardDetails', 'topUp', id],
    enabled: visible,
    queryFn: ({ signal }) => call(topUpReceipt, { id }, { signal }),
  })
  if (given.error) return <PageFailed error={given.error} onRetry={() => void given.refetch()} />
  if (data && !given.data) return <Bones rows={8} />
  if (!data || !given.data) return error ? <PageFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={8} />
  const { station, userCard, user, operator } = data
  const facts = [
    { label: t('receipt.topUpNo'), value: String(data['id']) },
    { label: t('receipt.time'), value: time(data['createdDate']) },
    ...(userCard ? [{ label: t('receipt.card'), value: masked(userCard.number) }] : []),
    ...(user ? [{ label: t('receipt.holder'), value: maskedName(user.name) }] : []),
    ...(operator ? [{ label: t('receipt.cashier'), value: operator.name }] : []),
    ...termsOf(given.data),
    ...(data['remark'] ? [{ label: t('receipt.remark'), value: data['remark'] }] : []),
  ]
  const isTopUp = data['type'] === 'charge' || data['type'] === 'chargeReward'
  const sums: [string, number][] = [
    ...(isTopUp ? receivedOf(given.data) : partsOf(data)),
    [t('receipt.balanceAfter'), data['balanceAfterCents']],
  ]
  return (
    <PrintPage
      title={t('receipt.topUp')}
      paper="80"
      facts={facts}
      place={{ station: station?.name, company: station?.company?.name, logoId: station?.company?.bigLogoId }}
      signatures={[]}>
      <PrintTable
        label={t('receipt.payment')}
        rows={[data]}
        columns={[
          { key: 'type', title: t('receipt.kind'), value: row => choiceLabel('userCardDetails', 'type', row['type']) },
          {
            key: 'payType',
            title: t('receipt.payment'),
            value: row => (row['payType'] ? choiceLabel('userCardDetails', 'payType', row['payType']) : '—'),
          },
          { key: 'amount', title: t('receipt.amount'), value: row => money(row['amountCents']), end: true },
        ]}
      />
      <dl className="k-sheet-sums">
        {sums.map(([label, cents]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{inCurrency(cents)}</dd>
          </div>
        ))}
      </dl>
      <p className="k-sheet-thanks">{t('receipt.thanks')}</p>
    </PrintPage>
  )
}
