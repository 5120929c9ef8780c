import type { shop } from './order.ts'
import { owned } from './world.ts'

type Place = Pick<Awaited<ReturnType<typeof shop>>, 'company' | 'station'>
const insert = async (text: string, values: unknown[]): Promise<number> =>
  (await owned<{ id: number }>(`${text} returning id`, values))[0]!.id

/** How records of goods come to have each of their statuses, for the test of what may be done in which. */
export const goodsKinds = {
  'itemImports.status': {
    make: (it: Place, status: string) =>
      insert(
        `insert into item_import (company_id, station_id, user_id, file_name, status, mode, mapping, created_date, finished_date)
         values ($1, $2, 1, 'goods.csv', $3, 'added', '{}', now(), case when $3::text in ('partial', 'success', 'fail') then now() end)`,
        [it.company.id, it.station.id, status],
      ),
    refusals: ['itemImport.notChecked'],
  },
  'goodsDocuments.status': {
    make: async (it: Place, status: string) => {
      // One count runs at a station at a time.
      await owned(`update goods_document set status = 'cancelled' where company_id = $1 and status = 'open'`, [it.company.id])
      return insert(
        `insert into goods_document (company_id, station_id, kind, reason, status, day, created_date)
         values ($1, $2, case $3::text when 'open' then 'stocktake' else 'writeOff' end, case when $3::text <> 'open' then 'lost' end, $3,
           '2026-11-22', now())`,
        [it.company.id, it.station.id, status],
      )
    },
    sent: {
      scan: (id: number) => ({ id, body: { code: 'nothing' } }),
      book: (id: number) => ({ id, body: { pinProof: 'none' } }),
      reverse: (id: number) => ({ id, body: {} }),
    },
    refusals: ['stocktake.ended', 'goods.cannotBeReversed'],
  },
}
