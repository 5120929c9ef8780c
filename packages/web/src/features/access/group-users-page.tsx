import { companyGroups, GroupUserBody, UserBody, users, type Resource, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../../core/api.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { StaffActions } from './staff-actions.tsx'
import { TimeOfDay } from '../../kit/form/time-of-day.tsx'
import { staffColumns } from './staff-page.tsx'

type User = RowOf<typeof users>
const columns: readonly ColumnInput<User>[] = [staffColumns[0]!, 'companyId', ...staffColumns.slice(1)]
const begins = ['name', 'mobile', 'email', 'companyId', 'password']
const asked = (fields: readonly string[]) => [
  ...begins.filter(name => fields.includes(name)),
  ...fields.filter(name => !begins.includes(name)),
]
const newcomer = asked(Object.keys(GroupUserBody.shape))
const known = asked(Object.keys(UserBody.shape).filter(name => name !== 'password' && name !== 'roles'))

/** 集团用户: who of a head office sees all companies of its group. */
export default function GroupUsersPage() {
  const page = usePage()
  const groupId = Number(page.params['groupId'])
  const { data: group, isPending, error, refetch } = useRecord(companyGroups, groupId)
  const { setTitle, search } = page
  useEffect(() => {
    if (group) setTitle(t('companyGroups.usersOf', { name: group['name'] }))
  }, [group, setTitle])
  const isNew = search['record'] === 'new'
  const mayAdd = useMay('access.group.write')
  const of = useMemo(() => ofGroup(groupId, isNew, mayAdd), [groupId, isNew, mayAdd])
  const fixed = useMemo(() => [equals('roles.companyGroupId', groupId)], [groupId])
  const form = { fields: isNew ? newcomer : known, controls: { loginFrom: TimeOfDay, loginTo: TimeOfDay } }
  if (error && !group) return <PageFailed error={error} onRetry={() => void refetch()} />
  return (
    <CrudPage
      of={of}
      everywhere
      columns={columns}
      fixed={fixed}
      form={form}
      filters={['companyId', 'name', 'mobile', 'lastLoginDate']}
      emptyHint={t('companyGroups.noUsers')}
      rowActions={row => (
        <>
          <StaffActions user={row} />
          <Dismiss user={row} groupId={groupId} />
        </>
      )}>
      {isPending && <HoldBelow />}
    </CrudPage>
  )
}

/** Users as this page enters them: new ones join the group, known ones keep the roles they have. */
const ofGroup = (groupId: number, isNew: boolean, mayAdd: boolean) =>
  ({
    ...users,
    body: isNew ? GroupUserBody : UserBody,
    create: mayAdd ? { ...companyGroups.addUser, path: `/companyGroups/${groupId}/users` } : undefined,
  }) as unknown as Resource<User>

function Dismiss({ user, groupId }: { user: User; groupId: number }) {
  const confirm = useConfirm()
  const cache = useQueryClient()
  const toast = useToast()
  if (!useMay('access.group.write')) return null
  const dismiss = async () => {
    const act = () => call(companyGroups.dismissUser, { id: groupId, body: { userId: user.id } })
    if (!(await confirm({ text: t('companyGroups.askDismiss', { name: user.name }), ok: t('companyGroups.dismiss'), danger: true, act })))
      return
    toast.done(t('companyGroups.dismissed'))
    await cache.invalidateQueries({ queryKey: ['users'] })
  }
  return (
    <Button type="link" size="small" danger onClick={() => void dismiss()}>
      {t('companyGroups.dismiss')}
    </Button>
  )
}
