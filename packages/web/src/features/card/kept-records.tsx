import { cards, discounts, type Resource } from '@forecourt/contract'
import { useState } from 'react'
import { useMay } from '../../core/session.ts'
import { count, money } from '../../core/money.ts'
import { fromTo } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Related } from '../../kit/detail/related.tsx'
import { useFocusBack } from '../../kit/focus-back.ts'
import { RecordForm, SideForm } from '../../kit/form/forms.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Button, Drawer } from '../../kit/ui.ts'

type Discount = Parameters<typeof howMuch>[0]
/** By how much fuel costs less. */
const howMuch = ({ centsPerL, percent }: { centsPerL: number | null; percent: number | null }): string =>
  centsPerL === null ? `−${percent ?? 0}%` : t('discounts.perLitre', { amount: money(centsPerL) })
const manyOf = (list: readonly unknown[]) => (list.length === 0 ? t('discounts.all') : count(list.length))
const period = ({ validFrom, validUntil }: { validFrom: string | null; validUntil: string | null }) =>
  validFrom || validUntil ? fromTo(validFrom ?? '…', validUntil ?? '…') : t('cardPage.withoutEnd')
const hoursOf = ({ hours }: { hours: readonly { from: string; until: string }[] }) =>
  hours.length === 0 ? t('discounts.all') : hours.map(({ from, until }) => `${from}–${until}`).join(' ')

/** What cards are issued of, and what is lowered for them. */
const kinds = {
  products: {
    of: cards,
    permission: 'card.product.write',
    columns: ['name', 'type', 'giftFirst', 'validMonths', 'endTime', 'discountId'],
  },
  discounts: {
    of: discounts,
    permission: 'card.discount.write',
    columns: [
      'name',
      { key: 'howMuch', title: t('discounts.howMuch'), cell: (row: Discount) => howMuch(row), width: 110 },
      { path: 'products', cell: (row: { products: readonly unknown[] }) => manyOf(row.products), sort: false, width: 80 },
      { path: 'stations', cell: (row: { stations: readonly unknown[] }) => manyOf(row.stations), sort: false, width: 80 },
      { path: 'hours', cell: hoursOf, sort: false, width: 120 },
      { path: 'validFrom', title: t('discounts.period'), cell: period, sort: false, width: 190 },
    ],
  },
} as const
export type KeptKind = keyof typeof kinds

/** 卡产品, 优惠: kept in a drawer beside the cards, by the staff of the company. */
export default function KeptRecords({ kind, onClose }: { kind: KeptKind; onClose: () => void }) {
  useFocusBack()
  const { columns, permission } = kinds[kind]
  const of: Resource = kinds[kind].of
  const [record, setRecord] = useState<{ id: number; name?: unknown } | 'new'>()
  const mayWrite = useMay(permission)
  const close = () => setRecord(undefined)
  const noun = t(kind === 'products' ? 'cards.one' : 'discounts.one')
  const add = t('kit.addOne', { noun })
  const title = t(`cardPage.${kind}`)
  return (
    <>
      <Drawer
        title={title}
        open
        onClose={onClose}
        size="large"
        extra={
          mayWrite && (
            <Button type="primary" onClick={() => setRecord('new')}>
              {add}
            </Button>
          )
        }>
        <Related
          of={of}
          title={title}
          where={[]}
          columns={columns as unknown as readonly ColumnInput[]}
          {...(mayWrite && { onOpen: setRecord })}
        />
      </Drawer>
      <SideForm
        title={record === 'new' ? add : t('kit.editOne', { noun, name: String(record?.name ?? '') })}
        open={record !== undefined}
        onClose={close}>
        {record && <RecordForm of={of} record={record === 'new' ? undefined : record} onDone={close} onCancel={close} />}
      </SideForm>
    </>
  )
}
