import type { BaseRow } from '@forecourt/contract'
import { Button, Modal } from 'antd'
import { useMemo } from 'react'
import { count as counted } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { Column } from './columns.ts'
import { DataTable } from './data-table.tsx'
import type { Bulk, Outcome } from './use-bulk.ts'
import './bulk.css'

export interface BulkResultsProps<R extends BaseRow> {
  bulk: Bulk<R>
  /** What a record is called. */
  called: (row: R) => string
  /** With the records that were refused. */
  onClose: (refused: readonly R[]) => void
}

/** How far it is, and what became of each record; what was refused says why and can be tried again. */
export function BulkResults<R extends BaseRow>({ bulk, called, onClose }: BulkResultsProps<R>) {
  const { run } = bulk
  const columns = useMemo(() => columnsFor(called), [called])
  if (!run) return null
  const { act, total, outcomes, busy } = run
  const refused = outcomes.filter(({ fault }) => fault !== undefined)
  const close = () => {
    bulk.close()
    onClose(refused.map(({ row }) => row))
  }
  const shown = [...refused, ...outcomes.filter(({ fault }) => fault === undefined)]
  return (
    <Modal
      open
      title={act.label}
      width={640}
      onCancel={close}
      closable={!busy}
      keyboard={!busy}
      mask={{ closable: false }}
      footer={
        busy ? (
          <Button onClick={bulk.stop}>{t('bulk.bulkStop')}</Button>
        ) : (
          <>
            {refused.length > 0 && (
              <Button onClick={() => void bulk.retry()}>{t('bulk.bulkRetry', { count: counted(refused.length) })}</Button>
            )}
            <Button type="primary" onClick={close}>
              {t('kit.close')}
            </Button>
          </>
        )
      }>
      <progress className="k-progress" value={outcomes.length} max={total} aria-label={act.label} />
      <p role="status">
        {t('bulk.bulkDone', { done: counted(outcomes.length - refused.length), total: counted(total) })}
        {refused.length > 0 && ` ${t('bulk.bulkRefused', { count: counted(refused.length) })}`}
      </p>
      {shown.length > 0 && <DataTable label={act.label} columns={columns} rows={shown} density="compact" />}
    </Modal>
  )
}

const columnsFor = <R extends BaseRow>(called: (row: R) => string): Column<Outcome<R>>[] =>
  [
    { key: 'record', title: t('bulk.record'), cell: ({ row }: Outcome<R>) => called(row) },
    {
      key: 'outcome',
      title: t('bulk.outcome'),
      cell: ({ fault }: Outcome<R>) => <span className={`k-tag k-${fault ? 'bad' : 'good'}`}>{fault ?? t('bulk.bulkOk')}</span>,
    },
  ].map(column => ({ ...column, hidden: false, hideFor: [], align: 'left' as const }))
