import { cardHolds } from '@forecourt/contract'
import { inCurrency } from '../../core/money.ts'
import { may } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import { grouped } from '../../kit/show.ts'
import { Alert, Button } from '../../kit/ui.ts'
import { holdChanges, priceWords, type Evidence, type Hold } from './hold-shared.ts'

interface ReleaseFormProps {
  open: boolean
  asked: { hold: Hold; evidence: Evidence } | undefined
  onClose: () => void
}

/** 解灰 without the evidence of the pump: a shift leader answers for it, with PIN and reason. */
export default function ReleaseForm({ open, asked, onClose }: ReleaseFormProps) {
  const of = asked && { number: grouped(asked.hold.cardNumber, 'cardNumber'), amount: inCurrency(asked.hold.approvedCents) }
  return (
    <DialogForm title={of && t('holds.releaseOf', of)} open={open} onClose={onClose}>
      {asked && <Release hold={asked.hold} evidence={asked.evidence} onClose={onClose} />}
    </DialogForm>
  )
}

function Release({ hold, evidence: { laterSequence, missing }, onClose }: { hold: Hold; evidence: Evidence; onClose: () => void }) {
  const { id, approvedCents } = hold
  const why = laterSequence === null ? t('holds.nothingYet') : t('holds.missing', { sequence: laterSequence, count: missing })
  if (!may('card.releaseUnproven'))
    return (
      <>
        <Alert type="warning" showIcon role="alert" title={why} description={t('holds.leaderOnly')} />
        <div className="k-form-end">
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
        </div>
      </>
    )
  return (
    <>
      <Alert type="warning" showIcon title={why} />
      <p className="k-quiet">{priceWords(hold)}</p>
      <ActForm
        of={cardHolds.release}
        id={id}
        words="holds"
        changes={holdChanges}
        fields={['reason']}
        rules={() => ({ required: ['reason'] })}
        pinFor={() => ({ action: 'card.release', subject: `authorisations:${id}`, amountCents: approvedCents })}
        effect={() => t('holds.whenLate', { amount: inCurrency(approvedCents) })}
        submitLabel={t('holds.release')}
        done={t('holds.released')}
        onDone={onClose}
        onCancel={onClose}
      />
    </>
  )
}
