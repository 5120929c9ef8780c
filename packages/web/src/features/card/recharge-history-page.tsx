import { userCardDetails } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { anyOf, equals, searchText } from '../../core/search.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Figures } from '../../kit/detail/descriptions.tsx'
import { MoneyTotal } from '../../kit/detail/figures.tsx'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList, type List } from '../../kit/list/use-list.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { actsFor, useCardActs } from './card-acts.tsx'
import { cardColumn, movement, type Movement } from './movements.tsx'
import { isWhole } from './whole-card.ts'

/** A top-up and its gift, and what took them back. */
export const topUpTypes = ['charge', 'chargeReward', 'refundCharge', 'refundChargeReward'] as const
const ofTopUps = [anyOf('type', topUpTypes)]

const columns: readonly ColumnInput<Movement>[] = [
  movement('createdDate'),
  cardColumn,
  'userId',
  { ...movement('type'), phone: 'what' },
  'amountCents',
  { path: 'refundStatus', width: 110, phone: 'state' },
  movement('payType'),
  { path: 'packageId', width: 180 },
  { path: 'receiptStatus', width: 100 },
  'balanceAfterCents',
  'operatorId',
  { path: 'user.mobile', width: 130 },
  movement('principalCents'),
  movement('giftCents'),
  movement('debtCents'),
  'stationId',
  { path: 'invoiceStatus', width: 110, hidden: true },
  movement('remark'),
]
const filters: readonly FilterInput<Movement>[] = [
  { path: 'createdDate', time: true },
  'user.mobile',
  'userCard.number',
  'payType',
  'refundStatus',
  'receiptStatus',
  { path: 'type', options: topUpTypes },
  'shiftId',
  'user.name',
  'userCard.kind',
  'amountCents',
]

/** 充值查询: every top-up with its gift, and what was given back of them. */
export default function RechargeHistoryPage() {
  const { title } = usePage()
  const go = useGo()
  const list = useList(userCardDetails, { columns, filters, fixed: ofTopUps })
  const { start, dialogs } = useCardActs()
  const mayRefund = useMay('card.refundCharge')
  const refund = ({ id, refundStatus, userCard }: Movement) =>
    refundStatus === 'notRefunded' &&
    isWhole(userCard) &&
    actsFor(userCard).includes('refundCharge') && (
      <Button type="link" size="small" danger onClick={() => start('refundCharge', { ...userCard, topUpId: id })}>
        {t('cardPage.refundCharge')}
      </Button>
    )
  return (
    <>
      <ListView
        list={list}
        label={title}
        onOpen={({ id }) => go('rechargeDetails', { userCardDetailId: id })}
        rowActions={mayRefund ? refund : undefined}
        emptyHint={t('topUps.emptyHint')}>
        <Sums list={list} />
      </ListView>
      {dialogs}
    </>
  )
}

/** Each kind by itself, over the whole filter: a top-up is not its gift. */
function Sums({ list: { set, query, company, totals } }: { list: Pick<List, 'set' | 'query' | 'company' | 'totals'> }) {
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  const terms = set.flatMap(each => each.terms)
  const { data } = useQuery({
    queryKey: ['userCardDetails', 'topUps', company || station, terms, query.from],
    enabled: visible,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      Promise.all(
        topUpTypes.map(type => {
          const search = searchText([equals('type', type), ...terms])
          return call(userCardDetails.totals, { query: { search, ...(query.from && { from: query.from }) } }, { signal, company })
        }),
      ),
  })
  return (
    <Figures
      of={[
        { label: t('topUps.count'), value: count(data?.[0]?.count) },
        ...topUpTypes.map((type, at) => ({
          label: choiceLabel('userCardDetails', 'type', type),
          value: <MoneyTotal of={data?.[at]} field="amountCents" />,
        })),
        { label: t('topUps.net'), value: <MoneyTotal of={totals} field="amountCents" /> },
      ]}
    />
  )
}
