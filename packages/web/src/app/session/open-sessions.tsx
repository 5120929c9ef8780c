import { sessions } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../core/api.ts'
import { expireSession } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { clientName } from './client-name.ts'

/** Where one is signed in, each to be ended, or all at once. */
export function OpenSessions() {
  const { visible } = usePage()
  const list = useQuery({ queryKey: ['sessions'], queryFn: ({ signal }) => call(sessions.list, {}, { signal }), enabled: visible })
  const { end, endAll } = useEnding()
  return (
    <Section
      title={t('openSessions.title')}
      actions={
        <Button size="small" danger onClick={() => void endAll()}>
          {t('openSessions.endAll')}
        </Button>
      }>
      {list.error && !list.data && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Bones rows={2} />}
      <ul className="person-sessions">
        {list.data?.content.map(open => (
          <li key={open.id}>
            <strong>
              {clientName(open.client || open.source)}
              {open.current && <em>{t('openSessions.current')}</em>}
            </strong>
            <span>
              {t(`roles.${open.defaultRole}`)} ·{' '}
              {t('openSessions.times', { begun: time(open.createdDate, 'minute'), seen: time(open.seenDate, 'minute') })}
            </span>
            {!open.current && (
              <Button size="small" onClick={() => void end(open.id)}>
                {t('openSessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function useEnding() {
  const cache = useQueryClient()
  const confirm = useConfirm()
  const toast = useToast()
  return {
    async end(id: number) {
      try {
        await call(sessions.end, { id })
        toast.done(t('openSessions.ended'))
      } catch (error) {
        toast.failed(error)
      }
      await cache.invalidateQueries({ queryKey: ['sessions'] })
    },
    async endAll() {
      if (!(await confirm({ text: t('openSessions.askEndAll'), ok: t('openSessions.endAll'), danger: true }))) return
      try {
        await call(sessions.endAll, {})
        expireSession()
      } catch (error) {
        toast.failed(error)
      }
    },
  }
}
