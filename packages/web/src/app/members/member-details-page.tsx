import { cardsTab } from '../../features/card/member-cards.tsx'
import { MemberPage } from '../../features/member/member-page.tsx'
import { recordTabs } from '../../features/member/member-records.tsx'
import { laterDialog } from '../../kit/later.tsx'

const IssueForm = laterDialog(() => import('../../features/card/issue-form.tsx'))

/** 会员详情, with its parts in the order in which they stand, each out of the feature that it belongs to. */
export default function MemberDetailsPage() {
  return (
    <MemberPage tabs={[cardsTab(), ...recordTabs()]} issueForm={({ id }, onClose) => <IssueForm open holderId={id} onClose={onClose} />} />
  )
}
