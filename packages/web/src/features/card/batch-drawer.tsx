import { cardBatches, cardBatchRows, type RowOf } from '@forecourt/contract'
import { useMemo, useState } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { equals, searchText } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Figures, type Fact } from '../../kit/detail/descriptions.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { choiceLabel, fieldLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { csvOf, saveFile } from '../../kit/list/csv.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { Button, Drawer } from '../../kit/ui.ts'
import { useAgain, useWhenDone } from '../../kit/use-again.ts'
import './card.css'

type Batch = RowOf<typeof cardBatches>
type Row = RowOf<typeof cardBatchRows>
const relations = ['user', 'card']

/** A bulk issue: how far it is, and what became of each row. */
export function BatchDrawer({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const { data, error, refetch } = useRecord<Batch>(cardBatches, id, relations)
  const busy = data?.status === 'running'
  useAgain(busy, refetch)
  useWhenDone(data && { id: data.id, busy }, changed)
  const title = data && (data.fileName || t('cardBatches.rangeFrom', { first: data.first, count: count(data.total) }))
  return (
    <Drawer open={id !== undefined} onClose={onClose} title={title ?? ''} size="min(900px, 100vw)" destroyOnHidden>
      {data ? <Read batch={data} /> : error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones />}
    </Drawer>
  )
}

/** Cards that were opened while it is looked at are in every list of cards. */
const changed = [['cardBatches'], ['cardBatchRows'], ['userCards']]
const facts: readonly Fact<Batch>[] = ['status', 'kind', 'cardId', 'userId', 'createdDate', 'finishedDate']
const figures = ['total', 'issued', 'refused'] as const

function Read({ batch }: { batch: Batch }) {
  const done = batch.issued + batch.refused
  return (
    <div className="card-batch">
      <Descriptions of={cardBatches} row={batch} facts={facts} />
      <Figures of={figures.map(name => ({ label: fieldLabel('cardBatches', name), value: count(batch[name]) }))} />
      {batch.status === 'running' ? (
        <p role="status">
          <progress max={batch.total} value={done} aria-label={t('cardBatches.progress')} />{' '}
          {t('cardBatches.done', { done: count(done), total: count(batch.total) })}
        </p>
      ) : (
        <Rows batch={batch} />
      )}
    </div>
  )
}

const columns: readonly ColumnInput<Row>[] = [
  { path: 'line', width: 80 },
  { path: 'number', width: 190 },
  { path: 'holderName', width: 120 },
  { path: 'holderMobile', width: 130 },
  { path: 'outcome', width: 100 },
  { path: 'reason', width: 220 },
  { path: 'userCardId', hidden: true },
]
const filters: readonly FilterInput<Row>[] = ['number', 'outcome', 'reason', 'holderName', 'holderMobile']

function Rows({ batch: { id, refused, first } }: { batch: Batch }) {
  const fixed = useMemo(() => [equals('cardBatch.id', id)], [id])
  const list = useList<Row>(cardBatchRows, { columns, filters, fixed, prefix: 'rows.' })
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await saveRefused(id, first).catch(toast.failed)
    setBusy(false)
  }
  return (
    <section aria-label={t('cardBatches.rows')}>
      <h2>{t('cardBatches.rows')}</h2>
      {refused > 0 && (
        <Button loading={busy} onClick={() => void save()}>
          {t('cardBatches.saveRefused', { count: count(refused) })}
        </Button>
      )}
      <ListView list={list} label={t('cardBatches.rows')} embedded />
    </section>
  )
}

const portion = 500
/** The rows that were refused, in the columns of the file that is taken, so that they are mended and sent once more; and why. */
async function saveRefused(id: number, first: string): Promise<void> {
  const rows: Row[] = []
  const search = searchText([equals('cardBatch.id', id), equals('outcome', 'refused')])
  for (let page = 0; ; page++) {
    const { content } = await call(cardBatchRows.list, { query: { page, size: portion, search } })
    rows.push(...content)
    if (content.length < portion) break
  }
  const head = ['number', 'holderName', 'holderMobile', 'reason'].map(name => fieldLabel('cardBatchRows', name))
  const lines = rows.map(({ number, holderName, holderMobile, reason }) => [
    number,
    holderName,
    holderMobile,
    reason === null ? '' : choiceLabel('cardBatchRows', 'reason', reason),
  ])
  saveFile(`${t('cardBatches.refusedFile', { first })}.csv`, csvOf([head, ...lines]))
}
