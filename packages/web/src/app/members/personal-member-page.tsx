import { MemberCardActs } from '../../features/card/member-card-acts.tsx'
import { useCardActs } from '../../features/card/card-acts.tsx'
import { MembersList } from '../../features/member/members-list.tsx'

/** 个人会员: members, with what is done most to their cards. */
export default function PersonalMemberPage() {
  const { start, dialogs } = useCardActs()
  return (
    <>
      <MembersList cardActs={({ userCards }) => <MemberCardActs cards={userCards ?? []} start={start} />} />
      {dialogs}
    </>
  )
}
