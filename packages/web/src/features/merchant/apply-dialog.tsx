import { payTemplates, type RecordNamed, type Returned } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, newAct } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { ReferencesSelect } from '../../kit/reference.tsx'
import { Modal } from '../../kit/ui.ts'

type Template = RecordNamed<'payTemplates'>
type Preview = Returned<typeof payTemplates.preview>

/** Stations are chosen, what would change at each is shown, and then all of it is done at once. */
export default function ApplyDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const [stationIds, setStationIds] = useState<readonly number[]>([])
  const { data, error, refetch } = useQuery({
    queryKey: [payTemplates.name, 'preview', template.id, stationIds],
    queryFn: ({ signal }) =>
      call(payTemplates.preview, { id: template.id, body: { stationIds: [...stationIds] } }, { signal, company: true }),
    enabled: stationIds.length > 0,
    meta: saidOnPage,
    staleTime: 0,
    gcTime: 0,
  })
  const { busy, apply } = useApply(template, data, onClose, () => void refetch())
  return (
    <Modal
      open
      title={t('templatePage.applyTo', { name: template.name })}
      okText={t('templatePage.applyDone', { count: count(data?.content.length ?? 0) })}
      okButtonProps={{ disabled: !data || stationIds.length === 0, loading: busy }}
      cancelText={t('kit.cancel')}
      onOk={apply}
      onCancel={onClose}
      width={720}>
      <label>
        {t('templatePage.stations')}
        <ReferencesSelect
          resource="stations"
          everyStation
          value={stationIds}
          onChange={setStationIds}
          aria-label={t('templatePage.stations')}
          placeholder={t('kit.chooseOne')}
        />
      </label>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {stationIds.length > 0 && !data && !error && <Bones rows={3} />}
      {stationIds.length > 0 && data && <Changes content={data.content} />}
    </Modal>
  )
}

const namesOf = (names: readonly string[]) => (names.length > 0 ? names.join(t('kit.comma')) : '—')

const Changes = ({ content }: Pick<Preview, 'content'>) => (
  <div className="pay-types">
    <table>
      <caption>{t('templatePage.changes')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('templatePage.station')}</th>
          <th scope="col">{t('templatePage.added')}</th>
          <th scope="col">{t('templatePage.changed')}</th>
          <th scope="col">{t('templatePage.removed')}</th>
          <th scope="col">{t('templatePage.ofPayTypes')}</th>
        </tr>
      </thead>
      <tbody>
        {content.map(({ stationId, name, added, changed, removed, payTypesChange }) => (
          <tr key={stationId}>
            <th scope="row">{name}</th>
            <td>{namesOf(added)}</td>
            <td>{namesOf(changed)}</td>
            <td>{namesOf(removed)}</td>
            <td>{t(payTypesChange ? 'templatePage.change' : 'templatePage.same')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** What was shown is what is done; where something has changed since, it is shown anew. */
function useApply(template: Template, shown: Preview | undefined, done: () => void, again: () => void) {
  const cache = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const apply = async () => {
    if (!shown) return
    setBusy(true)
    const stations = shown.content.map(({ stationId, accountsVersion, stationVersion }) => ({ stationId, accountsVersion, stationVersion }))
    try {
      await call(payTemplates.apply, { id: template.id, body: { version: shown.version, stations } }, { act: newAct(), company: true })
      const changed = ['stationAuthTokens', 'stations', 'authTokens', 'auditLogs']
      await Promise.all(changed.map(name => cache.invalidateQueries({ queryKey: [name] })))
      toast.done(t('templatePage.applied'))
      done()
    } catch {
      // The refusal was said; the figures may be old.
      again()
    } finally {
      setBusy(false)
    }
  }
  return { busy, apply: () => void apply() }
}
