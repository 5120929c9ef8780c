import { employeeActs, fleetEmployees, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError, call, newAct } from '../../core/api.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { ActForm, RecordForm, SideForm } from '../../kit/form/forms.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { Button } from '../../kit/ui.ts'
import { EmployeeImport } from './employee-import.tsx'

type Employee = RowOf<typeof fleetEmployees>
const columns: readonly ColumnInput<Employee>[] = [
  { path: 'name', width: 130 },
  { path: 'mobile', width: 140 },
  { path: 'department', width: 140 },
  { path: 'idNumberMask', width: 180 },
  { path: 'plates', width: 200, sort: false },
  { path: 'cardCount', width: 100 },
  { path: 'email', width: 180 },
  { path: 'leftDate', width: 170 },
  { path: 'createdDate', hidden: true },
]
const filters: readonly FilterInput<Employee>[] = ['name', 'mobile', 'department', 'leftDate']
const changes = ['fleetEmployees', 'cars', 'groups', 'userCards']

/** 员工: who drives for the fleet, with departments and vehicles; those who left stay in the list with their day. */
export function Employees({ fleetId }: { fleetId: number }) {
  const fixed = useMemo(() => [equals('groupId', fleetId)], [fleetId])
  const list = useList<Employee>(fleetEmployees, { columns, filters, fixed, prefix: 'employees.' })
  const mayWrite = useMay('fleet.employee.write')
  const [form, setForm] = useState<Employee | 'new' | 'import'>()
  const close = () => setForm(undefined)
  const edited = typeof form === 'object' ? form : undefined
  const leave = useLeave()
  const actions = (row: Employee) =>
    row.leftDate === null && (
      <>
        <Button type="link" size="small" aria-label={t('kit.editOne', called(row))} onClick={() => setForm(row)}>
          {t('kit.edit')}
        </Button>
        <Button type="link" size="small" danger aria-label={t('employees.leaveOf', { name: row.name })} onClick={() => void leave(row)}>
          {t('employees.leave')}
        </Button>
      </>
    )
  const title = edited ? t('kit.editOne', called(edited)) : t(form === 'import' ? 'employees.import' : 'employees.add')
  return (
    <>
      <ListView
        list={list}
        label={t('fleetDesk.employees')}
        embedded
        emptyHint={t('employees.none')}
        {...(mayWrite && {
          onNew: () => setForm('new'),
          newLabel: t('employees.add'),
          tools: <Button onClick={() => setForm('import')}>{t('employees.import')}</Button>,
          rowActions: actions,
        })}
      />
      <SideForm title={title} open={form !== undefined} onClose={close}>
        {form === 'new' && (
          <ActForm
            of={employeeActs.add}
            id={fleetId}
            words="fleetEmployees"
            changes={changes}
            submitLabel={t('employees.add')}
            done={t('kit.added')}
            onDone={close}
            onCancel={close}
          />
        )}
        {form === 'import' && <EmployeeImport fleetId={fleetId} />}
        {edited && <RecordForm of={fleetEmployees} record={edited} onDone={close} onCancel={close} />}
      </SideForm>
    </>
  )
}

const called = ({ name }: Employee) => ({ noun: t('fleetEmployees.one'), name })

/** Before an employee leaves who holds cards of the fleet, it is asked once more: they are unbound and leave, or stay. */
function useLeave() {
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  const send = async ({ id }: Employee, unbind: boolean) => {
    await call(employeeActs.leave, { id, body: { unbind } }, { act: newAct(), quiet: true })
    await Promise.all(changes.map(name => cache.invalidateQueries({ queryKey: [name] })))
    toast.done(t(unbind ? 'employees.unboundAndLeft' : 'employees.left'))
  }
  return async (employee: Employee) => {
    if (!(await confirm({ text: t('employees.leaveAsk', { name: employee.name }), ok: t('employees.leave'), danger: true }))) return
    try {
      await send(employee, false)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'employee.holdsCard') return toast.failed(error)
      const act = () => send(employee, true)
      await confirm({ text: error.message, ok: t('employees.unbindAndLeave'), danger: true, act })
    }
  }
}
