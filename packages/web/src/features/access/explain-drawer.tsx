import { assignablePages, explainAccess, permissions, type Permission, type Role } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { askedAnew } from '../../kit/asked-anew.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { ReferenceSelect } from '../../kit/reference.tsx'
import { Alert, Drawer, Select } from '../../kit/ui.ts'
import { pageWord, permissionWord } from './access-words.ts'
import './access.css'

export interface ExplainDrawerProps {
  open: boolean
  onClose: () => void
  /** Whom it is asked of; chosen in the drawer when absent. */
  user?: { id: number; name: string }
  /** What is asked, as `page:fuelCode` or `permission:order.refund`; chosen in the drawer when absent. */
  subject?: string | undefined
  /** As what, and at which station, where somebody holds several roles. */
  entry?: { defaultRole: Role; station: { id: number; name: string } | null } | undefined
}

const subjects = () => [
  {
    label: t('explain.pages'),
    options: assignablePages.map(({ name }) => ({ value: `page:${name}`, label: pageWord(name) })),
  },
  {
    label: t('explain.permissions'),
    options: Object.keys(permissions).map(name => ({ value: `permission:${name}`, label: permissionWord(name) })),
  },
]

/** The shortest name that holds what is typed is the nearest to it. */
const nearest = (one: { label?: unknown }, other: { label?: unknown }) => String(one.label).length - String(other.label).length

/** Why may somebody, why not: asked of the server, which answers from what it decides by. */
export function ExplainDrawer({ open, onClose, user, subject, entry }: ExplainDrawerProps) {
  return (
    <Drawer
      title={user ? t('explain.titleOf', { name: user.name }) : t('explain.title')}
      open={open}
      onClose={onClose}
      size={480}
      destroyOnHidden>
      <Question key={subject ?? user?.id} user={user?.id} subject={subject} entry={entry} />
    </Drawer>
  )
}

type QuestionProps = Pick<ExplainDrawerProps, 'subject' | 'entry'> & { user: number | undefined }

function Question({ user, subject, entry }: QuestionProps) {
  const [whom, setWhom] = useState(user)
  const [what, setWhat] = useState(subject)
  return (
    <div className="explain">
      {user === undefined && (
        <div className="explain-field">
          <span>{t('explain.whom')}</span>
          <ReferenceSelect resource="users" value={whom} onChange={setWhom} aria-label={t('explain.whom')} />
        </div>
      )}
      <div className="explain-field">
        <span>{t('explain.what')}</span>
        <Select
          showSearch={{ optionFilterProp: 'label', filterSort: nearest }}
          value={what}
          onChange={setWhat}
          options={subjects()}
          // Drawn only in part, the heading of a group would be read out as a choice.
          virtual={false}
          placeholder={t('explain.choose')}
          aria-label={t('explain.what')}
        />
      </div>
      {whom !== undefined && what !== undefined && <Reasons userId={whom} subject={what} entry={entry} />}
    </div>
  )
}

function Reasons({ userId, subject, entry }: { userId: number; subject: string } & Pick<ExplainDrawerProps, 'entry'>) {
  const [kind, name] = subject.split(':') as ['page' | 'permission', string]
  const asked = {
    ...(kind === 'page' ? { page: name as 'fuelCode' } : { permission: name as Permission }),
    ...(entry && { defaultRole: entry.defaultRole, ...(entry.station && { stationId: entry.station.id }) }),
  }
  const { data, error, refetch } = useQuery({
    queryKey: ['explain', userId, asked],
    queryFn: ({ signal }) => call(explainAccess, { body: { userId, ...asked } }, { signal }),
    ...askedAnew,
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={3} />
  return (
    <section aria-live="polite" aria-label={t('explain.answer')}>
      <Alert
        type={data.allowed ? 'success' : 'warning'}
        showIcon
        title={t(data.allowed ? 'explain.may' : 'explain.mayNot')}
        description={
          data.defaultRole ? t('explain.as', { role: `${t(`roles.${data.defaultRole}`)} ${entry?.station?.name ?? ''}` }) : undefined
        }
      />
      <ol className="explain-steps">
        {data.reasons.map(reason => (
          <li key={reason.code} className={reason.grants ? 'grants' : 'takes'}>
            <span className={`k-tag k-${reason.grants ? 'good' : 'off'}`}>{t(reason.grants ? 'explain.grants' : 'explain.takes')}</span>
            <span>{reason.message}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
