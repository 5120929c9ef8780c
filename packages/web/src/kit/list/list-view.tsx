import type { BaseRow } from '@forecourt/contract'
import { Button } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ApiError } from '../../core/api.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Empty, Failed, wordsOfError } from '../feedback/states.tsx'
import { later, laterDialog, WhileLoading } from '../later.tsx'
import { PageHeader } from '../page/page-header.tsx'
import { prefersStill, useNarrow } from '../media.ts'
import { useSettings } from '../../core/settings.ts'
import type { Counted } from '../breakdown/counted.ts'
import { BulkLater } from './bulk-later.tsx'
import type { BulkAct } from './bulk.ts'
import { Chips } from './chips.tsx'
import { useColumns } from './use-columns.ts'
import { type Columns } from './use-columns.ts'
import { DataTable } from './data-table.tsx'
import { FilterForm } from './filter-form.tsx'
import type { InlineEdit } from './inline.ts'
import { useListKeys } from './list-keys.ts'
import { Pager } from './pager.tsx'
import type { PreviewProps } from './preview.tsx'
import { scrollUp, topOf } from './scroll-up.ts'
import { Tools } from './tools.tsx'
import { sumsOrRoom } from './totals.ts'
import { usePreview } from './use-preview.ts'
import { useSelection, type Selection } from './use-selection.ts'
import type { List } from './use-list.ts'
import './list.css'

export interface ListViewProps<R extends BaseRow> {
  list: List<R>
  /** What is listed, in the reader's words. */
  label: string
  onOpen?: ((row: R) => void) | undefined
  rowActions?: ((row: R) => ReactNode) | undefined
  /** What a row shows beneath itself when it is unfolded. */
  expand?: ((row: R) => ReactNode) | undefined
  /** What can be done with many rows at once, besides writing them into a file; within another page rows are chosen for this alone. */
  bulk?: readonly BulkAct<R>[] | undefined
  /** Cells that are changed where they stand. */
  edit?: InlineEdit | undefined
  /** Fields that are given one value in many rows. */
  editMany?: InlineEdit | undefined
  /** What a record is called; its name or number when absent. */
  called?: ((row: R) => string) | undefined
  onNew?: (() => void) | undefined
  newLabel?: string | undefined
  /** Stands beside the button for a new record. */
  tools?: ReactNode
  /** What the list says while nothing was ever entered. */
  emptyHint?: ReactNode
  /** Said beneath “nothing found” while filters are set. */
  notFoundHint?: ReactNode
  /** Within another page: without its head. */
  embedded?: boolean
  /** Of what other record it is said what the list comes to, by time and thing; of its own rows when absent. */
  counted?: Counted | undefined
  /** Stands between the head and the filters. */
  children?: ReactNode
}

/** Filters, chips, tools, table and pages of a list; a row beside it; what is done with many rows. */
export function ListView<R extends BaseRow>(props: ListViewProps<R>) {
  const { list, label, onNew, newLabel, tools, embedded = false, bulk, children } = props
  const place = useRef<HTMLElement>(null)
  const columns = useColumns(list.columns)
  const { address, set } = list
  const selection = useSelection(list.rows, JSON.stringify([list.query.search, list.query.from, list.reach]))
  const preview = usePreview(list.rows, embedded)
  useListKeys(place, list, onNew, preview.id === undefined ? undefined : preview.close)
  useScrollUp(place, address.place.page)
  // Its place is kept from the first: on a phone the head would take another line when it comes.
  const updated =
    list.updatedAt > 0 ? t('kit.updatedAt', { time: clock(list.updatedAt) }) : <Unseen>{t('kit.updatedAt', { time: '00:00:00' })}</Unseen>
  const [picking, setPicking] = useState(false)
  const pick = (next: boolean) => {
    setPicking(next)
    selection.set(new Set())
  }
  const head = <Tools {...{ list, label, columns, tools, embedded, onNew, newLabel, picking }} onPick={pick} />
  return (
    <section className="k-list" ref={place} aria-label={label}>
      {embedded ? <div className="k-tools">{head}</div> : <PageHeader title={label} meta={updated} actions={head} />}
      {children}
      <FilterForm
        filters={list.filters}
        period={embedded ? undefined : list.period}
        address={address}
        count={list.count}
        set={set.length}
        onAgain={() => void list.again()}
      />
      <Chips set={set} onRemove={path => address.filterBy({ [path]: undefined })} onClear={() => address.clear(list.filters)} />
      {(!embedded || bulk) && (
        <BulkLater
          list={list}
          label={label}
          columns={columns.show}
          acts={bulk ?? none}
          edit={props.editMany}
          selection={selection}
          called={props.called}
        />
      )}
      {!embedded && address.search['groupBy'] && (
        <WhileLoading show={<Bones />}>
          <Breakdown list={list as never} counted={props.counted} />
        </WhileLoading>
      )}
      <Trouble list={list} />
      {!(list.error && !list.rows) && <Rows {...props} columns={columns} selection={selection} preview={preview} picking={picking} />}
      {list.count !== undefined && list.count > 0 && (
        <Pager count={list.count} page={address.place.page} size={address.place.size} onPage={address.turnTo} onSize={address.resize} />
      )}
    </section>
  )
}
const Breakdown = later(async () => ({ default: (await import('./other-tools.tsx')).Breakdown }))
const none: readonly never[] = []
const Unseen = ({ children }: { children: ReactNode }) => (
  <span aria-hidden="true" className="k-unseen">
    {children}
  </span>
)

/** What could not be read, with another try; what may not be read says so, and there is nothing to try. */
function Trouble<R extends BaseRow>({ list }: { list: List<R> }) {
  if (!list.error) return null
  if (list.error instanceof ApiError && list.error.status === 403 && !list.rows)
    return <Empty title={t('kit.notYours')} hint={wordsOfError(list.error)} />
  return <Failed error={list.error} onRetry={() => void list.again()} />
}

/** Most lists are read without a row shown beside them. */
const Preview = laterDialog(async () => ({ default: (await import('./preview.tsx')).Preview as never })) as unknown as <R extends BaseRow>(
  props: PreviewProps<R>,
) => ReactNode
const PreviewBones = () =>
  useNarrow() ? null : (
    <aside className="k-preview">
      <Bones />
    </aside>
  )

interface RowsProps<R extends BaseRow> extends ListViewProps<R> {
  columns: Columns<R>
  selection: Selection<R>
  preview: ReturnType<typeof usePreview<R>>
  picking: boolean
}

function Rows<R extends BaseRow>({ list, label, columns, selection, preview, picking, ...props }: RowsProps<R>) {
  const density = useSettings(settings => settings.density)
  const picks = !useNarrow() || picking
  const table = (
    <DataTable
      label={label}
      columns={columns.show}
      widths={columns.widths}
      onWidth={columns.setWidth}
      rows={list.rows}
      old={list.old}
      density={density}
      onOpen={props.onOpen ?? (props.embedded ? undefined : preview.open)}
      actions={props.rowActions}
      expand={props.expand}
      edit={props.edit}
      sort={list.query.sort}
      onSort={list.address.sortBy}
      {...(!props.embedded && { onPreview: preview.open, current: preview.id })}
      {...((!props.embedded || props.bulk) && picks && { selected: selection.ids, onSelect: selection.set })}
      totals={sumsOrRoom(list)}
      empty={
        <Nothing
          list={list}
          onNew={props.onNew}
          newLabel={props.newLabel}
          hint={list.set.length > 0 ? props.notFoundHint : props.emptyHint}
        />
      }
    />
  )
  // One frame around both, so that the table stays as it is (its focus, its scroll) when something is shown beside it.
  return (
    <div className={preview.id === undefined ? undefined : 'k-beside'}>
      {table}
      {preview.id !== undefined && (
        <WhileLoading show={<PreviewBones />}>
          <Preview
            list={list}
            columns={[...columns.show, ...columns.hide]}
            id={preview.id}
            called={props.called}
            onOpen={props.onOpen}
            actions={props.rowActions}
            onTurn={preview.turn}
            onClose={preview.close}
          />
        </WhileLoading>
      )}
    </div>
  )
}

function Nothing<R extends BaseRow>({
  list,
  onNew,
  newLabel,
  hint,
}: { list: List<R>; hint: ReactNode } & Pick<ListViewProps<R>, 'onNew' | 'newLabel'>) {
  const { address, set, filters, count = 0 } = list
  if (count > 0)
    return <Empty title={t('kit.pastTheEnd')} action={<Button onClick={() => address.turnTo(1)}>{t('kit.firstPage')}</Button>} />
  if (set.length > 0)
    return (
      <Empty
        title={t('kit.nothingFound')}
        hint={hint}
        action={<Button onClick={() => address.clear(filters)}>{t('kit.clearAll')}</Button>}
      />
    )
  return (
    <Empty
      title={t('kit.nothingYet')}
      hint={hint}
      action={
        onNew && (
          <Button type="primary" onClick={onNew}>
            {newLabel ?? t('kit.add')}
          </Button>
        )
      }
    />
  )
}

const clock = (milliseconds: number) => time(Temporal.Instant.fromEpochMilliseconds(milliseconds).toString()).slice(11)

/** A new page begins at its top; a list that is come back to stays where it was. @source spec 1 "List" */
function useScrollUp(place: React.RefObject<HTMLElement | null>, page: number) {
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page || !place.current) return
    shown.current = page
    const top = topOf(place.current)
    if (top) scrollUp(top.pane, prefersStill(), top.to)
  }, [place, page])
}
