import { lineItems, orders, transactions, userCardDetails, type RowsBehind } from '@forecourt/contract'
import { today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { FoundRows, listed, type Listed } from '../../kit/list/found-rows.tsx'
import { reachesHistory } from '../../kit/list/period.ts'

const lists: Record<RowsBehind['of'], Listed> = {
  orders: listed(orders, ['orderNo', 'createdDate', 'status', 'totalCents', 'discountCents', 'payType', 'employeeId', 'stationId']),
  lineItems: listed(lineItems, ['orderId', 'createdDate', 'itemId', 'volumeCl', 'pieces', 'amountCents', 'discountCents', 'stationId']),
  transactions: listed(transactions, [
    'serial',
    'createdDate',
    'payType',
    'amountCents',
    'refundedCents',
    'orderId',
    'userId',
    'stationId',
  ]),
  userCardDetails: listed(userCardDetails, [
    'createdDate',
    'type',
    'amountCents',
    'principalCents',
    'giftCents',
    'userCardId',
    'orderId',
    'stationId',
  ]),
}

export interface Opened {
  /** What the number is called, of what, and how much. */
  readonly title: string
  readonly figure: string
  readonly behind: RowsBehind
  /** The first day that it reaches back to. */
  readonly from: string
}

/** The rows, and how many of them there are. */
export default function BehindRows({ title, figure, behind: { of, search }, from }: Opened) {
  return (
    <FoundRows
      {...lists[of]}
      search={search}
      label={title}
      prefix="rows."
      history={reachesHistory({ from }, today())}
      head={count => (
        <p className="statistic-figure">
          {figure} <small>{count !== undefined && t('kit.total', { count })}</small>
        </p>
      )}
    />
  )
}
