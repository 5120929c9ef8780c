import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../kit/detail/figures.tsx'
import type { Member } from './member-row.ts'

/** 正常 or 挂失 by the cards; 已停用 is the member's own, and stands beside it. */
export const MemberStatus = ({ member }: { member: Pick<Member, 'status' | 'disabled'> }) => (
  <>
    <StatusTag of="members" field="status" value={member.status} />
    {member.disabled && (
      <>
        {' '}
        <span className="k-tag k-off">{t('memberPage.disabled')}</span>
      </>
    )}
  </>
)
