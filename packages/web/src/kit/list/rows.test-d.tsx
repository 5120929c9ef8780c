// What the compiler refuses of rows; `npm run types` compiles it, and nobody runs it. A refusal that is not there any more is an error.
import { orders, userCards, type Path, type RecordNamed, type RowOf } from '@forecourt/contract'
import { CrudPage } from '../crud-page.tsx'
import type { Fact } from '../detail/descriptions.tsx'
import { Related } from '../detail/related.tsx'
import { useRecord } from '../detail/use-record.ts'
import type { ColumnInput } from './columns.ts'
import type { FilterInput } from './filter.ts'
import { ListPage } from './list-page.tsx'

type Order = RowOf<typeof orders>
type Card = RecordNamed<'userCards'>

/** Columns: a field, one through a relation, one of the page's own. */
export const columns: readonly ColumnInput<Order>[] = [
  'orderNo',
  'userCard.user.name',
  'lineItems.amountCents',
  { key: 'own', cell: row => row.orderNo },
  { path: 'totalCents', sort: 'createdDate', cell: row => row.totalCents.toFixed(2) },
  // @ts-expect-error no field of an order
  'orderNumber',
  // @ts-expect-error a card has a number, and no title
  'userCard.title',
  // @ts-expect-error leads nowhere: an order has no members
  'member.name',
  // @ts-expect-error a relation by itself is no field; its id is
  'userCard',
  // @ts-expect-error further than two relations
  'userCard.user.createdBy.name',
  // @ts-expect-error no field of an order
  { path: 'total', cell: row => row.orderNo },
  // @ts-expect-error nothing to sort by
  { path: 'totalCents', sort: 'total' },
  // @ts-expect-error the cell is given an order
  { key: 'own', cell: row => row.total },
]

/** What stands behind a relation is there only when it was asked for, and may then be no more than a label. */
export const expanded = [
  (row: Order) => row.lineItems?.map(line => line.item?.category?.name),
  (row: Order) => row.userCard?.number.length,
  // @ts-expect-error perhaps it was not asked for
  (row: Order) => row.userCard.number,
  // @ts-expect-error perhaps it was not asked for
  (row: Order) => row.lineItems.length,
  // @ts-expect-error of a card that the reader may not read there is the label alone, and its status is none of it
  (row: Order): string => row.userCard!.status,
  // @ts-expect-error no field of a card
  (row: Order) => row.userCard?.title,
  // @ts-expect-error no relation of an order
  (row: Order) => row.member,
  // @ts-expect-error never edited by a form, so it has no version
  (row: Order) => row.version,
  (row: Card) => row.version.toFixed(),
]

export const facts: readonly Fact<Card>[] = [
  'number',
  { path: 'group.name' },
  { key: 'own', value: row => row.number },
  // @ts-expect-error no field of a card
  'numbr',
  // @ts-expect-error no field of a fleet
  { path: 'group.title' },
]
export const filters: readonly FilterInput<Order>[] = [
  { path: 'createdDate', time: true },
  'transactions.payType',
  // @ts-expect-error no field of a payment
  'transactions.payTypes',
  // @ts-expect-error no field of an order
  { path: 'created', time: true },
]
// @ts-expect-error no field of an order
export const path: Path<Order> = 'orderNumber'

/** Pages have the row of the resource that they are given. */
export const pages = [
  <CrudPage key="1" of={userCards} columns={['number', 'user.name']} called={card => card.number} sort="number,asc" />,
  // @ts-expect-error no field of a card
  <CrudPage key="2" of={userCards} columns={['numbr']} />,
  // @ts-expect-error no field of a card
  <CrudPage key="3" of={userCards} called={card => card.numbr} />,
  // @ts-expect-error no field of a card
  <ListPage key="4" of={userCards} sort="numbr,asc" />,
  // @ts-expect-error no field of a card
  <ListPage key="5" of={userCards} cell={{ numbr: () => null }} />,
  // @ts-expect-error the columns are those of orders
  <Related key="6" of={userCards} title="" where={[]} columns={columns} />,
]
// @ts-expect-error no field of an order
export const useOrder = () => useRecord(orders, 1).data?.orderNumber
