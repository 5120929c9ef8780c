import { userCardDetails } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Figures } from '../../kit/detail/descriptions.tsx'
import { Money } from '../../kit/detail/figures.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { open, pathTo } from '../../kit/links.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { cardColumn, movement, type Movement } from './movements.tsx'

const columns: readonly ColumnInput<Movement>[] = [
  movement('createdDate'),
  cardColumn,
  'userId',
  { ...movement('type'), phone: 'what' },
  'amountCents',
  'balanceAfterCents',
  movement('payType'),
  'orderId',
  'operatorId',
  { path: 'user.mobile', hidden: true },
  movement('principalCents'),
  movement('giftCents'),
  movement('debtCents'),
  'stationId',
  movement('remark'),
]
const filters: readonly FilterInput<Movement>[] = [
  { path: 'createdDate', time: true },
  'userCard.number',
  'user.mobile',
  'type',
  'payType',
  'shiftId',
  'user.name',
  'userCardId',
  'order.orderNo',
  'userCard.kind',
  'amountCents',
  'clockSuspect',
]

/** For anyone who may read the list of staff. */
const withOperator: readonly FilterInput<Movement>[] = [...filters, 'operatorId']

/** 卡交易明细: every movement of the money on cards, with what came in and went out over the whole filter. */
export default function UserCardDetailsPage() {
  const { title } = usePage()
  const mayChoose = useMay('access.user.read')
  const list = useList(userCardDetails, { columns, filters: mayChoose ? withOperator : filters })
  const { totals } = list
  const press = ({ orderId, userCardId }: Movement) => {
    const path = pathTo('orders', orderId) ?? pathTo('userCards', userCardId)
    if (path) open(path)
  }
  return (
    <ListView list={list} label={title} onOpen={press} emptyHint={t('movements.emptyHint')}>
      <Figures
        of={[
          { label: t('movements.count'), value: count(totals?.['count']) },
          { label: t('movements.received'), value: <Money cents={totals?.['inCents']} unit /> },
          { label: t('movements.spent'), value: <Money cents={totals?.['outCents']} unit /> },
          { label: t('movements.net'), value: <Money cents={totals?.['amountCents']} unit /> },
        ]}
      />
    </ListView>
  )
}
