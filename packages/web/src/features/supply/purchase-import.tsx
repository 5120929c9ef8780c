import { purchaseCalls, type PurchaseImportProblem, type Returned } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, newAct } from '../../core/api.ts'
import { count, inCurrency, tons } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Figures } from '../../kit/detail/descriptions.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { csvOf, saveFile } from '../../kit/list/csv.ts'
import { Alert, Button, Drawer } from '../../kit/ui.ts'
import { UploadInput } from '../../kit/upload/upload-input.tsx'
import './supply.css'

type Answer = Returned<typeof purchaseCalls.import>

/** In the order in which the server reads them where a file has no titles. */
const columnsOfFile = ['day', 'number', 'depot', 'baseFuel', 'supplier', 'density', 'price', 'taxRate', 'weight', 'description'] as const
const titles = () => columnsOfFile.map(name => t(`supply.column_${name}`))
const saveTemplate = () => saveFile(`${t('supply.importTitle')}.csv`, csvOf([titles()]))

/** 导入采购合同: first what the file would do, line by line; then all of it at once, or nothing. */
export default function PurchaseImportDrawer({ onClose }: { onClose: () => void }) {
  const [fileId, setFileId] = useState<number>()
  return (
    <Drawer open onClose={onClose} title={t('supply.importTitle')} size="min(760px, 100vw)" destroyOnHidden>
      <div className="supply-import">
        <p className="k-help">{t('supply.importHelp')}</p>
        <p className="k-help">{t('supply.importColumns', { columns: titles().join(t('kit.comma')) })}</p>
        <div>
          <Button type="link" onClick={saveTemplate}>
            {t('supply.template')}
          </Button>
        </div>
        <span id="supply-file">{t('supply.file')}</span>
        <UploadInput type="purchaseImport" value={fileId} onChange={setFileId} aria-labelledby="supply-file" />
        {fileId !== undefined && <Checked key={fileId} fileId={fileId} onClose={onClose} />}
      </div>
    </Drawer>
  )
}

const changes = ['purchaseContracts', 'depots', 'depotTransfers', 'auditLogs']

/** What the file would do as things stand, and the button that does it. */
function Checked({ fileId, onClose }: { fileId: number; onClose: () => void }) {
  const cache = useQueryClient()
  const toast = useToast()
  const act = useRef(newAct())
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['purchaseImport', fileId],
    queryFn: ({ signal }) => call(purchaseCalls.import, { body: { attachmentId: fileId, apply: false } }, { signal }),
    gcTime: 0,
    meta: { saidOnPage: true },
  })
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones rows={4} />
  const apply = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { added } = await call(purchaseCalls.import, { body: { attachmentId: fileId, apply: true } }, { act: act.current })
      toast.done(t('supply.imported', { count: count(added) }))
      await Promise.all(changes.map(name => cache.invalidateQueries({ queryKey: [name] })))
      onClose()
    } catch (thrown) {
      setFailure(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Outcome of={data} />
      {failure !== undefined && <Failed error={failure} onRetry={() => void refetch()} />}
      <div>
        <Button type="primary" loading={busy} disabled={data.refused > 0 || data.added === 0} onClick={() => void apply()}>
          {t('supply.importAll', { count: count(data.added) })}
        </Button>
      </div>
    </>
  )
}

function Outcome({ of }: { of: Answer }) {
  const { total, added, known, refused, weightKg, amountCents, netCents, problems } = of
  return (
    <>
      <div role="status">
        {refused > 0 ? (
          <Alert type="error" showIcon title={t('supply.fileRefused', { count: count(refused) })} />
        ) : added === 0 ? (
          <Alert type="info" showIcon title={t('supply.nothingNew')} />
        ) : (
          <Alert type="success" showIcon title={t('supply.fileFits')} />
        )}
      </div>
      <Figures
        of={[
          { label: t('supply.lines'), value: count(total) },
          { label: t('supply.added'), value: count(added) },
          { label: t('supply.known'), value: count(known) },
          { label: t('supply.tonsAdded'), value: tons(weightKg) },
          { label: t('purchaseContracts.amountCents'), value: inCurrency(amountCents) },
          { label: t('purchaseContracts.netCents'), value: inCurrency(netCents) },
        ]}
      />
      {problems.length > 0 && <Problems of={problems} refused={refused} />}
    </>
  )
}

const Problems = ({ of, refused }: { of: readonly PurchaseImportProblem[]; refused: number }) => (
  <div className="k-chart-table" role="region" aria-label={t('supply.problems')} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {(['line', 'column', 'reason', 'says'] as const).map(head => (
            <th key={head} scope="col">
              {t(`supply.problem_${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {of.map(({ line, field, reason, value }) => (
          <tr key={line}>
            <th scope="row">{line}</th>
            <td>{field ? t(`supply.column_${field}`) : '—'}</td>
            <td>{t(`supply.reason_${reason}`)}</td>
            <td>{value || '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {refused > of.length && <p className="k-quiet">{t('supply.firstProblems', { shown: count(of.length), count: count(refused) })}</p>}
  </div>
)
