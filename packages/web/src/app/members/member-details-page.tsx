import { cardsTab } from '../../features/card/member-cards.tsx'
import { MemberPage, type MemberTab } from '../../features/member/member-page.tsx'
import { recordTabs } from '../../features/member/member-records.tsx'
import { t } from '../../i18n/index.ts'
import { withEverything } from '../../kit/everything.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { later, laterDialog, WhileLoading } from '../../kit/later.tsx'

const IssueForm = laterDialog(() => import('../../features/card/issue-form.tsx'))
const MemberPoints = later(withEverything(() => import('../../features/points/member-points.tsx')))

/** 积分与等级: its words come with it. */
const pointsTab = (): MemberTab => ({
  key: 'points',
  label: t('memberPage.tab_points'),
  permission: 'points.read',
  draw: ({ id }) => (
    <WhileLoading show={<Bones rows={4} />}>
      <MemberPoints userId={id} />
    </WhileLoading>
  ),
})

/** 会员详情, with its parts in the order in which they stand, each out of the feature that it belongs to. */
export default function MemberDetailsPage() {
  return (
    <MemberPage
      tabs={[cardsTab(), pointsTab(), ...recordTabs()]}
      issueForm={({ id }, onClose) => <IssueForm open holderId={id} onClose={onClose} />}
    />
  )
}
