import { cardImportProblems, cardImports, type RowOf } from '@forecourt/contract'
import { useMemo } from 'react'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Figures, type Fact } from '../../kit/detail/descriptions.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { fieldLabel } from '../../kit/label.ts'
import { Drawer } from '../../kit/ui.ts'
import { useSuppliers } from '../../kit/reader/suppliers.ts'
import { useAgain, useWhenDone } from '../../kit/use-again.ts'
import './chip.css'

type Batch = RowOf<typeof cardImports>
type Problem = RowOf<typeof cardImportProblems>
const relations = ['user']

/** A file as it was read: how many of its lines became chips, and what is wrong with each of the others. */
export function BatchDrawer({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const { data, error, refetch } = useRecord<Batch>(cardImports, id, relations)
  const busy = data?.status === 'importing'
  useAgain(busy, refetch)
  useWhenDone(data && { id: data.id, busy }, changed)
  return (
    <Drawer open={id !== undefined} onClose={onClose} title={data?.fileName ?? ''} size="min(860px, 100vw)" destroyOnHidden>
      {data ? <Read batch={data} /> : error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones />}
    </Drawer>
  )
}

/** A batch that ends while it is looked at is at an end in the list behind, too. */
const changed = [['cardImports', 'list']]
const figures = ['total', 'added', 'known', 'wrong'] as const

function Read({ batch }: { batch: Batch }) {
  const { nameOf } = useSuppliers()
  const facts: readonly Fact<Batch>[] = [
    'status',
    { path: 'supplier', value: row => nameOf(row.supplier) },
    'cardType',
    'userId',
    'createdDate',
    'finishedDate',
  ]
  const busy = batch.status === 'importing'
  return (
    <div className="chip-drawer">
      <Descriptions of={cardImports} row={batch} facts={facts} />
      {busy ? (
        <p className="k-quiet" role="status">
          {t('importPage.reading')}
        </p>
      ) : (
        <>
          <Figures of={figures.map(name => ({ label: fieldLabel('cardImports', name), value: count(batch[name]) }))} />
          {batch.wrong === 0 ? <Empty title={t('importPage.allGood')} hint={t('importPage.allGoodHint')} /> : <Lines batch={batch} />}
        </>
      )}
    </div>
  )
}

const columns: readonly ColumnInput<Problem>[] = [
  { path: 'line', width: 90 },
  { path: 'reason', width: 260 },
  { path: 'value', width: 260 },
]
const filters: readonly FilterInput<Problem>[] = ['reason', 'value']

/** Each faulty line by its number in the file, as a list that is narrowed and written into a file like any other. */
function Lines({ batch: { id, fileName } }: { batch: Batch }) {
  const fixed = useMemo(() => [equals('cardImport.id', id)], [id])
  const list = useList<Problem>(cardImportProblems, { columns, filters, fixed, prefix: 'lines.' })
  return (
    <section className="chip-part" aria-label={t('importPage.faultyLines')}>
      <h2>{t('importPage.faultyLines')}</h2>
      <ListView list={list} label={t('importPage.linesOf', { file: fileName })} embedded />
    </section>
  )
}
