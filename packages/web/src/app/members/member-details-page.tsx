import { may } from '../../core/session.ts'
import { cardsTab } from '../../features/card/member-cards.tsx'
import { MemberPage } from '../../features/member/member-page.tsx'
import { couponsTab, pointsTab, recordTabs, tagsTab } from '../../features/member/member-records.tsx'
import { JoinOffers, useOffersKnown } from '../../features/points/join-offer.tsx'
import { withEverything } from '../../kit/everything.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { later, laterDialog, WhileLoading } from '../../kit/later.tsx'
import { usePage } from '../../kit/page/use-page.ts'

const IssueForm = laterDialog(() => import('../../features/card/issue-form.tsx'))
const MemberTags = later(withEverything(async () => ({ default: (await import('../../features/tag/member-tags.tsx')).MemberTags })))
const MemberDeals = later(withEverything(() => import('../../features/deal/member-deals.tsx')))
const MemberPoints = later(withEverything(() => import('../../features/points/member-points.tsx')))

/** 会员详情, with its parts in the order in which they stand, each out of the feature that it belongs to. */
export default function MemberDetailsPage() {
  const points = pointsTab(({ id }) => (
    <WhileLoading show={<Bones rows={4} />}>
      <MemberPoints userId={id} />
    </WhileLoading>
  ))
  const tags = tagsTab(({ id }) => (
    <WhileLoading show={<Bones rows={4} />}>
      <MemberTags userId={id} />
    </WhileLoading>
  ))
  const coupons = couponsTab(({ id, mobile }) => (
    <WhileLoading show={<Bones rows={4} />}>
      <MemberDeals userId={id} mobile={mobile} />
    </WhileLoading>
  ))
  // Without the permission nothing is offered, and nothing is asked.
  const { params } = usePage()
  const offersKnown = useOffersKnown(may(points.permission) ? Number(params['userId']) : 0)
  return (
    <MemberPage
      tabs={[cardsTab(), points, coupons, tags, ...recordTabs()]}
      offersKnown={offersKnown}
      offers={({ id, disabled }, tab) => !disabled && tab !== points.key && may(points.permission) && <JoinOffers userId={id} />}
      issueForm={({ id }, onClose) => <IssueForm open holderId={id} onClose={onClose} />}
    />
  )
}
