import { memberFarewell, memberMerge, memberWechat } from '@forecourt/contract'
import { useState } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import { DialogForm } from '../../kit/form/forms.tsx'
import { open, pathTo } from '../../kit/links.ts'
import { later } from '../../kit/later.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { Button, Dropdown } from '../../kit/ui.ts'
import type { Member } from './member-row.ts'

const MergeForm = later(async () => ({ default: (await import('./merge-form.tsx')).MergeForm }))
const FarewellForm = later(async () => ({ default: (await import('./farewell-form.tsx')).FarewellForm }))

/** What ends a record of a member: that it was one too many, or that somebody leaves. Absent for those who may do neither. */
export function MemberEnding({ member }: { member: Member }) {
  const go = useGo()
  const [asked, ask] = useState<'merge' | 'farewell'>()
  const may = { merge: useMay(memberMerge.merge.permission), farewell: useMay(memberFarewell.farewell.permission) }
  const items = (['merge', 'farewell'] as const)
    .filter(act => may[act])
    .map(act => ({ key: act, label: t(`memberEnd.${act}`), danger: act === 'farewell', onClick: () => ask(act) }))
  if (items.length === 0) return null
  const close = () => ask(undefined)
  const { name } = member
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button>{t('memberEnd.more')}</Button>
      </Dropdown>
      <DialogForm title={asked && t(`memberEnd.${asked}Of`, { name })} open={asked !== undefined} onClose={close}>
        {asked === 'merge' && (
          <MergeForm
            member={member}
            onCancel={close}
            onDone={({ id }) => {
              close()
              const path = id === member.id ? undefined : pathTo('members', id)
              if (path) open(path)
            }}
          />
        )}
        {asked === 'farewell' && <FarewellForm member={member} onCancel={close} onDone={() => go('personalMember')} />}
      </DialogForm>
    </>
  )
}

/** Whether a mini program knows the member; who may, takes that back with a reason. @source decisions ME13 */
export const WechatMark = ({ member: { id, name, wechatBound } }: { member: Member }) => (
  <>
    {t(wechatBound ? 'memberEnd.bound' : 'memberEnd.unbound')}{' '}
    {wechatBound && (
      <ActButton
        of={memberWechat.unbind}
        id={id}
        words="memberEnd"
        changes={['members', 'auditLogs']}
        label={t('memberEnd.unbind')}
        title={t('memberEnd.unbindOf', { name })}
        done={t('memberEnd.unbindDone')}
        button={{ type: 'link', size: 'small' }}
        danger
      />
    )}
  </>
)
