import { setFleetAttachments, setFleetLeader } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import type { Fleet } from './fleet-row.ts'

export interface FleetForm {
  readonly key: 'leader' | 'papers'
  readonly fleet: Fleet
}

/** What is asked for an act on a fleet. */
export function FleetForms({ form, onClose }: { form: FleetForm | undefined; onClose: () => void }) {
  return (
    <DialogForm title={form && t(`fleetPage.${form.key}Of`, { name: form.fleet.name })} open={form !== undefined} onClose={onClose}>
      {form && (form.key === 'leader' ? <Leader fleet={form.fleet} close={onClose} /> : <Papers fleet={form.fleet} close={onClose} />)}
    </DialogForm>
  )
}

interface FormProps {
  readonly fleet: Fleet
  readonly close: () => void
}
const changes = ['groups']

/** A member that the number is known of, or a new one of that name. @source FLT-006, FLT-007 */
const Leader = ({ fleet: { id, leaderName }, close }: FormProps) => (
  <ActForm
    of={setFleetLeader}
    id={id}
    words="fleetLeaders"
    fields={['mobile', 'name']}
    rules={() => ({ required: ['mobile', 'name'] })}
    changes={changes}
    submitLabel={t('fleetPage.leader')}
    done={t('fleetPage.leaderDone')}
    onDone={close}
    onCancel={close}
    effect={() => (leaderName === null ? t('fleetPage.leaderNone') : t('fleetPage.leaderNow', { name: leaderName }))}
  />
)

const Papers = ({ fleet: { id, attachments }, close }: FormProps) => (
  <ActForm
    of={setFleetAttachments}
    id={id}
    words="groups"
    defaults={{ attachments: attachments.map(({ attachmentId }) => ({ attachmentId })) }}
    changes={changes}
    submitLabel={t('kit.save')}
    done={t('kit.saved')}
    onDone={close}
    onCancel={close}
  />
)
