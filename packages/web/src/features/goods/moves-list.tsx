import { goodsMoves, type RowOf } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { Drawer } from '../../kit/ui.ts'

type Move = RowOf<typeof goodsMoves>

const signed = ({ pieces }: Pick<Move, 'pieces'>): string => (pieces > 0 ? `+${count(pieces)}` : count(pieces))
const pieces = {
  path: 'pieces' as const,
  width: 110,
  cell: (row: Move) => <span className={row.pieces < 0 ? 'k-number k-minus' : 'k-number'}>{signed(row)}</span>,
  text: signed,
}
const columns: readonly ColumnInput<Move>[] = [
  { path: 'createdDate', width: 170 },
  { path: 'itemId', width: 240 },
  { path: 'kind', width: 120 },
  pieces,
  { path: 'orderId', width: 170 },
  { path: 'userId', width: 120 },
]
const filters: readonly FilterInput<Move>[] = ['itemId', 'kind', { path: 'createdDate', time: true }]

/** 商品进出: every piece that came to a shelf or left it. */
export const MovesList = ({ children }: { children: ReactNode }) => (
  <ListPage<Move> of={goodsMoves} columns={columns} filters={filters} emptyHint={t('shop.noMoves')}>
    {children}
  </ListPage>
)

const ofOne: readonly ColumnInput<Move>[] = [
  { path: 'createdDate', width: 170 },
  { path: 'kind', width: 110 },
  pieces,
  { path: 'orderId', width: 170 },
]

/** The moves of one article, with their sum, which is what stands on the shelf. */
export function MovesOf({ item, onClose }: { item: { id: number; name: string } | undefined; onClose: () => void }) {
  return (
    <Drawer
      open={item !== undefined}
      onClose={onClose}
      title={item && t('shop.movesOf', { name: item.name })}
      size="min(720px, 100vw)"
      destroyOnHidden>
      {item && (
        <Related<Move>
          of={goodsMoves}
          title={t('shop.movesOf', { name: item.name })}
          where={[equals('item.id', item.id)]}
          columns={ofOne}
          empty={t('shop.noMoves')}
        />
      )}
    </Drawer>
  )
}
