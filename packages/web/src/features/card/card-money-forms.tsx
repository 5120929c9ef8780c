import { cardMoney, userCardDetails, type RecordNamed } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { equals, searchText } from '../../core/search.ts'
import { time } from '../../core/time.ts'
import { count, inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import { confirmWhen } from '../../kit/form/confirmed.ts'
import type { Values } from '../../kit/form/values.ts'
import { choiceLabel } from '../../kit/label.ts'
import { optionCount } from '../../kit/reference-options.ts'
import { Select } from '../../kit/ui.ts'
import { describing } from './describing.ts'
import { adjustRules, refundChargeRules, thawRules, type ChargeRefund } from './card-rules.ts'
import { frozenOf, type AskedCard, type Card } from './whole-card.ts'

export type MoneyAct = 'adjust' | 'thaw' | 'refundCharge'
export const isMoneyAct = (act: string): act is MoneyAct => act === 'adjust' || act === 'thaw' || act === 'refundCharge'

interface Shared {
  id: number
  changes: readonly string[]
  onDone: () => void
  onCancel: () => void
}

/** What staff do to the money on a card besides topping it up. */
export function MoneyForm({ act, card, shared }: { act: MoneyAct; card: AskedCard; shared: Shared }) {
  if (act === 'adjust') return <Adjust card={card} shared={shared} />
  if (act === 'thaw') return <Thaw card={card} shared={shared} />
  return <RefundCharge card={card} shared={shared} />
}

/** What becomes of points and coupons that came with a top-up is said before it is given back. */
function refundWords({ giftPoints = 0, lapsedPoints = 0, coupons }: Partial<ChargeRefund> = {}): string {
  const taken = giftPoints > 0 ? [t('cardMoney.refundPoints', { points: count(giftPoints) })] : []
  const lapsed = lapsedPoints > 0 ? [t('cardMoney.refundLapsed', { points: count(lapsedPoints) })] : []
  const { unused = 0, used = 0, usedCents = 0 } = coupons ?? {}
  const back = unused > 0 ? [t('cardMoney.refundCoupons', { count: count(unused) })] : []
  const stays = used > 0 ? [t('cardMoney.refundUsed', { count: count(used), amount: inCurrency(usedCents) })] : []
  return [t('cardMoney.refundHelp'), ...taken, ...lapsed, ...back, ...stays].join('')
}

function Adjust({ card, shared }: { card: Card; shared: Shared }) {
  return (
    <ActForm
      of={cardMoney.adjust}
      {...shared}
      words="cardMoney"
      fields={['purse', 'amountCents', 'confirmAmountCents', 'remark']}
      when={amountWhen}
      rules={values => adjustRules(card, values)}
      pinFor={({ amountCents }) => ({ action: 'card.adjust', subject: `userCards:${card.id}`, amountCents: amountCents as number })}
      submitLabel={t('cardPage.adjust')}
      done={t('cardMoney.adjusted')}
    />
  )
}

function Thaw({ card, shared }: { card: Card; shared: Shared }) {
  return (
    <ActForm
      of={cardMoney.thaw}
      {...shared}
      words="cardMoney"
      fields={['amountCents', 'confirmAmountCents', 'remark']}
      when={amountWhen}
      defaults={{ amountCents: frozenOf(card) }}
      rules={values => thawRules(card, values)}
      submitLabel={t('cardPage.thaw')}
      done={t('cardMoney.thawed')}
    />
  )
}
const amountWhen = confirmWhen()

/** A top-up is chosen among the newest of the card, and given back whole. */
function RefundCharge({ card, shared }: { card: AskedCard; shared: Shared }) {
  const { data } = useQuery({
    queryKey: ['userCardDetails', 'list', 'topUps', card.id],
    queryFn: ({ signal }) =>
      call(
        userCardDetails.list,
        { query: { search: searchText([equals('userCard.id', card.id), equals('refundStatus', 'notRefunded')]), size: optionCount } },
        { signal },
      ),
  })
  const topUps = data?.content ?? []
  const amountOf = ({ detailId }: Values) => topUps.find(row => row.id === detailId)?.amountCents
  const named = (row: RecordNamed<'userCardDetails'>) =>
    `${time(row.createdDate)} · ${choiceLabel('userCardDetails', 'payType', String(row.payType))} · ${inCurrency(row.amountCents)}`
  return (
    <ActForm
      of={cardMoney.refundCharge}
      {...shared}
      words="cardMoney"
      fields={['detailId', 'mode', 'confirmAmountCents', 'remark']}
      when={confirmWhen(amountOf)}
      {...(card.topUpId && { defaults: { detailId: card.topUpId } })}
      controls={{
        detailId: ({ id, value, onChange, onBlur, disabled, ...rest }) => (
          <Select
            {...describing(rest)}
            {...{ id, onChange, onBlur, disabled }}
            value={topUps.some(row => row.id === value) ? value : undefined}
            options={topUps.map(row => ({ value: row.id, label: named(row) }))}
            notFoundContent={t('cardMoney.noTopUp')}
          />
        ),
      }}
      effect={(_, preview: ChargeRefund | undefined) => refundWords(preview)}
      preview={({ detailId }) =>
        typeof detailId === 'number'
          ? {
              key: ['userCardDetails', 'refundPreview', detailId],
              read: signal => call(cardMoney.refundChargePreview, { id: card.id, body: { detailId } }, { signal }),
            }
          : undefined
      }
      rules={(values, preview: ChargeRefund | undefined) => refundChargeRules(card, values, amountOf(values), preview)}
      pinFor={values => ({
        action: 'card.refundCharge',
        subject: `userCardDetails:${String(values['detailId'])}`,
        amountCents: amountOf(values)!,
      })}
      submitLabel={t('cardPage.refundCharge')}
      danger
      done={t('cardMoney.refunded')}
    />
  )
}
