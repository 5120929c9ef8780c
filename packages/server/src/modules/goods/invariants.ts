import type { Invariant } from '../../platform/invariant.ts'

/** @source decision GD12 */
export const goodsInvariants: readonly Invariant[] = [
  {
    invariant: 'GD12',
    says: 'a document of goods moves what its lines say, once it is booked and until it is taken back',
    query: `
      select 'document ' || head.id as subject,
        head.pieces = coalesce((select sum(line.pieces) from {goods_document_line} line
          where line.company_id = head.company_id and line.goods_document_id = head.id), 0) as holds
      from {goods_document} head where head.status in ('booked', 'reversed')`,
  },
]
