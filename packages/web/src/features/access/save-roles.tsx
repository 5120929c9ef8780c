import { accessEffects, roleAccesses } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { askedAnew } from '../../kit/asked-anew.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Modal } from '../../kit/ui.ts'
import { Effects } from './effects.tsx'
import type { RoleColumn } from './role-changes.ts'

/** How much is not saved, and the way to save it: past what it would do to whom. */
export function SaveRoles({ columns, onDone }: { columns: readonly RoleColumn[]; onDone: () => void }) {
  const { setUnsaved } = usePage()
  const changed = columns.filter(({ saved, changes }) => JSON.stringify(saved) !== JSON.stringify(changes))
  const [open, setOpen] = useState(false)
  const dirty = changed.length > 0
  useEffect(() => setUnsaved(dirty), [dirty, setUnsaved])
  if (!dirty) return null
  return (
    <div className="matrix-save" role="status">
      <span>{t('roleAccess.unsaved', { roles: changed.map(({ role }) => t(`roles.${role}`)).join(t('login.between')) })}</span>
      <Button onClick={onDone}>{t('assign.undo')}</Button>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('roleAccess.preview')}
      </Button>
      <Preview changed={changed} open={open} onClose={() => setOpen(false)} onDone={onDone} />
    </div>
  )
}

interface PreviewProps {
  changed: readonly RoleColumn[]
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** Who would gain and lose what, role by role; saving is what closes it. */
function Preview({ changed, open, onClose, onDone }: PreviewProps) {
  const cache = useQueryClient()
  const toast = useToast()
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      for (const { id, version, changes } of changed) await call(roleAccesses.update, { id, body: { ...changes, version } })
      toast.done(t('roleAccess.saved'))
      onClose()
      await cache.invalidateQueries({ queryKey: ['roleAccesses'] })
      onDone()
    } catch (error) {
      toast.failed(error)
      await cache.invalidateQueries({ queryKey: ['roleAccesses'] })
    } finally {
      setSaving(false)
    }
  }
  return (
    <Modal
      title={t('effects.title')}
      open={open}
      onCancel={onClose}
      okText={t('kit.save')}
      cancelText={t('kit.cancel')}
      confirmLoading={saving}
      onOk={() => void save()}
      mask={{ closable: false }}
      style={{ top: '8vh' }}
      destroyOnHidden>
      {changed.map(column => (
        <RoleEffect key={column.id} column={column} />
      ))}
    </Modal>
  )
}

function RoleEffect({ column: { id, version, role, changes } }: { column: RoleColumn }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['effects', 'role', id, version, changes],
    queryFn: ({ signal }) => call(accessEffects, { body: { roleAccessId: id, changes } }, { signal }),
    ...askedAnew,
  })
  return (
    <section className="role-effect">
      <h3>{t(`roles.${role}`)}</h3>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : data ? <Effects {...data} /> : <Bones rows={4} />}
    </section>
  )
}
