import { orders, refunds, transactions, type RecordNamed, type RowOf } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, type Fact } from '../../kit/detail/descriptions.tsx'
import { DoubtfulTime } from '../../kit/detail/doubtful-time.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { tenderWords } from '../../kit/tender-words.ts'
import { Drawer } from '../../kit/ui.ts'
import { CardNumber, Device, Shift, shiftSaying } from './cells.tsx'
import { RefundButton } from './refund-button.tsx'
import { RevokeButton } from './revoke-button.tsx'

type Payment = RecordNamed<'transactions'>

const refundColumns: readonly ColumnInput<RowOf<typeof refunds>>[] = [
  'serial',
  { path: 'createdDate', cell: row => <DoubtfulTime row={row} /> },
  'mode',
  'amountCents',
  'paidOutCents',
  'reason',
  'remark',
  'userId',
]

const columns: readonly ColumnInput<Payment>[] = [
  { path: 'serial', width: 210 },
  { path: 'createdDate', width: 190, cell: row => <DoubtfulTime row={row} /> },
  { path: 'payType', width: 110, phone: 'what' },
  { path: 'points', width: 100, hidden: true },
  { path: 'reason', width: 200, hidden: true, sort: false },
  'amountCents',
  { path: 'status', width: 90 },
  'refundedCents',
  { path: 'refundStatus', width: 110 },
  { path: 'orderId', width: 190, phone: 'more' },
  { path: 'userCardId', width: 180, cell: row => <CardNumber row={row} /> },
  'userId',
  { path: 'deviceId', width: 130, cell: row => <Device row={row} /> },
  { path: 'shiftId', width: 170, cell: row => <Shift shift={row.shift} />, say: shiftSaying },
  { path: 'externalSerialNo', width: 160 },
  { path: 'stationId', hidden: true },
]
const filters: readonly FilterInput<Payment>[] = [
  { path: 'createdDate', time: true },
  'serial',
  'payType',
  'status',
  'order.orderNo',
  'userCard.number',
  'userCardId',
  'deviceId',
  'userId',
  'shiftId',
  'externalSerialNo',
  'amountCents',
  'refundStatus',
  'refundedCents',
  'clockSuspect',
]
const facts: readonly Fact<Payment>[] = [
  'serial',
  'orderId',
  { path: 'createdDate', value: row => <DoubtfulTime row={row} /> },
  { path: 'payType', value: row => tenderWords(row) },
  'amountCents',
  'refundedCents',
  'status',
  { path: 'userCardId', value: row => <CardNumber row={row} /> },
  'userId',
  { path: 'deviceId', value: row => <Device row={row} /> },
  { path: 'shiftId', value: row => <Shift shift={row.shift} /> },
  'externalSerialNo',
  'stationId',
]
const paid = ['transactions']
const relations = ['order', 'device', 'userCard', 'user', 'station', 'shift']

/** 支付流水: every payment there was, and the order it paid. */
export default function TransactionsPage() {
  const { setSearch } = usePage()
  const open = (record: string | undefined) => setSearch(now => ({ ...now, record }))
  const mayRefund = useMay('order.refund')
  return (
    <>
      <ListPage
        of={transactions}
        columns={columns}
        filters={filters}
        onOpen={row => open(String(row.id))}
        {...(mayRefund && { rowActions: refund })}
        emptyHint={t('sales.emptyHint')}
      />
      <One onClose={() => open(undefined)} />
    </>
  )
}

/** The list is read anew by itself. */
const nothing = () => undefined
const refund = (payment: Payment) => <RefundButton payment={payment} inRow onDone={nothing} />

function One({ onClose }: { onClose: () => void }) {
  const id = Number(usePage().search['record'])
  const wanted = Number.isSafeInteger(id) && id > 0 ? id : undefined
  const { data, error, refetch } = useRecord(transactions, wanted, relations)
  // Only an order as a whole is undone.
  const order = useRecord(orders, data?.orderId, paid)
  const again = () => void Promise.all([refetch(), order.refetch()])
  return (
    <Drawer open={wanted !== undefined} onClose={onClose} title={data?.serial ?? ''} size="large" destroyOnHidden>
      {data ? (
        <>
          <Descriptions of={transactions} row={data} facts={facts} />
          <p className="k-row-acts">
            <RefundButton payment={data} onDone={again} />
            {order.data && <RevokeButton order={order.data} onDone={again} />}
          </p>
          {data.refundedCents > 0 && (
            <Related
              of={refunds}
              title={t('sales.refunds')}
              where={[equals('transaction.id', data.id)]}
              columns={refundColumns}
              sort="createdDate"
            />
          )}
        </>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Bones />
      )}
    </Drawer>
  )
}
