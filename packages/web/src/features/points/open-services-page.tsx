import { services } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { beginOf, changes, fieldsOf } from './service-fields.ts'
import type { ServiceType } from './use-services.ts'

/** 开通服务: which one is said by the address; points where it says nothing. */
export default function OpenServicesPage() {
  const { search } = usePage()
  const go = useGo()
  const type: ServiceType = search['type'] === 'debit' || search['type'] === 'level' ? search['type'] : 'score'
  const back = () => go('addedValueServices')
  const title = t(`servicesPage.openOne_${type}`)
  return (
    <>
      <PageHeader title={title} />
      <Section title={t('servicesPage.rule')}>
        <ActForm
          key={type}
          of={services.open}
          words="services"
          changes={changes}
          fields={fieldsOf(type)}
          defaults={beginOf(type)}
          submitLabel={t('servicesPage.open')}
          done={t('servicesPage.opened')}
          onDone={back}
          onCancel={back}
        />
      </Section>
    </>
  )
}
