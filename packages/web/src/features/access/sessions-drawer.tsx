import { users } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { Bones, Empty, Failed } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { Button, Drawer } from '../../kit/ui.ts'
import './access.css'

export interface SessionsDrawerProps {
  open: boolean
  onClose: () => void
  user: { id: number; name: string }
}

/** Where somebody is signed in; each sign-in can be ended, and all at once. */
export function SessionsDrawer({ open, onClose, user }: SessionsDrawerProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['users', 'sessions', user.id],
    queryFn: ({ signal }) => call(users.sessions, { id: user.id }, { signal }),
    enabled: open,
  })
  const end = useEnd(user)
  return (
    <Drawer
      title={t('sessionsOf.title', { name: user.name })}
      open={open}
      onClose={onClose}
      size={480}
      destroyOnHidden
      extra={
        data &&
        data.totalElements > 0 && (
          <Button danger onClick={() => void end()}>
            {t('sessionsOf.endAll')}
          </Button>
        )
      }>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Bones rows={4} />
      ) : data.totalElements === 0 ? (
        <Empty title={t('sessionsOf.none')} />
      ) : (
        <ul className="session-list">
          {data.content.map(session => (
            <li key={session.id}>
              <div>
                <strong>{session.client.split(' ')[0] || t('sessionsOf.unknown')}</strong> {session.source}
                <small>
                  {t(`roles.${session.defaultRole}`)} · {t('sessionsOf.since', { at: time(session.createdDate, 'minute') })} ·{' '}
                  {t('sessionsOf.seen', { at: time(session.seenDate, 'minute') })}
                </small>
              </div>
              <Button size="small" danger onClick={() => void end(session.id)}>
                {t('sessionsOf.end')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}

/** Ends one sign-in or all of them after a question. */
function useEnd({ id, name }: { id: number; name: string }) {
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  return async (sessionId?: number) => {
    const act = () => call(users.endSessions, { id, body: sessionId === undefined ? {} : { sessionId } })
    const text = t(sessionId === undefined ? 'sessionsOf.askAll' : 'sessionsOf.askOne', { name })
    if (!(await confirm({ text, ok: t('sessionsOf.end'), danger: true, act }))) return
    toast.done(t('sessionsOf.ended'))
    await cache.invalidateQueries({ queryKey: ['users', 'sessions', id] })
  }
}
