import { companies, companyKeys, prepaidPresets, setCompanyConfig, type CompanyConfig } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { Button } from '../../kit/ui.ts'
import { ConfigForm, ownOf } from './config-form.tsx'
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
        {may && <Preset onChosen={() => save({ ...ownOf(details), prepaid: prepaidPresets.chinaSinglePurpose })} />}
        <ConfigForm
          label={t('configPage.ofCompany')}
          keys={companyKeys}
          here="company"
          own={ownOf(details)}
          details={details}
          readOnly={!may}
          onSave={save}
        />
      </Section>
    </>
  )
}

/** The figures of a law, which stand in the form afterwards and are changed there. @source decisions CD16 */
function Preset({ onChosen }: { onChosen: () => Promise<unknown> }) {
  const confirm = useConfirm()
  const toast = useToast()
  const choose = async () => {
    if (!(await confirm({ text: t('configPage.presetsAsk'), ok: t('configPage.presets') }))) return
    await onChosen().then(() => toast.done(t('kit.saved')), toast.failed)
  }
  return (
    <p>
      <Button onClick={() => void choose()}>
        {t('configPage.presets')} · {t('configPage.presetName')}
      </Button>
    </p>
  )
}
