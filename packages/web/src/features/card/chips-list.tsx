import { cardInfos, pageOf, type Page } from '@forecourt/contract'
import { useMemo, type ReactNode } from 'react'
import { session } from '../../core/session.ts'
import { language, t } from '../../i18n/index.ts'
import { Drill, open, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { mayOpen } from '../../kit/page/access.ts'
import { addressOf } from '../../kit/page/address.ts'
import { useSuppliers } from '../../kit/reader/suppliers.ts'
import type { Chip } from './found-card.ts'

const filters: readonly FilterInput<Chip>[] = [
  'number',
  'uuid',
  'state',
  'status',
  'cardType',
  'userCard.kind',
  'userCard.user.name',
  'productionTime',
  'issueTime',
]
const expand = ['userCard.user']

/** 芯片: the plastic that the company has, in stock or issued. */
export default function ChipsList({ children }: { children: ReactNode }) {
  const { nameOf } = useSuppliers()
  const columns = useMemo<readonly ColumnInput<Chip>[]>(
    () => [
      { path: 'number', width: 190 },
      { path: 'uuid', width: 160 },
      { path: 'userCard.kind', width: 110 },
      { path: 'userCard.userId', phone: 'more' },
      { path: 'state', width: 100 },
      { path: 'status', width: 90 },
      {
        path: 'supplier',
        width: 100,
        align: 'left',
        phone: 'more',
        cell: ({ supplier }) => nameOf(supplier),
        text: ({ supplier }) => nameOf(supplier),
      },
      'productionTime',
      'issueTime',
      { path: 'cardType', hidden: true },
      { path: 'code', hidden: true },
      { path: 'reservedUntil', hidden: true },
      { path: 'keyVersion', hidden: true },
    ],
    [nameOf],
  )
  return (
    <ListPage of={cardInfos} columns={columns} filters={filters} expand={expand} periodBar={false} emptyHint={<NoChips />} onOpen={press}>
      {children}
    </ListPage>
  )
}

function press({ userCardId }: Chip): void {
  const path = pathTo('userCards', userCardId)
  if (path) open(path)
}

/** Where there are none, the way to the page that takes them in. */
function NoChips() {
  const to = mayOpen('cardStorage', session().profile) ? addressOf('cardStorage') : undefined
  return (
    <>
      {t('readCard.noChips')} {to && <Drill to={to}>{(pageOf('cardStorage') as Page)[language()]}</Drill>}
    </>
  )
}
