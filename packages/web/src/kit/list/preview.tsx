import type { BaseRow, Path } from '@forecourt/contract'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { Descriptions, Section, type Fact } from '../detail/descriptions.tsx'
import { useRecord } from '../detail/use-record.ts'
import { Bones, Failed } from '../feedback/states.tsx'
import { fieldAt, nameOf, readable, valueAt } from '../field.ts'
import { History } from '../history/history.tsx'
import { nounOf } from '../label.ts'
import { useNarrow } from '../media.ts'
import { useMay } from '../../core/session.ts'
import { expandsOf, type Column } from './columns.ts'
import { drawCell, headOf } from './draw.tsx'
import type { List } from './use-list.ts'
import './preview.css'

export interface PreviewProps<R extends BaseRow> {
  list: List<R>
  columns: readonly Column<R>[]
  id: number
  called?: ((row: R) => string) | undefined
  onOpen?: ((row: R) => void) | undefined
  actions?: ((row: R) => ReactNode) | undefined
  /** To the row beside it, on this page of the list; absent at its end. */
  onTurn: (by: 1 | -1) => (() => void) | undefined
  onClose: () => void
}

/** What is known of a row, beside its list: every column, also the hidden ones, and its history. The list keeps its place. */
export function Preview<R extends BaseRow>(props: PreviewProps<R>) {
  const { list, id, called = nameOf, onClose } = props
  const narrow = useNarrow()
  const here = list.rows?.find(row => row.id === id)
  const read = useRecord<R>(list.of, here || !list.of.get || !list.rows ? undefined : id, expandsOf(list.of, list.columns))
  const row = here ?? read.data
  const title = `${nounOf(list.of)} ${row ? called(row) : ''}`
  const body = row ? (
    <Facts {...props} row={row} />
  ) : read.error ? (
    <Failed error={read.error} onRetry={() => void read.refetch()} />
  ) : (
    <Bones />
  )
  if (narrow) {
    return (
      <Drawer open title={title} onClose={onClose} placement="bottom" size="85%" extra={<Turns {...props} row={row} />}>
        {body}
      </Drawer>
    )
  }
  return (
    <aside className="k-preview" aria-label={t('kit.previewOf', { name: title })}>
      <header>
        <h2>{title}</h2>
        <Turns {...props} row={row} />
        <Button type="text" size="small" aria-label={t('kit.close')} onClick={onClose}>
          ×
        </Button>
      </header>
      {body}
    </aside>
  )
}

function Turns<R extends BaseRow>({ onTurn, onOpen, row }: PreviewProps<R> & { row: R | undefined }) {
  const [before, after] = [onTurn(-1), onTurn(1)]
  return (
    <span className="k-turns">
      <Button type="text" size="small" disabled={!before} aria-label={t('kit.previousRow')} onClick={before}>
        ↑
      </Button>
      <Button type="text" size="small" disabled={!after} aria-label={t('kit.nextRow')} onClick={after}>
        ↓
      </Button>
      {onOpen && row && (
        <Button size="small" onClick={() => onOpen(row)}>
          {t('kit.open')}
        </Button>
      )}
    </span>
  )
}

function Facts<R extends BaseRow>({ list: { of }, columns, row, actions }: PreviewProps<R> & { row: R }) {
  const mayAudit = useMay('audit.read')
  return (
    <>
      {actions && <div className="k-preview-acts">{actions(row)}</div>}
      <Descriptions of={of} row={row} facts={factsOf(of, columns, row)} />
      {mayAudit && (
        <Section title={t('kit.history')}>
          <History of={of} id={row.id} />
        </Section>
      )}
    </>
  )
}

/** The columns as their page draws them, then what else the record holds. */
function factsOf<R extends BaseRow>(of: List['of'], columns: readonly Column<R>[], row: R): Fact<R>[] {
  const shown = new Set(columns.map(({ key }) => key))
  const others = (Object.keys(of.row.shape) as Path<R>[]).filter(path => {
    const kind = fieldAt(of, path)?.kind
    return (
      readable(path) && !shown.has(path) && kind !== 'list' && kind !== 'object' && kind !== 'relation' && valueAt(row, path) !== undefined
    )
  })
  return [...columns.map(column => ({ label: headOf(column), value: drawCell(column, row) })), ...others]
}
