import { users, type Returned, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { DialogForm } from '../../kit/form/forms.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { later, laterDialog, WhileLoading } from '../../kit/later.tsx'
import { open } from '../../kit/links.ts'
import { addressOf } from '../../kit/page/address.ts'
import { opened } from '../../kit/overlays.tsx'
import { Button, Dropdown } from '../../kit/ui.ts'
import { ExplainDrawer } from './explain.ts'
import type { SessionsDrawerProps } from './sessions-drawer.tsx'

type User = RowOf<typeof users>
type Invitation = Returned<typeof users.invite>

/** Most who see the buttons press none of them: what they open comes with the first press. */
const PasswordReset = later(() => import('./password-reset.tsx'))
const InvitationLink = laterDialog(() => import('./invitation-link.tsx'))
const SessionsDrawer = opened<SessionsDrawerProps>(
  async () => (await import('./sessions-drawer.tsx')).SessionsDrawer,
  props => props.onClose(),
)

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
        <WhileLoading show={<Bones />}>
          <PasswordReset user={user} onDone={() => setResetting(false)} />
        </WhileLoading>
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
