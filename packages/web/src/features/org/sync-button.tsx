import { setCompanyConfig, settingsOf, systemConfigs, type CompanyConfig, type RecordNamed } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { Button } from '../../kit/ui.ts'
import { ownOf } from './config-form.tsx'
import { wordsOf, type Details, type SettingKey } from './setting-form.ts'

type Company = RecordNamed<'companies'>

/** 同步配置: rebuilds the company’s settings from the defaults and tells its stations; what would change is shown before. */
export function SyncButton({ company, details }: { company: Company; details: Details }) {
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  const ask = async () => {
    const released = sameAsAbove(ownOf(details), await systemOf())
    let told = 0
    const sure = await confirm({
      title: t('configPage.sync'),
      text: <Changes released={released} details={details} />,
      ok: t('configPage.sync'),
      act: async () => {
        told = (await call(setCompanyConfig, { id: company.id, body: {} })).stations
      },
    })
    if (!sure) return
    toast.done(t('configPage.synced', { count: told }))
    await cache.invalidateQueries({ queryKey: ['companies'] })
  }
  return <Button onClick={() => void ask().catch(toast.failed)}>{t('configPage.sync')}</Button>
}

/** Anyone who may not read the system’s settings sees the product’s own in their place; the server reckons with all. */
const systemOf = () =>
  call(systemConfigs.list, {}).then(
    ({ content }) => content[0]?.config ?? {},
    () => ({}),
  )

const sameAsAbove = (own: CompanyConfig, system: CompanyConfig): SettingKey[] => {
  const beneath = settingsOf({}, {}, system)
  return (Object.keys(own) as SettingKey[]).filter(key => JSON.stringify(own[key]) === JSON.stringify(beneath[key]))
}

function Changes({ released, details }: { released: readonly SettingKey[]; details: Details }) {
  return (
    <>
      <p>{t('configPage.syncHelp')}</p>
      {released.length === 0 ? (
        <p>{t('configPage.syncNothing')}</p>
      ) : (
        <>
          <p>{t('configPage.syncReleased')}</p>
          <ul className="org-changes">
            {released.map(key => (
              <li key={key}>
                {t(`setting.${key}`)}: {wordsOf(key, details[key]?.value)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
