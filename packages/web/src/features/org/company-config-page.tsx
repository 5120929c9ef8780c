import { companies, companyKeys, prepaidPresets, setCompanyConfig, type CompanyConfig } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../core/api.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { Button } from '../../kit/ui.ts'
import { ConfigForm, ownOf, type ConfigFormProps } from './config-form.tsx'
import { entered } from './setting-form.ts'
import { SyncButton } from './sync-button.tsx'

const expand = ['config', 'configDetail']

/** 油企配置: what the company’s stations work by, unless they say otherwise. @source spec 0 §3 */
export default function CompanyConfigPage() {
  const id = useSession(({ atStation, profile }) => atStation?.company.id ?? profile?.company.id)
  const may = useMay('org.companyConfig.write')
  const cache = useQueryClient()
  const { data: company, error, refetch } = useRecord(companies, id, expand)
  if (!company)
    return (
      <>
        <PageHeader />
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
      </>
    )
  const details = company.configDetail ?? {}
  const save = async (config: CompanyConfig) => {
    await call(setCompanyConfig, { id: company.id, body: { version: company.version, config } })
    await cache.invalidateQueries({ queryKey: ['companies'] })
  }
  return (
    <>
      <PageHeader meta={company.name} actions={may && <SyncButton company={company} details={details} />} />
      <Section title={t('configPage.ofCompany')}>
        <p className="k-help">{t('configPage.companyHelp')}</p>
        <ConfigForm
          label={t('configPage.ofCompany')}
          keys={companyKeys}
          here="company"
          own={ownOf(details)}
          details={details}
          readOnly={!may}
          beside={beside}
          onSave={save}
        />
      </Section>
    </>
  )
}

/** The figures of a law: they are entered in the form, looked at and changed there, and kept with the rest of it. @source decisions CD16 */
const beside: ConfigFormProps['beside'] = {
  prepaid: change => (
    <Preset
      onChosen={() => {
        for (const [field, value] of Object.entries(entered('prepaid', prepaidPresets.chinaSinglePurpose))) change(field, value)
      }}
    />
  ),
}

function Preset({ onChosen }: { onChosen: () => void }) {
  const id = useId()
  return (
    <div className="org-preset">
      <Button aria-describedby={id} onClick={onChosen}>
        {t('configPage.preset')}
      </Button>
      <p id={id} className="k-help">
        {t('configPage.presetHelp')}
      </p>
    </div>
  )
}
