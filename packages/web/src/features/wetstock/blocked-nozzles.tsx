import { deliveryCalls, nozzleControls, oilInfos } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { Alert } from '../../kit/ui.ts'
import type { Delivery } from './delivery-form.tsx'

/** 停枪: which nozzles an incident has stopped, and their release. */
export function BlockedNozzles({ of: { id, stationId } }: { of: Delivery }) {
  const mayRelease = useMay(deliveryCalls.releaseNozzles.permission)
  const search = equals('blockedDelivery.id', id)
  const { data, isError } = useQuery({
    queryKey: [nozzleControls.name, 'blocked', id],
    queryFn: ({ signal }) => call(nozzleControls.list, { query: { size: 100, search } }, { signal, company: true }),
  })
  if (!data) return isError ? null : <HoldBelow />
  const blocked = data.content.filter(nozzle => nozzle.stationId === stationId)
  if (blocked.length === 0) return null
  const numbers = blocked.map(({ logicNo }) => logicNo).join(t('kit.comma'))
  return (
    <Alert
      type="error"
      showIcon
      className="delivery-blocked"
      title={t('delivery.nozzlesBlocked', { numbers })}
      action={
        mayRelease && (
          <ActButton
            of={deliveryCalls.releaseNozzles}
            id={id}
            words={oilInfos.name}
            fields={['reason']}
            changes={[nozzleControls.name]}
            label={t('delivery.releaseNozzles')}
            title={t('delivery.releaseNozzlesOf', { numbers })}
            submitLabel={t('delivery.releaseNozzles')}
            done={t('delivery.nozzlesReleased')}
            pinFor={() => ({ action: 'nozzle.release' as const, subject: `oilInfos:${id}` })}
            button={{ size: 'small' }}
          />
        )
      }
    />
  )
}
