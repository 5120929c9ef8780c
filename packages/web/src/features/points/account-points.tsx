import FleetPoints from './fleet-points.tsx'
import MemberPoints from './member-points.tsx'

/** What an account of points or of levels holds, on the page of the account: all that its member, or its fleet, has of both. */
export default function AccountPoints({ row: { userId, groupId } }: { row: { userId: number | null; groupId: number | null } }) {
  if (groupId !== null) return <FleetPoints groupId={groupId} />
  return userId === null ? null : <MemberPoints userId={userId} />
}
