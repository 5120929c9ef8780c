import { userCards } from '@forecourt/contract'
import { useMemo } from 'react'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { useCardActs } from './card-acts.tsx'
import { openCard, RowActs } from './cards-list.tsx'
import { CardStatus } from './card-status.tsx'
import { shownNumber } from './shown-number.ts'
import type { Card } from './whole-card.ts'

const columns: readonly ColumnInput<Card>[] = [
  { path: 'number', width: 190 },
  { path: 'kind', width: 100 },
  { path: 'status', width: 180, cell: card => <CardStatus card={card} /> },
  'value',
  'lockValue',
  { path: 'principalCents', hidden: true },
  'giftCents',
  'debtCents',
  'cardId',
  'plates',
  { path: 'validUntil', hidden: true },
  'issueTime',
]
/** They are few. */
const filters: readonly FilterInput<Card>[] = []

/** The cards of a member, purse by purse, with everything that can be done to each. */
function MemberCards({ userId }: { userId: number }) {
  const { start, dialogs } = useCardActs()
  const fixed = useMemo(() => [equals('user.id', userId)], [userId])
  const list = useList(userCards, { columns, filters, fixed, prefix: 'cards' })
  return (
    <>
      <ListView
        list={list}
        label={t('cardPage.cardsOfMember')}
        embedded
        onOpen={openCard}
        called={shownNumber}
        emptyHint={t('cardPage.noCardsOfMember')}
        rowActions={card => <RowActs card={card} start={start} />}
      />
      {dialogs}
    </>
  )
}

/** What of a member is shown of their cards, as a part of their page. */
export const cardsTab = () => ({
  key: 'balance',
  label: t('cardPage.tabOfMember'),
  permission: userCards.list.permission,
  draw: ({ id }: { readonly id: number }) => <MemberCards userId={id} />,
})
