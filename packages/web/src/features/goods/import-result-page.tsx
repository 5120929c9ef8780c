import { allows, itemImportActs, itemImportRows, itemImports, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Figures, type Fact } from '../../kit/detail/descriptions.tsx'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { fieldLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Drawer } from '../../kit/ui.ts'
import { useAgain, useWhenDone } from '../../kit/use-again.ts'

type Import = RowOf<typeof itemImports>
type Line = RowOf<typeof itemImportRows>
const isBusy = ({ status }: Pick<Import, 'status'>) => status === 'checking' || status === 'importing'

const columns: readonly ColumnInput<Import>[] = [
  { path: 'createdDate', width: 170 },
  { path: 'fileName', width: 220 },
  { path: 'status', width: 120, phone: 'state', cell: row => <StatusTag of="itemImports" field="status" value={row.status} /> },
  { path: 'mode', width: 130 },
  { path: 'total', width: 90 },
  { path: 'added', width: 90 },
  { path: 'changed', width: 90 },
  { path: 'unchanged', width: 90 },
  { path: 'refused', width: 90 },
  { path: 'userId', width: 120, hidden: true },
  { path: 'finishedDate', width: 170, hidden: true },
]
const filters: readonly FilterInput<Import>[] = ['fileName', 'status', { path: 'createdDate', time: true }]

/** 商品导入结果: what became of each file, and of each of its lines. @source requirement GDS-033 */
export default function ImportResultPage() {
  const { title, search, setSearch } = usePage()
  const go = useGo()
  const mayImport = useMay('goods.import.write')
  const list = useList<Import>(itemImports, { columns, filters })
  useAgain(list.rows?.some(isBusy) ?? false, list.list.refetch)
  const open = (record: number | undefined) =>
    setSearch(now => ({ ...Object.fromEntries(Object.entries(now).filter(([name]) => !name.startsWith('lines.'))), record }))
  const id = Number(search['record'])
  return (
    <>
      <ListView
        list={list}
        label={title}
        onOpen={row => open(row.id)}
        {...(mayImport && { onNew: () => go('import'), newLabel: t('shop.import') })}
        emptyHint={t('itemImports.none')}
      />
      <ImportDrawer id={Number.isSafeInteger(id) && id > 0 ? id : undefined} onClose={() => open(undefined)} />
    </>
  )
}

const relations = ['user']
const changed = [['itemImports'], ['itemImportRows'], ['items'], ['categories']]

function ImportDrawer({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const { data, error, refetch } = useRecord<Import>(itemImports, id, relations)
  const busy = data ? isBusy(data) : false
  useAgain(busy, refetch)
  useWhenDone(data && { id: data.id, busy }, changed)
  return (
    <Drawer open={id !== undefined} onClose={onClose} title={data?.fileName ?? ''} size="min(960px, 100vw)" destroyOnHidden>
      {data ? <Result of={data} /> : error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones />}
    </Drawer>
  )
}

const facts: readonly Fact<Import>[] = [
  { path: 'status', value: row => <StatusTag of="itemImports" field="status" value={row.status} /> },
  'mode',
  'userId',
  'createdDate',
  'finishedDate',
]
const figures = ['total', 'added', 'changed', 'unchanged', 'refused'] as const

function Result({ of }: { of: Import }) {
  const mayImport = useMay('goods.import.write')
  if (of.status === 'checking')
    return (
      <p className="k-quiet" role="status">
        {t('itemImports.checking')}
      </p>
    )
  return (
    <>
      <Descriptions of={itemImports} row={of} facts={facts} />
      <Figures of={figures.map(name => ({ label: fieldLabel('itemImports', name), value: count(of[name]) }))} />
      {of.status === 'importing' && (
        <p role="status">
          <progress max={of.total} value={Math.min(of.doneLine, of.total)} aria-label={t('itemImports.progress')} />{' '}
          {t('itemImports.importing', { line: count(of.doneLine) })}
        </p>
      )}
      {allows(itemImportActs.apply, of.status) && mayImport && <Apply of={of} />}
      <Lines of={of} />
    </>
  )
}

function Apply({ of: { id, added, changed: differing, refused } }: { of: Import }) {
  const [busy, setBusy] = useState(false)
  const cache = useQueryClient()
  const toast = useToast()
  const apply = async () => {
    setBusy(true)
    try {
      await call(itemImports.apply, { id })
      toast.done(t('itemImports.applyBegun'))
      await cache.invalidateQueries({ queryKey: [itemImports.name] })
    } catch (error) {
      toast.failed(error)
    }
    setBusy(false)
  }
  return (
    <section>
      <p>{t('itemImports.applyHelp', { added: count(added), changed: count(differing), refused: count(refused) })}</p>
      <Button type="primary" loading={busy} onClick={() => void apply()}>
        {t('itemImports.apply', { count: added + differing })}
      </Button>
    </section>
  )
}

const lineColumns: readonly ColumnInput<Line>[] = [
  { path: 'line', width: 80 },
  { path: 'outcome', width: 100, phone: 'state' },
  { path: 'field', width: 110 },
  { path: 'reason', width: 240, phone: 'more' },
  { path: 'value', width: 140 },
  { path: 'code', width: 120, phone: 'what' },
  { path: 'name', width: 200 },
  { path: 'category', width: 120 },
  { path: 'priceCents', width: 110, phone: 'amount' },
  { path: 'barcode', hidden: true },
  { path: 'taxRate', hidden: true },
  { path: 'inventory', hidden: true },
  { path: 'weight', hidden: true },
  { path: 'lowStock', hidden: true },
  { path: 'giftPoints', hidden: true },
  { path: 'giftCents', hidden: true },
  { path: 'giftPercent', hidden: true },
  { path: 'frozenCents', hidden: true },
  { path: 'frozenPercent', hidden: true },
  { path: 'giftCard', hidden: true },
  { path: 'giftCoupons', hidden: true, sort: false },
  { path: 'description', hidden: true },
]
const lineFilters: readonly FilterInput<Line>[] = ['outcome', 'field', 'reason', 'code', 'name']

/** Each line by its number in the file, as a list that is narrowed and written into a file like any other. */
function Lines({ of: { id, fileName } }: { of: Import }) {
  const fixed = useMemo(() => [equals('itemImport.id', id)], [id])
  const list = useList<Line>(itemImportRows, { columns: lineColumns, filters: lineFilters, fixed, prefix: 'lines.' })
  return (
    <section aria-label={t('itemImports.lines')}>
      <h2>{t('itemImports.lines')}</h2>
      <ListView list={list} label={t('itemImports.linesOf', { file: fileName })} embedded />
    </section>
  )
}
