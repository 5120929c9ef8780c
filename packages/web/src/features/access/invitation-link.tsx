import type { Returned, users } from '@forecourt/contract'
import { useState } from 'react'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { copyText } from '../../kit/feedback/copy-text.ts'
import { Button, Input, Modal } from '../../kit/ui.ts'

type Invitation = Returned<typeof users.invite>

/** The link, once: anyone who closes this asks for another. */
export default function InvitationLink({ name, invitation, onClose }: { name: string; invitation: Invitation; onClose: () => void }) {
  const { path, message } = invitation
  const link = `${location.origin}${path}`
  const [copied, setCopied] = useState(false)
  const copy = () => void copyText(link).then(setCopied)
  return (
    <Modal open title={t('staff.inviteOf', { name })} onCancel={onClose} footer={null} mask={{ closable: false }} style={{ top: '14vh' }}>
      <p>{t('staff.inviteHelp', { until: time(invitation.expiration, 'minute') })}</p>
      {message && <p>{t(message.ready ? 'staff.inviteSent' : 'staff.inviteStays', { recipient: message.recipient })}</p>}
      <div className="invitation-link">
        <Input readOnly value={link} aria-label={t('staff.invite')} onFocus={event => event.target.select()} />
        <Button type="primary" onClick={copy}>
          {t(copied ? 'staff.copied' : 'staff.copy')}
        </Button>
      </div>
    </Modal>
  )
}
