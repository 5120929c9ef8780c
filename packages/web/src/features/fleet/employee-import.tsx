import { employeeImportProblems, employeeImports, type RowOf } from '@forecourt/contract'
import { useState } from 'react'
import { count } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import { fieldLabel } from '../../kit/label.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { csvOf, saveFile } from '../../kit/list/csv.ts'
import { Button } from '../../kit/ui.ts'
import { useAgain, useWhenDone } from '../../kit/use-again.ts'

type Import = RowOf<typeof employeeImports>
type Problem = RowOf<typeof employeeImportProblems>
const changes = ['employeeImports']

/** 导入员工: a file is put up, read in the background, and each wrong line told by its number. @source FLT-010 */
export function EmployeeImport({ fleetId }: { fleetId: number }) {
  const [shown, setShown] = useState<number>()
  // Later the form is found empty: the same file is not imported twice by a press too many.
  const [turn, setTurn] = useState(0)
  const begun = (id: number) => {
    setTurn(now => now + 1)
    setShown(id)
  }
  return (
    <>
      <p className="k-help">{t('employeeImports.help')}</p>
      <Button type="link" size="small" onClick={saveTemplate}>
        {t('employeeImports.template')}
      </Button>
      <ActForm
        key={turn}
        of={employeeImports.begin}
        id={fleetId}
        words="employeeImports"
        changes={changes}
        submitLabel={t('employeeImports.begin')}
        done={t('employeeImports.begun')}
        onDone={({ id }) => begun(id)}
      />
      {shown !== undefined && <Outcome id={shown} />}
      <Section title={t('employeeImports.last')}>
        <Related<Import>
          of={employeeImports}
          title={t('employeeImports.last')}
          where={[equals('groupId', fleetId)]}
          columns={columns}
          size={5}
          onOpen={({ id }) => setShown(id)}
          empty={t('employeeImports.none')}
        />
      </Section>
    </>
  )
}

const columns: readonly ColumnInput<Import>[] = ['createdDate', 'fileName', 'status', 'total', 'wrong']
const figures = ['total', 'added', 'changed', 'known', 'wrong'] as const
const problemColumns: readonly ColumnInput<Problem>[] = [
  { path: 'line', width: 80 },
  { path: 'reason', width: 220 },
  { path: 'value', width: 160 },
]
/** Employees that came while it is looked at are in every list of them. */
const changed = [['employeeImports'], ['fleetEmployees'], ['cars'], ['groups']]

function Outcome({ id }: { id: number }) {
  const { data, refetch } = useRecord<Import>(employeeImports, id)
  const busy = data?.status === 'importing'
  useAgain(busy, refetch)
  useWhenDone(data && { id: data.id, busy }, changed)
  if (!data) return <Bones />
  return (
    <Section title={data.fileName}>
      <p role="status">
        <StatusTag of="employeeImports" field="status" value={data.status} />
      </p>
      <Figures of={figures.map(name => ({ label: fieldLabel('employeeImports', name), value: count(data[name]) }))} />
      {data.wrong > 0 && (
        <Related<Problem>
          of={employeeImportProblems}
          title={t('employeeImports.problems')}
          where={[equals('employeeImportId', id)]}
          columns={problemColumns}
          size={200}
        />
      )}
    </Section>
  )
}

/** A file with nothing but its head, in the language of the page. */
const saveTemplate = () =>
  saveFile(
    `${t('employees.import')}.csv`,
    csvOf([
      [
        ...(['mobile', 'name', 'department', 'email', 'idNumber'] as const).map(name => fieldLabel('fleetEmployees', name)),
        t('employeeImports.plates'),
        t('employeeImports.fuel'),
      ],
    ]),
  )
