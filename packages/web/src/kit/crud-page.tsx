import type { Resource, BaseRow } from '@forecourt/contract'
import { Button } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { call } from '../core/api.ts'
import { count as counted } from '../core/money.ts'
import { useMay } from '../core/session.ts'
import { t } from '../i18n/index.ts'
import { nameOf } from './field.ts'
import { RecordDrawer } from './form/forms.tsx'
import type { FormOptions } from './form/record-form.tsx'
import { nounOf, nounsOf } from './label.ts'
import { open, pathTo } from './links.ts'
import type { BulkAct } from './list/bulk.ts'
import { inlineFields, rulesOf, type FormRules } from './list/inline.ts'
import { ListView } from './list/list-view.tsx'
import { useList, type List, type ListOptions } from './list/use-list.ts'
import { usePage } from './page/use-page.ts'
import { useRemove } from './use-remove.ts'

export interface CrudPageProps<R extends BaseRow = BaseRow> extends ListOptions<R> {
  /** The resource; whatever is not said here is read from its contract. */
  of: Resource<R>
  title?: string
  /** What differs in its form. */
  form?: FormOptions
  /** Buttons of a row besides edit and delete. */
  rowActions?: (row: R) => ReactNode
  /** What can be done with many rows at once, besides what the contract permits in bulk. */
  bulk?: readonly BulkAct<R>[]
  /** False where cells are not changed in the list. */
  inline?: boolean
  tools?: ReactNode
  /** What a press on a row opens; its page when it has one, else its form. */
  onOpen?: (row: R) => void
  /** What a record is called in a question; its name or number when absent. */
  called?: (row: R) => string
  emptyHint?: ReactNode
  children?: ReactNode
}

/** The list of a resource, its filters, and the form by which a record is added, edited and deleted. */
export function CrudPage<R extends BaseRow = BaseRow>(props: CrudPageProps<R>) {
  const { of, title, form, rowActions, bulk = none, inline = true, tools, onOpen, called = nameOf, emptyHint, children, ...options } = props
  const page = usePage()
  const list = useList<R>(of, options)
  const mayWrite = useMay(`${of.permission}.write`)
  const remove = useRemove(of, called)
  const show = (record: string | undefined) => page.setSearch(now => ({ ...now, record }))
  const may = {
    create: mayWrite && of.create !== undefined,
    edit: mayWrite && of.update !== undefined,
    delete: mayWrite && of.delete !== undefined,
  }

  const edit = useInline(list, may.edit && inline, form)
  const acts = may.delete && of.bulk?.includes('delete') ? [...bulk, removeEach<R>(of)] : bulk

  const press = (row: R) => {
    const path = pathTo(of.name, row.id)
    if (onOpen) onOpen(row)
    else if (path) open(path)
    else show(String(row.id))
  }
  const actions = (row: R) => (
    <>
      {rowActions?.(row)}
      {may.edit && <RowButton label={t('kit.edit')} onPress={() => show(String(row.id))} />}
      {may.delete && <RowButton label={t('kit.delete')} danger onPress={() => void remove(row)} />}
    </>
  )
  return (
    <>
      <ListView
        list={list}
        label={title ?? page.title}
        bulk={acts}
        edit={edit}
        editMany={of.bulk?.includes('update') ? edit : undefined}
        called={called}
        tools={tools}
        emptyHint={emptyHint}
        onOpen={onOpen || may.edit || pathTo(of.name, 1) ? press : undefined}
        rowActions={rowActions || may.edit || may.delete ? actions : undefined}
        {...(may.create && { onNew: () => show('new'), newLabel: t('kit.addOne', { noun: nounOf(of) }) })}>
        {children}
      </ListView>
      <RecordDrawer
        of={of}
        wanted={page.search['record']}
        rows={list.rows}
        form={form}
        onClose={() => show(undefined)}
        onReopen={show}
        called={called}
      />
    </>
  )
}

const RowButton = ({ label, danger = false, onPress }: { label: string; danger?: boolean; onPress: () => void }) => (
  <Button type="link" size="small" danger={danger} onClick={onPress}>
    {label}
  </Button>
)

const none: readonly never[] = []

const removeEach = <R extends BaseRow>(of: Resource): BulkAct<R> => ({
  key: 'delete',
  label: t('kit.delete'),
  danger: true,
  ask: count => t('kit.askDeleteMany', { noun: nounsOf(of, count), count: counted(count) }),
  run: row => call(of.delete, { id: row.id }),
})

/** Rows are drawn anew only when this changes; a page writes its form anew with each drawing, and says the same. */
function useInline<R extends BaseRow>({ of, columns }: List<R>, may: boolean, form: FormOptions | undefined) {
  const rules = JSON.stringify(rulesOf(form))
  return useMemo(() => (may ? inlineFields(of, columns, JSON.parse(rules) as FormRules) : undefined), [of, columns, may, rules])
}
