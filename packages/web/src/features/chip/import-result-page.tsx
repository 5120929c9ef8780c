import { cardImports, type RowOf } from '@forecourt/contract'
import { useMemo } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { BatchDrawer } from './batch-drawer.tsx'
import { makerColumn, useSuppliers, type Suppliers } from '../../kit/reader/suppliers.ts'
import { useAgain } from '../../kit/use-again.ts'

type Batch = RowOf<typeof cardImports>
const isBusy = ({ status }: Batch) => status === 'importing'

const columnsWith = (suppliers: Suppliers): readonly ColumnInput<Batch>[] => [
  { path: 'createdDate', width: 170 },
  { path: 'fileName', width: 220 },
  { path: 'status', width: 150 },
  { path: 'total', width: 90 },
  { path: 'added', width: 90 },
  { path: 'known', width: 90 },
  { path: 'wrong', width: 90 },
  makerColumn(suppliers),
  { path: 'cardType', width: 150, hidden: true },
  { path: 'userId', width: 130, hidden: true },
  { path: 'finishedDate', width: 170, hidden: true },
]
const filtersWith = ({ options, names }: Suppliers): readonly FilterInput<Batch>[] => [
  { path: 'createdDate', time: true },
  'status',
  'fileName',
  { path: 'supplier', options: options.flatMap(({ value }) => (value === 0 ? [] : [value])), names },
  'cardType',
  'userId',
]

/** 导入结果: what became of each file, and the lines of it that are no chips. @source requirement CRD-070 */
export default function ImportResultPage() {
  const { title, search, setSearch } = usePage()
  const go = useGo()
  const mayImport = useMay('chip.import')
  const suppliers = useSuppliers()
  const columns = useMemo(() => columnsWith(suppliers), [suppliers])
  const filters = useMemo(() => filtersWith(suppliers), [suppliers])
  const list = useList<Batch>(cardImports, { columns, filters })
  useAgain(list.rows?.some(isBusy) ?? false, list.list.refetch)
  // The lines of one batch are turned, sorted and narrowed in the address as well; of the next they begin anew.
  const open = (record: number | undefined) =>
    setSearch(now => ({ ...Object.fromEntries(Object.entries(now).filter(([name]) => !name.startsWith('lines.'))), record }))
  const id = Number(search['record'])
  return (
    <>
      <ListView
        list={list}
        label={title}
        onOpen={row => open(row.id)}
        {...(mayImport && { onNew: () => go('importCards'), newLabel: t('importPage.another') })}
        emptyHint={t('importPage.none')}
      />
      <BatchDrawer id={Number.isSafeInteger(id) && id > 0 ? id : undefined} onClose={() => open(undefined)} />
    </>
  )
}
