import { isTaxNumber, members, type Returned } from '@forecourt/contract'
import { useState } from 'react'
import { ApiError } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { ActForm } from '../../kit/form/forms.tsx'
import type { Values } from '../../kit/form/values.ts'
import { open, pathTo } from '../../kit/links.ts'
import { Alert, Button, Checkbox } from '../../kit/ui.ts'
import type { Member } from './member-row.ts'

const fields = [
  'name',
  'mobile',
  'confirmMobile',
  'email',
  'contactPhone',
  'idNumber',
  'birthMonth',
  'invoiceTitle',
  'taxId',
  'avatarId',
  'remark',
]

interface MemberFormProps {
  /** The member to edit; a new one when absent. */
  member?: Member
  onDone: (member: Returned<typeof members.get>) => void
  onCancel: () => void
}

/**
 * What is known of a member. A mobile number of another member leads to that one; a changed one is typed twice, and the server refuses it
 * otherwise.
 */
export function MemberForm({ member, onDone, onCancel }: MemberFormProps) {
  const [holder, setHolder] = useState<Holder>()
  const [replacing, setReplacing] = useState(!member?.idNumberMask)
  const when = {
    confirmMobile: ({ mobile }: Values) => Boolean(member?.mobile) && Boolean(mobile) && mobile !== member?.mobile,
    idNumber: () => replacing,
  }
  const form = {
    words: 'members',
    changes,
    fields: member ? fields : fields.filter(name => name !== 'confirmMobile'),
    when,
    effect: doubts,
    onFailed: (error: unknown) => setHolder(holderOf(error)),
    onDone,
    onCancel,
    submitLabel: t(member ? 'kit.save' : 'memberPage.add'),
    done: t(member ? 'kit.saved' : 'kit.added'),
  }
  return (
    <>
      {holder && <Known holder={holder} />}
      {member?.idNumberMask && (
        <Checkbox checked={replacing} onChange={({ target }) => setReplacing(target.checked)}>
          {t('memberPage.replaceIdNumber', { number: member.idNumberMask })}
        </Checkbox>
      )}
      {member ? (
        <ActForm {...form} of={members.update} id={member.id} version={member.version} defaults={{ ...member }} />
      ) : (
        <ActForm {...form} of={members.create} />
      )}
    </>
  )
}
const changes = ['members', 'auditLogs']

/** A tax number that fails its check is kept all the same. */
const doubts = ({ taxId }: Values) =>
  typeof taxId === 'string' && taxId.trim() !== '' && !isTaxNumber(taxId.trim().toUpperCase()) ? (
    <Alert type="warning" showIcon title={t('memberPage.taxIdDoubt')} />
  ) : null

interface Holder {
  id: number
  name: string
}
function holderOf(error: unknown): Holder | undefined {
  if (!(error instanceof ApiError) || error.code !== 'member.mobileTaken') return undefined
  const { userId, name } = error.detail
  return typeof userId === 'number' ? { id: userId, name: String(name) } : undefined
}

/** @source MEM-021 */
function Known({ holder }: { holder: Holder }) {
  const path = pathTo('members', holder.id)
  return (
    <Alert
      type="info"
      showIcon
      title={t('memberPage.known', { name: holder.name })}
      action={path && <Button onClick={() => open(path)}>{t('memberPage.viewKnown')}</Button>}
    />
  )
}
