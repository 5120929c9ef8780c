import { points, type RecordNamed } from '@forecourt/contract'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'

const changes = ['pointsDetails', 'pointsCards', 'users', 'auditLogs']

/** Undoes a movement of points, with the reason and one's own PIN. @source requirement PTS-008 */
export default function RevokeDialog({ of, onClose }: { of: RecordNamed<'pointsDetails'>; onClose: () => void }) {
  const deducted = of.type === 'deduct'
  const amountCents = Math.abs(of.points)
  return (
    <DialogForm title={t('store.revokeOf', { points: count(amountCents) })} open onClose={onClose}>
      <ActForm
        of={deducted ? points.restore : points.takeBack}
        id={of.id}
        words="revokePoints"
        changes={changes}
        fields={['remark']}
        effect={() => t(deducted ? 'store.restoreEffect' : of.orderId === null ? 'store.takeBackEffect' : 'store.takeEarnedEffect')}
        pinFor={() => ({ action: deducted ? 'points.give' : 'points.deduct', subject: `pointsDetails:${of.id}`, amountCents })}
        submitLabel={t('store.revoke')}
        danger
        done={t('store.revoked')}
        onDone={onClose}
        onCancel={onClose}
      />
    </DialogForm>
  )
}
