import { cardMoney, userCardDetails } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { money } from '../../core/money.ts'
import { equals, searchText } from '../../core/search.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { ActForm } from '../../kit/form/act-form.tsx'
import { choiceLabel } from '../../kit/label.ts'
import type { AnyRow } from '../../kit/list/columns.ts'
import { Select } from '../../kit/ui.ts'

export type MoneyAct = 'adjust' | 'thaw' | 'refundCharge'
export const isMoneyAct = (act: string): act is MoneyAct => act === 'adjust' || act === 'thaw' || act === 'refundCharge'

interface Shared {
  id: number
  changes: readonly string[]
  onDone: () => void
  onCancel: () => void
}
const symbol = (amount: number) => t('kit.withSymbol', { amount: money(amount) })

/** What staff do to the money on a card besides topping it up. */
export function MoneyForm({ act, card, shared }: { act: MoneyAct; card: AnyRow; shared: Shared }) {
  if (act === 'adjust') return <Adjust card={card} shared={shared} />
  if (act === 'thaw') return <Thaw card={card} shared={shared} />
  return <RefundCharge card={card} shared={shared} />
}

function Adjust({ card, shared }: { card: AnyRow; shared: Shared }) {
  const after = ({ purse, amountCents }: Record<string, any>) => {
    const now = purse === 'gift' ? card['giftCents'] : card['principalCents']
    const then = now + (amountCents ?? 0)
    if (then < 0) return <div role="alert">{t('cardMoney.tooMuch', { most: symbol(now) })}</div>
    return t('cardMoney.balance', { before: symbol(now), after: symbol(then) })
  }
  return (
    <ActForm
      of={cardMoney.adjust}
      {...shared}
      words="cardMoney"
      fields={['purse', 'amountCents', 'remark']}
      effect={after}
      pinFor={({ amountCents }) => ({ action: 'card.adjust', subject: `userCards:${card.id}`, amountCents })}
      submitLabel={t('cardPage.adjust')}
      done={t('cardMoney.adjusted')}
    />
  )
}

function Thaw({ card, shared }: { card: AnyRow; shared: Shared }) {
  return (
    <ActForm
      of={cardMoney.thaw}
      {...shared}
      words="cardMoney"
      fields={['amountCents', 'remark']}
      defaults={{ amountCents: card['lockValue'] }}
      effect={({ amountCents = 0 }) =>
        amountCents > card['lockValue'] ? (
          <div role="alert">{t('cardMoney.tooMuch', { most: symbol(card['lockValue']) })}</div>
        ) : (
          t('cardMoney.frozen', { rest: symbol(card['lockValue'] - amountCents), after: symbol(card['value'] + amountCents) })
        )
      }
      submitLabel={t('cardPage.thaw')}
      done={t('cardMoney.thawed')}
    />
  )
}

/** A top-up is chosen among the newest of the card, and given back whole. */
function RefundCharge({ card, shared }: { card: AnyRow; shared: Shared }) {
  const { data } = useQuery({
    queryKey: ['userCardDetails', 'list', 'topUps', card.id],
    queryFn: ({ signal }) =>
      call(
        userCardDetails.list,
        { query: { search: searchText([equals('userCard.id', card.id), equals('type', 'charge')]), size: 20 } },
        { signal },
      ) as Promise<{
        content: AnyRow[]
      }>,
  })
  const topUps = (data?.content ?? []).filter(row => row['payType'])
  const one = (id: unknown) => topUps.find(row => row.id === id)
  const named = (row: AnyRow) =>
    `${time(row['createdDate'])} · ${choiceLabel('userCardDetails', 'payType', row['payType'])} · ${symbol(row['amountCents'])}`
  return (
    <ActForm
      of={cardMoney.refundCharge}
      {...shared}
      words="cardMoney"
      fields={['detailId', 'mode', 'remark']}
      controls={{
        detailId: ({ id, value, onChange, onBlur, disabled }) => (
          <Select
            {...{ id, value, onChange, onBlur, disabled }}
            options={topUps.map(row => ({ value: row.id, label: named(row) }))}
            notFoundContent={t('cardMoney.noTopUp')}
          />
        ),
      }}
      effect={({ detailId }) => {
        const amount = one(detailId)?.['amountCents'] as number | undefined
        return amount === undefined ? t('cardMoney.refundHelp') : t('cardMoney.refundEffect', { amount: symbol(amount) })
      }}
      pinFor={({ detailId }) => ({
        action: 'card.refundCharge',
        subject: `userCardDetails:${detailId}`,
        amountCents: one(detailId)!['amountCents'],
      })}
      submitLabel={t('cardPage.refundCharge')}
      danger
      done={t('cardMoney.refunded')}
    />
  )
}
