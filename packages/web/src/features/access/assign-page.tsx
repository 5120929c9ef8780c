import { changeableRoles, users, type Role, type RowOf } from '@forecourt/contract'
import { useEffect, useState } from 'react'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useRecord } from '../../kit/detail/use-record.ts'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { Bones, Empty } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Select } from '../../kit/ui.ts'
import { AssignForm, type HeldEntry } from './assign-form.tsx'
import { ExplainDrawer } from './explain.ts'
import './access.css'

const nameOf = ({ defaultRole, station }: HeldEntry) => `${t(`roles.${defaultRole}`)}${station ? ` · ${station.name}` : ''}`

/** 分配菜单: which pages and buttons one entry of somebody's roles has. The station's page shows what is held in that station. */
export default function AssignPage() {
  const page = usePage()
  const id = Number(page.params['userId'])
  const station = useSession(({ atStation }) => atStation)
  const own = useSession(({ profile }) => profile?.id) === id
  const { data, error, refetch } = useRecord<RowOf<typeof users>>(users, id)
  const [asking, setAsking] = useState(false)
  const { setTitle, search, setSearch } = page
  const name = data?.name
  useEffect(() => {
    if (name) setTitle(t('assign.titleOf', { name }))
  }, [name, setTitle])
  if (error) return <PageFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones />

  const here = page.name === 'stationAssginMenu'
  const entries = (data['roles'] as HeldEntry[]).filter(
    entry => changeableRoles.includes(entry.defaultRole as never) && (!here || entry.station?.id === station?.id),
  )
  const entry = entries.find(each => String(each.id) === search['role']) ?? entries[0]
  return (
    <>
      <PageHeader
        title={t('assign.titleOf', { name: data.name })}
        actions={<Button onClick={() => setAsking(true)}>{t('staff.why')}</Button>}
      />
      {entries.length > 1 && (
        <Select
          className="assign-entry"
          value={entry?.id ?? null}
          onChange={chosen => setSearch(now => ({ ...now, role: chosen ?? undefined }))}
          options={entries.map(each => ({ value: each.id, label: nameOf(each) }))}
          aria-label={t('users.roles')}
        />
      )}
      {entry ? (
        <AssignForm key={`${entry.id}.${entry.version}`} entry={entry} title={nameOf(entry)} locked={own} />
      ) : (
        <Empty
          title={t('assign.none')}
          hint={t((data['roles'] as { defaultRole: Role }[]).length > 0 ? 'assign.noneHint' : 'assign.noRole')}
        />
      )}
      <ExplainDrawer open={asking} onClose={() => setAsking(false)} user={{ id, name: data.name }} entry={entry} />
    </>
  )
}
