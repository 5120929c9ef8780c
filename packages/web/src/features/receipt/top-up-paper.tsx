import { userCardDetails } from '@forecourt/contract'
import { inCurrency, money } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useRecord } from '../../kit/detail/use-record.ts'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { PrintPage, PrintTable } from '../../kit/print/print-page.tsx'
import { maskedName } from './masked.ts'

const relations = ['station.company', 'userCard', 'user', 'operator']

/** A slip is left lying about: the last four digits are enough to know one's card by. */
const masked = (number: string) => `**** ${number.slice(-4)}`

/** One movement of a card's money on paper: what was paid in or given back, and the balance after it. */
export function TopUpPaper({ id }: { id: number }) {
  const { data, error, refetch } = useRecord(userCardDetails, id, relations)
  if (!data) return error ? <PageFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={8} />
  const { station, userCard, user, operator } = data
  const facts = [
    { label: t('receipt.topUpNo'), value: String(data['id']) },
    { label: t('receipt.time'), value: time(data['createdDate']) },
    ...(userCard ? [{ label: t('receipt.card'), value: masked(userCard.number) }] : []),
    ...(user ? [{ label: t('receipt.holder'), value: maskedName(user.name) }] : []),
    ...(operator ? [{ label: t('receipt.cashier'), value: operator.name }] : []),
    ...(data['remark'] ? [{ label: t('receipt.remark'), value: data['remark'] }] : []),
  ]
  const sums: [string, number][] = [
    [t('receipt.principal'), data['principalCents']],
    [t('receipt.gift'), data['giftCents']],
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
