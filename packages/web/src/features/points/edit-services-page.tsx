import { services, type Returned } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { changes, fieldsOf } from './service-fields.ts'
import { useServices } from './use-services.ts'

type Service = Returned<typeof services.list>['content'][number]

/** 编辑服务: the one that the address names, or else that of points. */
export default function EditServicesPage() {
  const { search } = usePage()
  const { data, error, refetch } = useServices()
  const wanted = Number(search['id'])
  const service = data?.content.find(({ id, type }) => (wanted ? id === wanted : type === 'score'))
  if (service) return <Edit key={service.version} service={service} />
  return (
    <>
      <PageHeader />
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data ? <p className="k-quiet">{t('servicesPage.missing')}</p> : !error && <Bones rows={6} />}
    </>
  )
}

function Edit({ service }: { service: Service }) {
  const go = useGo()
  const back = () => go('addedValueServices')
  const fields = fieldsOf(service.type)
  const known = Object.fromEntries(fields.map(name => [name, service[name as keyof Service]]))
  return (
    <>
      <PageHeader title={t('servicesPage.editOne', { name: service.name })} />
      <Section title={t('servicesPage.rule')}>
        <ActForm
          of={services.edit}
          id={service.id}
          version={service.version}
          words="services"
          changes={changes}
          fields={fields}
          defaults={known}
          submitLabel={t('servicesPage.save')}
          done={t('servicesPage.saved')}
          onDone={back}
          onCancel={back}
        />
      </Section>
    </>
  )
}
