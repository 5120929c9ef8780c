import { Button, ConfigProvider } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Empty, Failed } from '../feedback/states.tsx'
import { PageHeader } from '../page/page-header.tsx'
import { useLinks } from '../links-router.ts'
import { prefersStill, useNarrow } from '../media.ts'
import { useSettings } from '../../core/settings.ts'
import { Chips } from './chips.tsx'
import { ColumnChooser, useColumns, type Columns } from './column-chooser.tsx'
import type { AnyRow } from './columns.ts'
import { DataTable } from './data-table.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterForm } from './filter-form.tsx'
import { useListKeys } from './list-keys.ts'
import { Pager } from './pager.tsx'
import { RangeSwitch } from './range-switch.tsx'
import { sumsOf } from './totals.ts'
import { Views } from './views.tsx'
import type { List } from './use-list.ts'
import './list.css'

export interface ListViewProps<R extends AnyRow> {
  list: List<R>
  /** What is listed, in the reader's words. */
  label: string
  onOpen?: ((row: R) => void) | undefined
  rowActions?: ((row: R) => ReactNode) | undefined
  /** What a row shows beneath itself when it is unfolded. */
  expand?: ((row: R) => ReactNode) | undefined
  /** What can be done with the selected rows; without it rows are not selected. */
  bulk?: ((rows: readonly R[], clear: () => void) => ReactNode) | undefined
  onNew?: (() => void) | undefined
  newLabel?: string | undefined
  /** Stands beside the button for a new record. */
  tools?: ReactNode
  /** What the list says while nothing was ever entered. */
  emptyHint?: ReactNode
  /** Within another page: without its head. */
  embedded?: boolean
  /** Stands between the head and the filters. */
  children?: ReactNode
}

/** Filters, chips, tools, table and pages of a list. */
export function ListView<R extends AnyRow>(props: ListViewProps<R>) {
  const { list, label, bulk, onNew, newLabel, tools, embedded = false, children } = props
  useLinks()
  const place = useRef<HTMLElement>(null)
  const columns = useColumns(list.columns)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const chosen = list.rows?.filter(({ id }) => selected.has(id)) ?? []
  const clear = () => setSelected(new Set())
  useListKeys(place, list, onNew)
  useScrollUp(place, list.address.place.page)
  const { address, set } = list
  const updated = list.updatedAt > 0 && t('kit.updatedAt', { time: clock(list.updatedAt) })
  const head = <Tools list={list} label={label} columns={columns} tools={tools} embedded={embedded} onNew={onNew} newLabel={newLabel} />
  return (
    <section className="k-list" ref={place} aria-label={label}>
      {embedded ? <div className="k-tools">{head}</div> : <PageHeader title={label} meta={updated} actions={head} />}
      {children}
      <FilterForm filters={list.filters} address={address} count={list.count} set={set.length} onAgain={() => void list.again()} />
      <Chips set={set} onRemove={path => address.filterBy({ [path]: undefined })} onClear={() => address.clear(list.filters)} />
      {bulk && chosen.length > 0 && (
        <BulkBar count={chosen.length} clear={clear}>
          {bulk(chosen, clear)}
        </BulkBar>
      )}
      {list.error && <Failed error={list.error} onRetry={() => void list.again()} />}
      {!(list.error && !list.rows) && <Rows {...props} columns={columns} selected={selected} onSelect={setSelected} />}
      {list.count !== undefined && list.count > 0 && (
        <Pager count={list.count} page={address.place.page} size={address.place.size} onPage={address.turnTo} onSize={address.resize} />
      )}
    </section>
  )
}

interface RowsProps<R extends AnyRow> extends ListViewProps<R> {
  columns: Columns<R>
  selected: ReadonlySet<number>
  onSelect: (selected: ReadonlySet<number>) => void
}

function Rows<R extends AnyRow>({ list, label, columns, selected, onSelect, ...props }: RowsProps<R>) {
  const density = useSettings(settings => settings.density)
  return (
    <DataTable
      label={label}
      columns={columns.show}
      widths={columns.widths}
      onWidth={columns.setWidth}
      rows={list.rows}
      old={list.old}
      density={density}
      onOpen={props.onOpen}
      actions={props.rowActions}
      expand={props.expand}
      sort={list.query.sort}
      onSort={list.address.sortBy}
      {...(props.bulk && { selected, onSelect })}
      totals={sumsOf(list.of, list.columns, list.totals)}
      empty={<Nothing list={list} onNew={props.onNew} newLabel={props.newLabel} hint={props.emptyHint} />}
    />
  )
}

interface ToolsProps<R extends AnyRow> extends Pick<ListViewProps<R>, 'list' | 'label' | 'tools' | 'onNew' | 'newLabel'> {
  columns: Columns<R>
  embedded: boolean
}

function Tools<R extends AnyRow>({ list, label, columns, tools, embedded, onNew, newLabel }: ToolsProps<R>) {
  const narrow = useNarrow()
  return (
    <ConfigProvider componentSize={narrow ? 'small' : undefined}>
      {!embedded && <RangeSwitch list={list} />}
      {tools}
      <Button onClick={() => void list.again()} disabled={list.busy}>
        {t('kit.refresh')}
      </Button>
      <ExportButton list={list} label={label} columns={columns.show} />
      {!embedded && <Views choice={columns.choice} choose={columns.choose} />}
      <ColumnChooser {...columns} />
      {onNew && (
        <Button type="primary" onClick={onNew}>
          {newLabel ?? t('kit.add')}
        </Button>
      )}
    </ConfigProvider>
  )
}

function Nothing<R extends AnyRow>({
  list,
  onNew,
  newLabel,
  hint,
}: { list: List<R>; hint: ReactNode } & Pick<ListViewProps<R>, 'onNew' | 'newLabel'>) {
  const { address, set, filters, count = 0 } = list
  if (count > 0)
    return <Empty title={t('kit.pastTheEnd')} action={<Button onClick={() => address.turnTo(1)}>{t('kit.firstPage')}</Button>} />
  if (set.length > 0)
    return <Empty title={t('kit.nothingFound')} action={<Button onClick={() => address.clear(filters)}>{t('kit.clearAll')}</Button>} />
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

function BulkBar({ count, clear, children }: { count: number; clear: () => void; children: ReactNode }) {
  return (
    <div className="k-bulk" role="region" aria-label={t('kit.selected', { count })}>
      <span>{t('kit.selected', { count })}</span>
      {children}
      <Button type="link" size="small" onClick={clear}>
        {t('kit.unselect')}
      </Button>
    </div>
  )
}

const clock = (milliseconds: number) => time(Temporal.Instant.fromEpochMilliseconds(milliseconds).toString()).slice(11)

/** A new page begins at its top. @source spec 1 "List" */
function useScrollUp(place: React.RefObject<HTMLElement | null>, page: number) {
  useEffect(() => {
    place.current?.querySelector('.k-scroll')?.scrollTo({ top: 0, behavior: prefersStill() ? 'auto' : 'smooth' })
  }, [place, page])
}
