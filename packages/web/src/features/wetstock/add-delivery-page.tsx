import { useState } from 'react'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { Alert } from '../../kit/ui.ts'
import { DeliveryForm } from './delivery-form.tsx'
import { useFoundForForm } from './use-found.ts'

/** 新增进油. */
export default function AddDeliveryPage() {
  const { title } = usePage()
  const go = useGo()
  const station = useSession(({ atStation }) => atStation)
  const [turn, setTurn] = useState(0)
  const { values, tie } = useFoundForForm()
  if (!station)
    return (
      <>
        <PageHeader title={title} />
        <p className="k-quiet">{t('delivery.chooseStation')}</p>
      </>
    )
  return (
    <>
      <PageHeader title={title} />
      <Section title={t('delivery.facts')}>
        {values && 'tankId' in values && <Alert type="info" showIcon title={t('found.prefilled')} />}
        {values ? (
          <DeliveryForm
            key={`${station.id}:${turn}:${String(values['tankId'])}:${String(values['beginTime'])}`}
            stationId={station.id}
            known={values}
            onDone={async ({ id }) => {
              await tie(id)
              // The page stays open in its tab: it is empty for the next one.
              setTurn(turn + 1)
              go('oilInfoDetails', { oilInfoId: id })
            }}
            onCancel={() => go('oilTaking')}
          />
        ) : (
          <Bones rows={10} />
        )}
      </Section>
    </>
  )
}
