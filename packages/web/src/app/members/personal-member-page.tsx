import { useState } from 'react'
import { MemberCardActs } from '../../features/card/member-card-acts.tsx'
import { useCardActs } from '../../features/card/card-acts.tsx'
import { MembersList } from '../../features/member/members-list.tsx'
import { giveChosen } from '../../features/tag/give-chosen.ts'
import { withEverything } from '../../kit/everything.ts'
import { laterDialog } from '../../kit/later.tsx'

const GiveMembers = laterDialog(withEverything(async () => ({ default: (await import('../../features/tag/member-tags.tsx')).GiveMembers })))

/** 个人会员: members, with what is done most to their cards, and to those who are chosen. */
export default function PersonalMemberPage() {
  const { start, dialogs } = useCardActs()
  const [given, setGiven] = useState<readonly number[]>()
  return (
    <>
      <MembersList
        cardActs={({ userCards }) => <MemberCardActs cards={userCards ?? []} start={start} />}
        bulk={[giveChosen(rows => setGiven(rows.map(({ id }) => id)))]}
      />
      {dialogs}
      {given && <GiveMembers userIds={given} onClose={() => setGiven(undefined)} />}
    </>
  )
}
