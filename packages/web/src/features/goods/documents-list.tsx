import { goodsDocuments, stations, suppliers, type RowOf } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { ControlProps } from '../../kit/form/control-props.ts'
import type { Values } from '../../kit/form/values.ts'
import { choiceLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { DocumentDrawer } from './document-drawer.tsx'
import { linesControl } from './lines-control.tsx'

type GoodsDocument = RowOf<typeof goodsDocuments>

const columns: readonly ColumnInput<GoodsDocument>[] = [
  { path: 'createdDate', width: 170 },
  { path: 'kind', width: 100, phone: 'what' },
  { path: 'status', width: 110, phone: 'state', cell: row => <StatusTag of="goodsDocuments" field="status" value={row.status} /> },
  { path: 'documentNo', width: 150 },
  { path: 'supplierId', width: 180 },
  { path: 'toStationId', width: 150 },
  { path: 'lines', width: 90 },
  { path: 'pieces', width: 100, phone: 'amount' },
  { path: 'createdById', width: 120 },
  { path: 'reason', hidden: true },
  { path: 'remark', hidden: true },
  { path: 'day', hidden: true },
]
const filters: readonly FilterInput<GoodsDocument>[] = ['documentNo', 'kind', 'status', 'supplierId', { path: 'createdDate', time: true }]
const changes = ['goodsDocuments', 'goodsMoves', 'goodsValues', 'items', 'auditLogs']

/** 入库, 调拨, 报损 and 盘点 as they were booked. */
export function DocumentsList({ stationId, children }: { stationId: number; children: ReactNode }) {
  const { search, setSearch } = usePage()
  const open = (record: number | undefined) =>
    setSearch(now => ({ ...Object.fromEntries(Object.entries(now).filter(([name]) => !name.startsWith('lines.'))), record }))
  const id = Number(search['record'])
  return (
    <>
      <ListPage<GoodsDocument>
        of={goodsDocuments}
        columns={columns}
        filters={filters}
        emptyHint={t('shop.noDocuments')}
        called={({ kind, documentNo, createdDate }) => `${choiceLabel('goodsDocuments', 'kind', kind)} ${documentNo || time(createdDate)}`}
        onOpen={row => open(row.id)}
        tools={<Acts stationId={stationId} />}>
        {children}
      </ListPage>
      <DocumentDrawer id={Number.isSafeInteger(id) && id > 0 ? id : undefined} changes={changes} onClose={() => open(undefined)} />
    </>
  )
}

const noLines = ({ items }: Values): boolean => ((items ?? []) as unknown[]).length === 0

function Acts({ stationId }: { stationId: number }) {
  const mayPrice = useMay('goods.cost.write')
  const shared = {
    words: 'goodsDocuments',
    changes,
    defaults: { stationId, items: [] },
    width: 640,
    rules: (values: Values) => (noLines(values) ? { unfinished: ['items'], required: ['items'] } : { required: ['items'] }),
  } as const
  const done = ({ pieces }: { pieces: number }) => t('shop.booked', { count: count(Math.abs(pieces)) })
  const chooseSupplier = ({ id, value, onChange, disabled }: ControlProps) => (
    <ReferenceSelect
      {...{ id, value, onChange, disabled }}
      resource={suppliers.name}
      conditions={[equals('sellsGoods', true), 'endedDate:null']}
    />
  )
  const chooseStation = ({ id, value, onChange, disabled }: ControlProps) => (
    <ReferenceSelect {...{ id, value, onChange, disabled }} resource={stations.name} conditions={[`id<>${stationId}`]} />
  )
  return (
    <>
      <ActButton
        {...shared}
        of={goodsDocuments.receive}
        label={t('shop.receive')}
        title={t('shop.receiveTitle')}
        fields={['supplierId', 'documentNo', 'items', 'remark']}
        controls={{ supplierId: chooseSupplier, items: linesControl(stationId, mayPrice) }}
        submitLabel={t('shop.receive')}
        done={done}
        button={{ type: 'primary' }}
      />
      <ActButton
        {...shared}
        of={goodsDocuments.move}
        label={t('shop.move')}
        title={t('shop.moveTitle')}
        fields={['toStationId', 'items', 'remark']}
        controls={{ toStationId: chooseStation, items: linesControl(stationId) }}
        submitLabel={t('shop.move')}
        done={done}
      />
      <ActButton
        {...shared}
        of={goodsDocuments.writeOff}
        label={t('shop.writeOff')}
        title={t('shop.writeOffTitle')}
        fields={['reason', 'items', 'remark']}
        controls={{ items: linesControl(stationId) }}
        submitLabel={t('shop.writeOff')}
        done={done}
        danger
      />
    </>
  )
}
