import { companies, companyKeys, stations, type RecordNamed } from '@forecourt/contract'
import { useEffect } from 'react'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { RecordDrawer } from '../../kit/form/forms.tsx'
import { Descriptions, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { History } from '../../kit/history/history.tsx'
import { later } from '../../kit/later.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { CardKey } from './card-key.tsx'
import { companyForm, Logo } from './logo.tsx'
import { fromWords, wordsOf, type Details } from './setting-form.ts'
import { SyncButton } from './sync-button.tsx'

const CompanyAccounts = later(() => import('./company-accounts.tsx'))

type CompanyRow = RecordNamed<'companies'>

const facts: readonly Fact<CompanyRow>[] = [
  'code',
  'name',
  'contact',
  'phone',
  'address',
  'currency',
  'currencyName',
  'symbol',
  'timeZone',
  'customerId',
  'unionCardCompanyId',
  'createdById',
  'createdDate',
  'description',
]
const expand = ['createdBy', 'configDetail']
const stationColumns = ['name', 'code', 'address', 'contact', 'phone', 'endTime'] as const

/** 油企详情: one company: its facts, logos, card key, settings and stations. @source spec 0 §2 */
export default function CompanyDetailsPage() {
  const page = usePage()
  const id = Number(page.params['companyId'])
  const { data: company, error, refetch } = useRecord(companies, Number.isSafeInteger(id) && id > 0 ? id : undefined, expand)
  const { setTitle } = page
  const name = company?.name
  useEffect(() => {
    if (name) setTitle(name)
  }, [name, setTitle])
  if (!company)
    return (
      <>
        <PageHeader />
        {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
      </>
    )
  return <Company company={company} />
}

function Company({ company }: { company: CompanyRow }) {
  const mayEdit = useMay('org.company.write')
  const maySync = useMay('org.companyConfig.write')
  const maySign = useMay('org.cardKey.write')
  const mayPay = useMay('merchant.account.read')
  const { search, setSearch } = usePage()
  const edit = (record: string | undefined) => setSearch(now => ({ ...now, record }))
  const details = company.configDetail ?? {}
  return (
    <>
      <PageHeader
        title={company.name}
        actions={
          <>
            {mayEdit && (
              <Button type="primary" onClick={() => edit(String(company.id))}>
                {t('kit.edit')}
              </Button>
            )}
            {maySync && <SyncButton company={company} details={details} />}
          </>
        }
      />
      <Section title={t('companyPage.facts')}>
        <Descriptions of={companies} row={company} facts={facts} />
      </Section>
      <div className="org-two">
        <Logos company={company} />
        {maySign && <CardKey id={company.id} />}
      </div>
      <Settings details={details} />
      <Section title={t('companyPage.stations')}>
        <Related of={stations} title={t('companyPage.stations')} where={[equals('company.id', company.id)]} columns={stationColumns} />
      </Section>
      {mayPay && <CompanyAccounts id={company.id} />}
      <History of={companies} id={company.id} />
      <RecordDrawer
        of={companies}
        wanted={search['record']}
        rows={[company]}
        form={companyForm}
        called={row => row.name}
        onClose={() => edit(undefined)}
        onReopen={edit}
      />
    </>
  )
}

const Logos = ({ company }: { company: CompanyRow }) => (
  <Section
    title={t('companyPage.logos')}
    actions={
      <PageLink page="changeLogo" params={{ companyId: company.id }} orNothing>
        {t('companyPage.changeLogos')}
      </PageLink>
    }>
    <div className="org-logos">
      {(['bigLogo', 'smallLogo'] as const).map(field => (
        <figure key={field}>
          <Logo id={company[`${field}Id`]} name={company.name} shape={field === 'bigLogo' ? 'long' : 'square'} />
          <figcaption>{t(`companies.${field}`)}</figcaption>
        </figure>
      ))}
    </div>
  </Section>
)

/** Each setting as it holds, and where it comes from. */
const Settings = ({ details }: { details: Details }) => (
  <Section title={t('configPage.ofCompany')}>
    <dl className="k-facts">
      {companyKeys.map(key => (
        <div key={key}>
          <dt>
            {t(`setting.${key}`)} · {fromWords(details[key]!.from)}
          </dt>
          <dd>{wordsOf(key, details[key]!.value)}</dd>
        </div>
      ))}
    </dl>
  </Section>
)
