import { recordPart } from '../kit/detail/record-parts.tsx'
import { withEverything } from '../kit/everything.ts'
import { later } from '../kit/later.tsx'

/** What one feature shows on the page of another's records. */
recordPart('userCards', {
  when: ({ userId, groupId, card }) => (userId ?? groupId) !== null && (card?.type === 'score' || card?.type === 'level'),
  of: later(withEverything(() => import('../features/points/account-points.tsx'))),
})
