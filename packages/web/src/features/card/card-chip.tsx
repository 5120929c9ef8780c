import { cardInfos } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { equals, searchText } from '../../core/search.ts'
import { Descriptions, type Fact } from '../../kit/detail/descriptions.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { useSuppliers } from '../../kit/reader/suppliers.ts'
import type { Chip } from './found-card.ts'

/** The plastic of a card: who made it, and when it left the maker. */
export function CardChip({ cardId }: { cardId: number }) {
  const { visible } = usePage()
  const { nameOf } = useSuppliers()
  const { data } = useQuery({
    queryKey: ['cardInfos', 'ofCard', cardId],
    enabled: visible,
    queryFn: ({ signal }) =>
      call(cardInfos.list, { query: { search: searchText([equals('userCard.id', cardId)]), size: 1, sort: 'issueTime,desc' } }, { signal }),
  })
  const chip = data?.content[0]
  if (!chip) return null
  const facts: readonly Fact<Chip>[] = [{ path: 'supplier', value: row => nameOf(row.supplier) }, 'cardType', 'productionTime']
  return <Descriptions of={cardInfos} row={chip} facts={facts} />
}
