import { companies, createCompany, type Returned, type RowOf } from '@forecourt/contract'
import { useState } from 'react'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { ActForm, SideForm } from '../../kit/form/forms.tsx'
import { CrudPage } from '../../kit/crud-page.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Button, Modal } from '../../kit/ui.ts'
import { CopyLine } from './copy-line.tsx'
import { companyForm, Logo } from './logo.tsx'

type Company = RowOf<typeof companies>
type Added = Returned<typeof createCompany>

const columns = [
  {
    path: 'smallLogoId',
    title: t('companyPage.logos'),
    width: 76,
    sort: false,
    cell: (row: Company) => <Logo shape="small" id={row.smallLogoId} name={row.name} />,
  },
  'name',
  'code',
  'contact',
  'phone',
  'address',
  { path: 'currency', width: 100 },
  'createdById',
  { path: 'timeZone', hidden: true },
  { path: 'customerId', hidden: true },
  { path: 'isDemo', hidden: true },
  { path: 'createdDate', hidden: true },
]

/** 油企列表: companies; one is added with its first administrator. @source spec 0 §2, 1 §3 "Company" */
export default function CompaniesPage() {
  const may = useMay('org.company.create')
  const [adding, setAdding] = useState(false)
  const [added, setAdded] = useState<Added>()
  return (
    <CrudPage<Company>
      of={companies}
      columns={columns as never}
      filters={['name', 'code', 'contact', 'phone']}
      form={companyForm}
      emptyHint={t('companyPage.emptyHint')}
      rowActions={row => (
        <PageLink page="changeLogo" params={{ companyId: row.id }} orNothing>
          {t('companyPage.logos')}
        </PageLink>
      )}
      tools={
        may && (
          <Button type="primary" onClick={() => setAdding(true)}>
            {t('companyPage.add')}
          </Button>
        )
      }>
      <SideForm title={t('companyPage.add')} open={adding} onClose={() => setAdding(false)}>
        <ActForm
          of={createCompany}
          words="companies"
          controls={companyForm.controls}
          submitLabel={t('companyPage.add')}
          done={t('companyPage.added')}
          onDone={answer => {
            setAdding(false)
            setAdded(answer)
          }}
          onCancel={() => setAdding(false)}
        />
      </SideForm>
      {added && <Welcome added={added} onClose={() => setAdded(undefined)} />}
    </CrudPage>
  )
}

/** The link by which the first administrator sets their password, once. */
function Welcome({ added, onClose }: { added: Added; onClose: () => void }) {
  const { invitation } = added
  return (
    <Modal open title={t('companyPage.addedOne', { name: added.name })} onCancel={onClose} footer={null} mask={{ closable: false }}>
      {invitation ? (
        <>
          <p>{t('companyPage.invitation', { until: time(invitation.expiration, 'minute') })}</p>
          <CopyLine label={t('companyPage.link')} text={`${location.origin}${invitation.path}`} />
        </>
      ) : (
        <p>{t('companyPage.nobody')}</p>
      )}
    </Modal>
  )
}
