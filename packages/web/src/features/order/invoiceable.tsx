import { orderInvoiceable, type Returned } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { Litres, Money } from '../../kit/detail/figures.tsx'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { Alert } from '../../kit/ui.ts'

type Answer = Returned<typeof orderInvoiceable>
type Line = Answer['lines'][number] & { readonly id: number }

const shown = { align: 'right', width: 130, hidden: false, hideFor: [] } as const
const money = (key: 'listCents' | 'discountCents' | 'amountCents' | 'netCents' | 'taxCents'): Omit<Column<Line>, 'title'> => ({
  ...shown,
  key,
  cell: row => <Money cents={row[key]} />,
})
const columns = (): Column<Line>[] => [
  { ...shown, key: 'name', title: t('sales.invoiceLine'), width: 200, align: 'left', cell: ({ name }) => name, phone: 'what' },
  {
    ...shown,
    key: 'quantity',
    title: t('lineItems.quantity'),
    cell: ({ kind, quantity }) => (kind === 'fuel' ? <Litres centilitres={quantity} unit /> : quantity),
  },
  { ...money('listCents'), title: t('sales.invoiceList') },
  { ...money('discountCents'), title: t('sales.invoiceDiscount') },
  { ...money('amountCents'), title: t('sales.invoiceAmount'), phone: 'amount' },
  { ...shown, key: 'rate', title: t('sales.invoiceRate'), width: 90, cell: ({ rate }) => (rate === null ? '—' : `${rate}%`) },
  { ...money('netCents'), title: t('sales.invoiceNet') },
  { ...money('taxCents'), title: t('sales.invoiceTax') },
]

/** What was paid, told apart; of the parts that are no money of an invoice, those that there are. */
const figuresOf = ({ parts }: Answer) =>
  (['invoiceableCents', 'givenCents', 'onTopUpCents', 'forbiddenCents', 'owedCents', 'refundedCents'] as const)
    .filter(part => part === 'invoiceableCents' || parts[part] !== 0)
    .map(part => ({ label: t(`sales.part_${part}`), value: <Money cents={parts[part]} unit /> }))

/** What of an order may be invoiced, as it would stand on invoices, or why not. @source requirements INV-009, INV-016, INV-027 */
export default function Invoiceable({ orderId }: { orderId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'invoiceable', orderId],
    queryFn: ({ signal }) => call(orderInvoiceable, { id: orderId }, { signal }),
    meta: saidOnPage,
  })
  return (
    <Section title={t('sales.invoiceable')}>
      {data ? (
        <>
          {data.refusal && <Alert type="info" showIcon title={data.refusal.message} />}
          <Figures of={figuresOf(data)} />
          {data.lines.length > 0 && (
            <DataTable
              label={t('sales.invoiceable')}
              columns={columns()}
              rows={data.lines.map(line => ({ ...line, id: line.lineItemId }))}
            />
          )}
        </>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Bones rows={3} />
      )}
    </Section>
  )
}
