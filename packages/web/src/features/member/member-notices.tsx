import { memberNotices } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { Member } from './member-row.ts'

const nothingAsked: string[] = []

/** Whether the member is told of offers by SMS, who said so, and the act that says otherwise. @source requirement MSG-005 */
export function MemberNotices({ member: { id, name, mobile } }: { member: Member }) {
  const maySay = useMay(memberNotices.set.permission)
  const { data } = useQuery({
    queryKey: ['memberNotices', id],
    queryFn: ({ signal }) => call(memberNotices.read, { id }, { signal }),
  })
  if (!data) return <span className="k-quiet">…</span>
  const { agreed, changedDate, by } = data
  const said = changedDate !== null && by !== null && t(`memberNotice.by_${by}`, { time: time(changedDate, 'minute') })
  return (
    <>
      {t(agreed ? 'memberNotice.agreed' : 'memberNotice.notAgreed')} {said && <span className="k-quiet">{said}</span>}
      {agreed && mobile === null && <span className="k-quiet"> {t('memberNotice.noMobile')}</span>}
      {maySay && (
        <ActButton
          of={memberNotices.set}
          id={id}
          fields={nothingAsked}
          defaults={{ agreed: !agreed }}
          words="memberNotice"
          changes={['memberNotices', 'auditLogs']}
          label={t(agreed ? 'memberNotice.stop' : 'memberNotice.agree')}
          title={t(agreed ? 'memberNotice.stopOf' : 'memberNotice.agreeOf', { name })}
          done={t('kit.saved')}
          button={{ type: 'link', size: 'small' }}
        />
      )}
    </>
  )
}
