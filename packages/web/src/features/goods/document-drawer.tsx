import { allows, goodsCosts, goodsDocumentActs, goodsDocumentLines, goodsDocuments, type RowOf } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, type Fact } from '../../kit/detail/descriptions.tsx'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import { Amount } from '../../kit/form/amount.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Drawer } from '../../kit/ui.ts'

type GoodsDocument = RowOf<typeof goodsDocuments>
type Line = RowOf<typeof goodsDocumentLines>
type Cost = RowOf<typeof goodsCosts>
const relations = ['station', 'toStation', 'supplier', 'createdBy', 'endedBy']

interface DrawerProps {
  id: number | undefined
  changes: readonly string[]
  onClose: () => void
}

/** A document with its lines; what the goods cost stands apart, for those who may see it. */
export function DocumentDrawer({ id, changes, onClose }: DrawerProps) {
  const { data, error, refetch } = useRecord<GoodsDocument>(goodsDocuments, id, relations)
  const title = data && [choiceLabel('goodsDocuments', 'kind', data.kind), data.documentNo].filter(Boolean).join(' ')
  return (
    <Drawer open={id !== undefined} onClose={onClose} title={title ?? ''} size="min(760px, 100vw)" destroyOnHidden>
      {data ? <Read of={data} changes={changes} /> : error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones />}
    </Drawer>
  )
}

const facts: readonly Fact<GoodsDocument>[] = [
  { path: 'status', value: row => <StatusTag of="goodsDocuments" field="status" value={row.status} /> },
  'day',
  'createdDate',
  'createdById',
  'remark',
]
const own: Readonly<Record<GoodsDocument['kind'], readonly Fact<GoodsDocument>[]>> = {
  receipt: ['supplierId', 'documentNo'],
  move: ['stationId', 'toStationId'],
  writeOff: ['reason'],
  stocktake: ['endedDate', 'endedById'],
}
const plain: readonly ColumnInput<Line>[] = [
  { path: 'itemId', width: 260 },
  { path: 'pieces', width: 110 },
]
const countedNow = (): readonly ColumnInput<Line>[] => [
  { path: 'itemId', width: 220 },
  { path: 'bookPieces', width: 100 },
  { path: 'countedPieces', width: 100 },
  { path: 'pieces', title: t('shop.difference'), width: 100, phone: 'amount' },
  { path: 'scannedDate', width: 170 },
]
const costs: readonly ColumnInput<Cost>[] = [
  { path: 'itemId', width: 220 },
  { path: 'pieces', width: 100 },
  { path: 'priceCents', width: 120 },
  { path: 'amountCents', width: 130 },
]

function Read({ of, changes }: { of: GoodsDocument; changes: readonly string[] }) {
  const maySeeCosts = useMay('goods.cost.read')
  const where = [equals('goodsDocument.id', of.id)]
  const priced = of.kind === 'receipt' || of.kind === 'move'
  return (
    <>
      <Descriptions of={goodsDocuments} row={of} facts={[...own[of.kind], ...facts]} />
      <section aria-label={t('shop.lines')}>
        <h3>{t('shop.lines')}</h3>
        <Related<Line>
          of={goodsDocumentLines}
          title={t('shop.lines')}
          where={where}
          columns={of.kind === 'stocktake' ? countedNow() : plain}
          size={200}
        />
      </section>
      {maySeeCosts && priced && of.status === 'booked' && (
        <section aria-label={t('shop.costs')}>
          <h3>{t('shop.costs')}</h3>
          <Related<Cost> of={goodsCosts} title={t('shop.costs')} where={where} columns={costs} size={200} empty={t('shop.noCosts')} />
        </section>
      )}
      <div className="shop-acts">
        {of.kind === 'receipt' && of.status === 'booked' && <Prices id={of.id} changes={changes} />}
        {of.kind !== 'stocktake' && allows(goodsDocumentActs.reverse, of.status) && (
          <ActButton
            of={goodsDocuments.reverse}
            id={of.id}
            words="goodsDocuments"
            changes={[...changes, 'goodsCosts']}
            label={t('shop.reverse')}
            title={t('shop.reverseTitle')}
            effect={() => t('shop.reverseEffect')}
            submitLabel={t('shop.reverse')}
            done={t('shop.reversed')}
            danger
            button={{ danger: true }}
          />
        )}
      </div>
    </>
  )
}

interface Price {
  readonly itemId: number
  readonly priceCents?: number | undefined
}

/** 录入进价: a price for each line; those that are left empty stay as they are. */
function Prices({ id, changes }: { id: number; changes: readonly string[] }) {
  const may = useMay('goods.cost.write')
  const lines = useQuery({
    queryKey: ['goodsDocumentLines', 'priced', id],
    enabled: may,
    queryFn: ({ signal }) =>
      call(goodsDocumentLines.list, { query: { search: equals('goodsDocument.id', id), size: 200, expand: 'item' } }, { signal }),
  })
  if (!may || !lines.data) return null
  const goods = lines.data.content.map(line => ({ itemId: line.itemId, name: line.item?.name ?? `#${line.itemId}` }))
  const control: OwnControl = ({ value, onChange, disabled }) => {
    const entered = new Map(((value ?? []) as readonly Price[]).map(({ itemId, priceCents }) => [itemId, priceCents]))
    const change = (itemId: number, priceCents: number | undefined) => {
      const next = new Map([...entered, [itemId, priceCents]])
      onChange?.([...next].filter(([, cents]) => cents !== undefined).map(([of, cents]) => ({ itemId: of, priceCents: cents })))
    }
    return (
      <div className="shop-lines">
        {goods.map(({ itemId, name }) => (
          <div key={itemId} className="shop-line">
            <span>{name}</span>
            <Amount
              value={entered.get(itemId)}
              disabled={disabled}
              aria-label={t('shop.priceOf', { name })}
              onChange={cents => change(itemId, cents ?? undefined)}
            />
          </div>
        ))}
      </div>
    )
  }
  return (
    <ActButton
      of={goodsDocuments.price}
      id={id}
      words="goodsCosts"
      fields={['items']}
      controls={{ items: control }}
      defaults={{ items: [] }}
      rules={({ items }) => (((items ?? []) as unknown[]).length === 0 ? { unfinished: ['items'] } : {})}
      changes={[...changes, 'goodsCosts']}
      label={t('shop.price')}
      title={t('shop.priceTitle')}
      done={t('kit.saved')}
    />
  )
}
