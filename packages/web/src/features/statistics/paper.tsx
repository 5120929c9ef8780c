import type { Span } from '@forecourt/contract'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { fromTo } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import type { Column } from '../../kit/list/columns.ts'
import { PrintTable, Sheet } from '../../kit/print/print-page.tsx'
import type { Row } from './breakdown-columns.tsx'
import '../../kit/list/print-list.css'

interface PaperProps {
  title: string
  range: Span
  company: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  totals: Readonly<Record<string, string>>
  onClose: () => void
}

/** The table on paper, as it is shown, with what it is of. */
export default function Paper({ title, range, company, columns, rows, totals, onClose }: PaperProps) {
  const done = useEffectEvent(onClose)
  useEffect(() => {
    const end = () => done()
    addEventListener('afterprint', end)
    print()
    return () => removeEventListener('afterprint', end)
  }, [])
  return createPortal(
    <div className="k-print-list">
      <style>{'@page { size: A4 landscape; margin: 10mm; }'}</style>
      <Sheet
        title={title}
        facts={[
          { label: t('statistic.period'), value: fromTo(range.from, range.to) },
          ...(company ? [{ label: t('kit.range'), value: t('kit.rangeCompany') }] : []),
        ]}>
        <PrintTable
          label={title}
          rows={rows}
          columns={columns.map(({ key, title: head, text, align }) => ({
            key,
            title: head ?? '',
            value: (row: Row) => text?.(row) ?? '',
            end: align === 'right',
          }))}
          totals={totals}
        />
      </Sheet>
    </div>,
    document.body,
  )
}
