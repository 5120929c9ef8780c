import { companyKeys, settingDetail, systemConfigs } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { ConfigForm } from './config-form.tsx'
import type { Details } from './setting-form.ts'

/** 系统配置: what holds for every company that sets nothing else. @source spec 0 §2 */
export default function SystemConfigPage() {
  const { visible } = usePage()
  const may = useMay('org.systemConfig.write')
  const cache = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['systemConfigs'],
    enabled: visible,
    queryFn: ({ signal }) => call(systemConfigs.list, {}, { signal }),
  })
  const system = data?.content[0]
  if (!system)
    return (
      <>
        <PageHeader />
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
      </>
    )
  const details = Object.fromEntries(companyKeys.map(key => [key, settingDetail(key, {}, undefined, system.config)])) as Details
  return (
    <>
      <PageHeader
        meta={system.modifiedDate && t('configPage.modified', { at: time(system.modifiedDate, 'minute') })}
        actions={
          <PageLink page="companyConfig" orNothing>
            {t('configPage.ofCompany')}
          </PageLink>
        }
      />
      <Section title={t('configPage.ofSystem')}>
        <p className="k-help">{t(may ? 'configPage.systemHelp' : 'configPage.systemReadOnly')}</p>
        <ConfigForm
          label={t('configPage.ofSystem')}
          keys={companyKeys}
          here="system"
          own={system.config}
          details={details}
          readOnly={!may}
          onSave={async config => {
            await call(systemConfigs.update, { id: system.id, body: { version: system.version, config } })
            await cache.invalidateQueries({ queryKey: ['systemConfigs'] })
          }}
        />
      </Section>
    </>
  )
}
