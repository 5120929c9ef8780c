import { payTemplates, type BaseRow, type RecordNamed } from '@forecourt/contract'
import { useState } from 'react'
import { count } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import { laterDialog } from '../../kit/later.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Button } from '../../kit/ui.ts'
import { rulesOf, useAccounts } from './assign-form.tsx'

const ApplyDialog = laterDialog(() => import('./apply-dialog.tsx'))

type Template = RecordNamed<'payTemplates'>
const accountsWord = ({ accounts }: Template): string => t('templatePage.accounts', { count: count(accounts.length) })
const payTypesWord = ({ payTypes }: Template): string =>
  payTypes.length === 0 ? t('templatePage.asTheyAre') : t('templatePage.payTypes', { count: count(payTypes.length) })

const columns: readonly ColumnInput<Template>[] = [
  { path: 'name', width: 200 },
  { path: 'description', width: 260, phone: 'more' },
  {
    key: 'accountCount',
    get title() {
      return t('payTemplates.accounts')
    },
    width: 140,
    phone: 'what',
    cell: accountsWord,
    text: accountsWord,
  },
  {
    key: 'payTypeCount',
    get title() {
      return t('payTemplates.payTypes')
    },
    width: 160,
    phone: 'more',
    cell: payTypesWord,
    text: payTypesWord,
  },
  { path: 'createdDate', width: 170, phone: 'when' },
]

/** 支付模板. @source requirements PAY-003, PAY-015 */
export default function TemplatesPage() {
  const mayApply = useMay(payTemplates.apply.permission)
  const [applied, setApplied] = useState<Template>()
  const acts = (row: Template) => (
    <Button type="link" size="small" onClick={() => setApplied(row)}>
      {t('templatePage.apply')}
    </Button>
  )
  return (
    <>
      <CrudPage<Template>
        of={payTemplates}
        columns={columns}
        filters={['name', 'description']}
        periodBar={false}
        inline={false}
        emptyHint={t('templatePage.none')}
        form={{ draw: ({ record, done }) => <TemplateForm record={record} done={done} /> }}
        {...(mayApply && { rowActions: acts })}
      />
      {applied && <ApplyDialog template={applied} onClose={() => setApplied(undefined)} />}
    </>
  )
}

const fields = ['name', 'description', 'accounts', 'payTypes']

function TemplateForm({ record, done }: { record: BaseRow | undefined; done: () => void }) {
  const template = record as Template | undefined
  const known = useAccounts()
  return (
    <ActForm
      of={template ? payTemplates.update : payTemplates.create}
      {...(template && { id: template.id, version: template.version })}
      words={payTemplates.name}
      fields={fields}
      {...(template && { defaults: Object.fromEntries(fields.map(name => [name, template[name as keyof Template]])) })}
      rules={values => rulesOf(values, known)}
      changes={['payTemplates', 'auditLogs']}
      submitLabel={t('kit.save')}
      done={t(template ? 'kit.saved' : 'kit.added')}
      onDone={done}
      onCancel={done}
    />
  )
}
