import MemberPoints from './member-points.tsx'

/** What an account of points or of levels holds, on the page of the account: all that its member has of both. */
export default function AccountPoints({ row: { userId } }: { row: { userId: number | null } }) {
  return userId === null ? null : <MemberPoints userId={userId} />
}
