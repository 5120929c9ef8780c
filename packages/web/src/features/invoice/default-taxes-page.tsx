import { defaultTaxes, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call, newAct } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { Button } from '../../kit/ui.ts'
import { isFuel, rateColumns, targetOf } from './rate-columns.tsx'

type Rate = RowOf<typeof defaultTaxes>

const columns: readonly ColumnInput<Rate>[] = [
  rateColumns.target,
  rateColumns.kind,
  ...rateColumns.facts,
  { path: 'beginDate', width: 120 },
  rateColumns.createdDate,
]
const fields = ['kind', 'productId', 'rate', 'classificationCode', 'specification', 'unit', 'beginDate']

/** 默认税率. @source requirements INV-003, INV-032 */
export default function DefaultTaxesPage() {
  const mayWrite = useMay(defaultTaxes.update.permission)
  return (
    <CrudPage<Rate>
      of={defaultTaxes}
      columns={columns}
      filters={['kind', 'productId', 'rate', 'classificationCode']}
      inline={false}
      periodBar={false}
      emptyHint={t('defaultTaxPage.none')}
      called={targetOf}
      form={{ fields, defaults: { kind: 'fuel' }, when: { productId: isFuel } }}
      tools={mayWrite && <CopyAct />}
    />
  )
}

/** What stations lack is said before it is added; what they have stays as it is. */
function CopyAct() {
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  const copy = async () => {
    const lacking = await call(defaultTaxes.copy, { body: { preview: true } }).catch(toast.failed)
    if (!lacking) return
    if (lacking.added === 0) return toast.done(t('defaultTaxPage.nobodyLacks'))
    const names = lacking.content.map(({ station, added }) => t('defaultTaxPage.lacks', { station, added: count(added) }))
    const text = (
      <>
        <p>{t('defaultTaxPage.askCopy', { count: lacking.added })}</p>
        <p className="k-quiet">{names.join(t('kit.comma'))}</p>
      </>
    )
    const once = { act: newAct() }
    const act = () => call(defaultTaxes.copy, { body: {} }, once)
    if (!(await confirm({ text, ok: t('defaultTaxPage.copy'), act }))) return
    toast.done(t('defaultTaxPage.copied', { count: lacking.added }))
    await Promise.all(['taxes', 'auditLogs'].map(changed => cache.invalidateQueries({ queryKey: [changed] })))
  }
  return <Button onClick={() => void copy()}>{t('defaultTaxPage.copy')}</Button>
}
