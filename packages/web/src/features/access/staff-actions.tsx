import { users, type Returned, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { useMay, useSession } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { copyText } from '../../kit/feedback/copy-text.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { ActForm } from '../../kit/form/act-form.tsx'
import { Twice } from '../../kit/form/twice.tsx'
import { DialogForm } from '../../kit/form/side-form.tsx'
import { open } from '../../kit/links.ts'
import { addressOf } from '../../kit/page/address.ts'
import { Button, Dropdown, Input, Modal } from '../../kit/ui.ts'
import { ExplainDrawer } from './explain-drawer.tsx'
import { SessionsDrawer } from './sessions-drawer.tsx'

type User = RowOf<typeof users>
type Invitation = Returned<typeof users.invite>

const repeated = { password: Twice }

/** What is done to a staff member besides editing: a new password, a link to set one, disabling. */
export function StaffActions({ user, assign }: { user: User; assign?: 'stationAssginMenu' | 'companyAssginMenu' | 'assginMenu' }) {
  const mayWrite = useMay('access.user.write')
  const own = useSession(({ profile }) => profile?.id) === user.id
  const [resetting, setResetting] = useState(false)
  const [invitation, setInvitation] = useState<Invitation>()
  const [beside, setBeside] = useState<'why' | 'sessions'>()
  const mayAsk = useMay('access.explain')
  const toast = useToast()
  const toggle = useToggle(user)
  const resetPin = useResetPin(user)
  if (!mayWrite || own) return null

  const invite = () => void call(users.invite, { id: user.id }).then(setInvitation, toast.failed)
  const items = [
    assign && { key: 'assign', label: t('staff.assign'), onClick: () => open(addressOf(assign, { userId: user.id })) },
    mayAsk && { key: 'why', label: t('staff.why'), onClick: () => setBeside('why') },
    { key: 'sessions', label: t('staff.sessions'), onClick: () => setBeside('sessions') },
    { key: 'password', label: t('staff.resetPassword'), onClick: () => setResetting(true) },
    { key: 'pin', label: t(user.hasPin ? 'staff.resetPin' : 'staff.noPin'), onClick: resetPin, disabled: !user.hasPin },
    { key: 'invite', label: t('staff.invite'), onClick: invite, disabled: user.disabled },
    { key: 'toggle', label: t(user.disabled ? 'staff.enable' : 'staff.disable'), danger: !user.disabled, onClick: toggle },
  ].filter(item => item !== false && item !== undefined)
  const close = () => setBeside(undefined)
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button type="link" size="small" aria-label={t('staff.moreOf', { name: user.name })}>
          {t('staff.more')}
        </Button>
      </Dropdown>
      <DialogForm title={t('staff.resetPasswordOf', { name: user.name })} open={resetting} onClose={() => setResetting(false)}>
        <ActForm
          of={users.password}
          id={user.id}
          words="passwordReset"
          changes={[]}
          fields={['password']}
          controls={repeated}
          done={t('staff.resetDone')}
          onDone={() => setResetting(false)}
        />
      </DialogForm>
      <ExplainDrawer open={beside === 'why'} onClose={close} user={user} />
      <SessionsDrawer open={beside === 'sessions'} onClose={close} user={user} />
      {invitation && <InvitationLink name={user.name} invitation={invitation} onClose={() => setInvitation(undefined)} />}
    </>
  )
}

/** Disables or enables after a question that names the person. */
function useToggle(user: User) {
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  return () => {
    const words = user.disabled ? 'Enable' : 'Disable'
    void confirm({
      text: t(`staff.ask${words}`, { name: user.name }),
      ok: wordsFor(`staff.${words.toLowerCase()}`),
      danger: !user.disabled,
    }).then(async sure => {
      if (!sure) return
      try {
        await call(user.disabled ? users.enable : users.disable, { id: user.id })
        toast.done(t(user.disabled ? 'staff.enabled' : 'staff.disabled'))
        await cache.invalidateQueries({ queryKey: ['users'] })
      } catch (error) {
        toast.failed(error)
      }
    })
  }
}

/** Removes a forgotten PIN after a question that says what it means. Nobody sets another's: its owner sets the next one. */
function useResetPin({ id, name }: User) {
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  return async () => {
    const act = () => call(users.resetPin, { id })
    const text = t('staff.askResetPin', { name })
    if (!(await confirm({ title: t('staff.resetPinOf', { name }), text, ok: t('staff.resetPin'), danger: true, act }))) return
    toast.done(t('staff.resetPinDone', { name }))
    await cache.invalidateQueries({ queryKey: ['users'] })
  }
}

/** The link, once: anyone who closes this asks for another. */
function InvitationLink({ name, invitation, onClose }: { name: string; invitation: Invitation; onClose: () => void }) {
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
