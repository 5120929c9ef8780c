import { accessOf, roleAccesses, type AccessChanges, type Role } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { useNarrow } from '../../kit/media.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Checkbox, Input, Segmented, Select } from '../../kit/ui.ts'
import { ExplainDrawer } from './explain.ts'
import { RoleMatrix } from './role-matrix.tsx'
import { changesOf, holdsIn, kinds, lineNames, toggled, wordOf, type Kind, type RoleColumn } from './role-changes.ts'
import { SaveRoles } from './save-roles.tsx'
import { PresetMenu } from './preset-menu.tsx'
import './access.css'

type Drafts = Readonly<Record<number, AccessChanges>>

/** 角色权限配置: what each role may in this company, where that differs from the defaults, and whom a change would reach. */
export default function RoleAccessPage() {
  const { visible } = usePage()
  const company = useSession(({ atStation, profile }) => atStation?.company.id ?? profile?.company.id)
  const { data, error, refetch } = useQuery({
    queryKey: ['roleAccesses', 'list', company],
    queryFn: ({ signal }) => call(roleAccesses.list, { query: { size: 50, search: `company.id:${company}` } }, { signal }),
    enabled: visible && company !== undefined,
  })
  const [drafts, setDrafts] = useState<Drafts>({})
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones />
  const columns: RoleColumn[] = data.content.map(row => {
    const saved = changesOf(row)
    const role = row.defaultRole as Role
    const changes = drafts[row.id] ?? saved
    const [plain, before, after] = [accessOf(role, null, null), accessOf(role, saved, null), accessOf(role, changes, null)]
    return { id: row.id, version: row.version, role, saved, changes, plain, before, after }
  })
  const set = (column: RoleColumn, changes: AccessChanges) => setDrafts(now => ({ ...now, [column.id]: changes }))
  return <Matrix columns={columns} onSet={set} onDone={() => setDrafts({})} />
}

interface MatrixProps {
  columns: readonly RoleColumn[]
  onSet: (column: RoleColumn, changes: AccessChanges) => void
  onDone: () => void
}

function Matrix({ columns, onSet, onDone }: MatrixProps) {
  const narrow = useNarrow()
  const mayWrite = useMay('access.role.write')
  const [kind, setKind] = useState<Kind>('menus')
  const [keyword, setKeyword] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const [shown, setShown] = useState(columns[0]?.id)
  const [asked, setAsked] = useState<string | true>()
  const seen = narrow ? columns.filter(({ id }) => id === shown) : columns
  const rows = lineNames(kind)
    .filter(name => `${wordOf(kind, name)} ${name}`.toLowerCase().includes(keyword.trim().toLowerCase()))
    .filter(name => !onlyChanged || columns.some(column => differs(column, kind, name)))
  return (
    <>
      <PageHeader actions={<Button onClick={() => setAsked(true)}>{t('staff.why')}</Button>} />
      <div className="matrix-tools">
        <Segmented
          value={kind}
          onChange={setKind}
          options={kinds.map(value => ({ value, label: t(`roleAccess.${value}`) }))}
          aria-label={t('roleAccess.kind')}
        />
        <Input.Search
          value={keyword}
          onChange={event => setKeyword(event.target.value)}
          placeholder={t('roleAccess.search')}
          aria-label={t('roleAccess.search')}
          allowClear
        />
        <Checkbox checked={onlyChanged} onChange={event => setOnlyChanged(event.target.checked)}>
          {t('roleAccess.onlyChanged')}
        </Checkbox>
        {narrow && (
          <Select
            value={shown ?? null}
            onChange={id => setShown(id ?? undefined)}
            options={columns.map(({ id, role }) => ({ value: id, label: t(`roles.${role}`) }))}
            aria-label={t('roleAccess.role')}
          />
        )}
        {mayWrite && <PresetMenu columns={seen} onSet={onSet} />}
      </div>
      <RoleMatrix
        kind={kind}
        rows={rows}
        columns={seen}
        locked={!mayWrite}
        onToggle={(column, name) => onSet(column, toggled(column, kind, name))}
        onWhy={name => setAsked(kind === 'menus' ? `page:${name}` : `permission:${name}`)}
      />
      <SaveRoles columns={columns} onDone={onDone} />
      <ExplainDrawer
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        subject={typeof asked === 'string' ? asked : undefined}
      />
    </>
  )
}

const differs = ({ after, plain }: RoleColumn, kind: Kind, name: string) => holdsIn(after, kind, name) !== holdsIn(plain, kind, name)
