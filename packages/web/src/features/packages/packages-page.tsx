import { allows, debitItemActs, debitItems, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call, newAct } from '../../core/api.ts'
import { count, money, percent, unknown } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { fromTo, time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { CrudPage } from '../../kit/crud-page.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { recordWords } from '../../kit/judgement/range-words.ts'
import { useNamed } from '../../kit/judgement/use-named.ts'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { CouponNames } from '../../kit/top-up/coupon-names.tsx'
import { Button } from '../../kit/ui.ts'

type Package = RowOf<typeof debitItems>

const columns: readonly ColumnInput<Package>[] = [
  { path: 'name', width: 220 },
  { path: 'shelfStatus', width: 150, phone: 'state', cell: row => <ShelfState of={row} /> },
  { path: 'priceCents', phone: 'amount' },
  { key: 'gift', title: t('packages.gift'), cell: row => giftOf(row), width: 150 },
  { path: 'giftPoints', width: 110, cell: ({ giftPoints }) => (giftPoints === null ? unknown : count(giftPoints)) },
  { path: 'giftCoupons', width: 200, cell: row => <CouponNames of={row.giftCoupons} />, sort: false },
  { key: 'giftEnds', title: t('packages.giftEnds'), cell: row => lastingOf(row), width: 120 },
  { path: 'products', cell: row => <Products of={row} />, sort: false, width: 170 },
  { path: 'classification', cell: row => kindsOf(row), sort: false, width: 190 },
  { path: 'startTime', title: t('packages.period'), cell: row => periodOf(row), width: 300 },
  { path: 'weight', width: 90 },
  { path: 'discountId', width: 150 },
  { path: 'taxRate', width: 90, hidden: true },
  { path: 'description', hidden: true },
  { path: 'createdDate', hidden: true },
]
const filters: readonly FilterInput<Package>[] = ['name', 'shelfStatus', 'priceCents', 'startTime', 'endTime', 'createdDate']

/** 充值套餐: what is offered for top-ups, and whether it is on the shelf. */
export default function PackagesPage() {
  const mayWrite = useMay(debitItemActs.shelve.call.permission)
  const turn = useShelf()
  return (
    <CrudPage
      of={debitItems}
      columns={columns}
      filters={filters}
      form={{ defaults: { classification: ['personal', 'anonymous', 'master'] } }}
      rowActions={row => mayWrite && <Shelf row={row} onTurn={turn} />}
      emptyHint={t('packages.emptyHint')}
    />
  )
}

/** On the shelf, and yet offered to nobody where its time has not come. */
function notOffered({ shelfStatus, startTime }: Package): string {
  const isYetToCome = startTime !== null && Date.parse(startTime) > Date.now()
  return shelfStatus === 'onShelf' && isYetToCome ? t('packages.isYetToCome') : ''
}
function ShelfState({ of }: { of: Package }) {
  const why = notOffered(of)
  return (
    <>
      <StatusTag of="debitItems" field="shelfStatus" value={of.shelfStatus} />
      {why && <span className="k-quiet"> · {why}</span>}
    </>
  )
}

const acts = ['shelve', 'unshelve'] as const
type Act = (typeof acts)[number]

const Shelf = ({ row, onTurn }: { row: Package; onTurn: (act: Act, row: Package) => Promise<void> }) =>
  acts
    .filter(act => allows(debitItemActs[act], row.shelfStatus))
    .map(act => (
      <Button key={act} type="link" size="small" onClick={() => void onTurn(act, row)}>
        {t(`packages.${act}`)}
      </Button>
    ))

/** What leaves the shelf is asked about; what enters it is offered to the next customer, and can be taken off again. */
function useShelf() {
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  return async (act: Act, { id, name }: Package) => {
    if (act === 'unshelve' && !(await confirm({ text: t('packages.unshelveAsk', { name }), ok: t('packages.unshelve') }))) return
    try {
      await call(debitItemActs[act].call, { id }, { act: newAct() })
      await cache.invalidateQueries({ queryKey: ['debitItems'] })
      toast.done(t(act === 'shelve' ? 'packages.shelved' : 'packages.unshelved'))
    } catch (error) {
      toast.failed(error)
    }
  }
}

function giftOf({ giftCents, giftPercent }: Package): string {
  if (giftCents !== null) return money(giftCents)
  return giftPercent === null ? t('packages.noGift') : t('packages.ofPayment', { percent: percent(giftPercent) })
}

function lastingOf({ giftCents, giftPercent, giftDays, giftMonths }: Package): string {
  if (giftCents === null && giftPercent === null) return unknown
  if (giftDays !== null) return t('packages.days', { count: giftDays })
  return giftMonths === null ? t('packages.withoutEnd') : t('packages.months', { count: giftMonths })
}

const kindsOf = ({ classification }: Package): string =>
  classification.map(kind => choiceLabel('debitItems', 'classification', kind)).join(t('kit.comma'))

const periodOf = ({ startTime, endTime }: Package): string =>
  startTime || endTime
    ? fromTo(startTime ? time(startTime, 'minute') : '…', endTime ? time(endTime, 'minute') : '…')
    : t('packages.withoutEnd')

function Products({ of: { products } }: { of: Package }) {
  const nameOf = useNamed(products.map(({ productId }) => ({ of: 'products', id: productId })))
  if (products.length === 0) return t('packages.anything')
  return recordWords(
    'products',
    products.map(({ productId }) => productId),
    nameOf,
  )
}
