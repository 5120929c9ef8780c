import { companies, type RecordNamed } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { endStart, startSession } from '../../core/start.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { valueAt } from '../../kit/field.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { UploadInput } from '../../kit/upload/upload-input.tsx'
import { Button } from '../../kit/ui.ts'
import { Logo } from './logo.tsx'

type CompanyRow = RecordNamed<'companies'>

/** 更换LOGO: the long one beside the open menu, the square one beside the folded. @source spec 0 §2 */
export default function ChangeLogoPage() {
  const page = usePage()
  const id = Number(page.params['companyId'])
  const { data: company, error, refetch } = useRecord(companies, Number.isSafeInteger(id) && id > 0 ? id : undefined)
  if (!company)
    return (
      <>
        <PageHeader />
        {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={6} />}
      </>
    )
  return <Logos key={company.version} company={company} />
}

function Logos({ company }: { company: CompanyRow }) {
  const may = useMay('org.company.write')
  const cache = useQueryClient()
  const toast = useToast()
  const { setUnsaved } = usePage()
  const [big, setBig] = useState<number | null>(company.bigLogoId)
  const [small, setSmall] = useState<number | null>(company.smallLogoId)
  const [busy, setBusy] = useState(false)
  const changed = big !== company.bigLogoId || small !== company.smallLogoId
  const save = async () => {
    setBusy(true)
    try {
      const kept = Object.fromEntries(Object.keys(companies.body.shape).map(field => [field, valueAt(company, field)]))
      const body = { ...kept, bigLogoId: big, smallLogoId: small, version: company.version } as never
      await call(companies.update, { id: company.id, body })
      setUnsaved(false)
      toast.done(t('kit.saved'))
      await cache.invalidateQueries({ queryKey: ['companies'] })
      endStart()
      await startSession()
    } catch (error) {
      toast.failed(error)
    } finally {
      setBusy(false)
    }
  }
  const take = (keep: (id: number | null) => void) => (id: number | undefined) => {
    keep(id ?? null)
    setUnsaved(true)
  }
  return (
    <>
      <PageHeader
        meta={company.name}
        actions={
          may && (
            <Button type="primary" disabled={!changed} loading={busy} onClick={() => void save()}>
              {t('kit.save')}
            </Button>
          )
        }
      />
      <div className="org-two">
        <LogoPart field="bigLogo" value={big} aspect={4} name={company.name} disabled={!may} onChange={take(setBig)} />
        <LogoPart field="smallLogo" value={small} aspect={1} name={company.name} disabled={!may} onChange={take(setSmall)} />
      </div>
    </>
  )
}

interface LogoPartProps {
  field: 'bigLogo' | 'smallLogo'
  value: number | null
  aspect: number
  name: string
  disabled: boolean
  onChange: (id: number | undefined) => void
}

function LogoPart({ field, value, aspect, name, disabled, onChange }: LogoPartProps) {
  const id = useId()
  return (
    <Section title={t(`companies.${field}`)}>
      <p className="k-help" id={`${id}-help`}>
        {t(`companies.${field}_help`)}
      </p>
      <Logo id={value} name={name} shape={field === 'bigLogo' ? 'long' : 'square'} />
      <div id={`${id}-name`} className="visually-hidden">
        {t(`companies.${field}`)}
      </div>
      <UploadInput
        type="companyPicture"
        id={id}
        value={value}
        crop={{ aspect }}
        disabled={disabled}
        onChange={onChange}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-help`}
      />
    </Section>
  )
}
