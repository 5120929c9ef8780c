import { dryRuns, stations, type Sent } from '@forecourt/contract'
import { addDays, today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import type { OwnControl } from '../form/fields-form.tsx'
import { ActForm, DialogForm } from '../form/forms.tsx'
import { useGo } from '../page/use-go.ts'
import { ReferencesSelect } from '../reference.tsx'

type Asked = Sent<typeof dryRuns.ask>['body']
export interface TryOfferProps {
  name: string
  /** A record, or the fields of a form. */
  offer: Pick<Asked, 'dealId' | 'dealTaskId' | 'discountId' | 'deal' | 'dealTask' | 'discount'>
  open: boolean
  onClose: () => void
}

const stationsControl: OwnControl = ({ id, value, onChange, disabled }) => (
  <ReferencesSelect
    {...{ id, disabled }}
    resource={stations.name}
    placeholder={t('tryOffer.everyStation')}
    value={((value ?? []) as { stationId: number }[]).map(({ stationId }) => stationId)}
    onChange={ids => onChange?.(ids.map(stationId => ({ stationId })))}
  />
)
/** What is not saved yet has no holders. */
const fieldsOf = { record: ['fromDay', 'untilDay', 'stations', 'holders'], form: ['fromDay', 'untilDay', 'stations'] } as const
/** The last thirty days that are over. */
const lately = () => ({ fromDay: addDays(today(), -30), untilDay: addDays(today(), -1) })

/** Asks for which sales an offer is tried on, and opens what comes of it. */
export default function TryOfferDialog({ name, offer, open, onClose }: TryOfferProps) {
  const go = useGo()
  const kind = offer.deal || offer.dealTask || offer.discount ? 'form' : 'record'
  return (
    <DialogForm title={t('tryOffer.title', { name })} open={open} onClose={onClose} width={560}>
      <p className="k-quiet">{t('tryOffer.lead')}</p>
      <ActForm
        of={dryRuns.ask}
        words="tryOffer"
        changes={['dryRuns', 'auditLogs']}
        fields={[...fieldsOf[kind]]}
        defaults={{ ...offer, ...lately(), holders: 'assumed' }}
        controls={{ stations: stationsControl }}
        submitLabel={t('tryOffer.submit')}
        done={t('tryOffer.begun')}
        onDone={({ id }) => {
          onClose()
          go('dryRun', { dryRunId: id })
        }}
        onCancel={onClose}
      />
    </DialogForm>
  )
}
