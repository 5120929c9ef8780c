import { fleetActs, setFleetAttachments, setFleetLeader } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import { ModeForm } from './fleet-mode.tsx'
import { fleetActChanges, type Fleet, type FleetFormProps } from './fleet-row.ts'

type FleetAct = 'mode' | 'stop' | 'start' | 'leader' | 'papers'
export interface FleetForm {
  readonly key: FleetAct
  readonly fleet: Fleet
}
/** What is done to a fleet as it is, in the order in which it is offered. */
export const fleetActsFor = ({ stoppedAt }: Fleet): readonly FleetAct[] => [
  'leader',
  'papers',
  'mode',
  stoppedAt === null ? 'stop' : 'start',
]
export const isGrave = (act: FleetAct) => act === 'stop'

/** What is asked for an act on a fleet. */
export function FleetForms({ form, onClose }: { form: FleetForm | undefined; onClose: () => void }) {
  const Form = form && forms[form.key]
  return (
    <DialogForm title={form && t(`fleetPage.${form.key}Of`, { name: form.fleet.name })} open={form !== undefined} onClose={onClose}>
      {Form && <Form fleet={form.fleet} close={onClose} />}
    </DialogForm>
  )
}

const changes = ['groups']

/** A member that the number is known of, or a new one of that name. @source FLT-006, FLT-007 */
const Leader = ({ fleet: { id, leaderName }, close }: FleetFormProps) => (
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

const Papers = ({ fleet: { id, attachments }, close }: FleetFormProps) => (
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

/** All cards at once: the name is typed, so that no other fleet is stopped by mistake. @source decisions FL10; FLT-013 */
const Stop = ({ fleet: { id, name, subCount }, close }: FleetFormProps) => (
  <ActForm
    of={fleetActs.stop}
    id={id}
    words="groups"
    rules={({ confirmName }) => ({
      required: ['confirmName'],
      limits: { confirmName: t('fleetPage.typeName', { name }) },
      wrong: { confirmName: typeof confirmName === 'string' && confirmName !== name ? t('fleetPage.typeName', { name }) : undefined },
      unfinished: typeof confirmName === 'string' && name.startsWith(confirmName) ? ['confirmName'] : [],
    })}
    effect={() => t('fleetPage.stopEffect', { count: subCount })}
    changes={fleetActChanges}
    submitLabel={t('fleetPage.stop')}
    danger
    done={t('fleetPage.stopDone')}
    onDone={close}
    onCancel={close}
  />
)

const Start = ({ fleet: { id }, close }: FleetFormProps) => (
  <ActForm
    of={fleetActs.start}
    id={id}
    words="groups"
    effect={() => t('fleetPage.startEffect')}
    changes={fleetActChanges}
    submitLabel={t('fleetPage.start')}
    done={t('fleetPage.startDone')}
    onDone={close}
    onCancel={close}
  />
)

const forms: Record<FleetAct, (props: FleetFormProps) => ReactNode> = {
  leader: Leader,
  papers: Papers,
  mode: ModeForm,
  stop: Stop,
  start: Start,
}
