import { z } from 'zod'
import { UserCardStatus } from '../card/user-card.ts'
import { resource } from '../kit.ts'
import { CardNumber, Instant, LocalDate, Ref } from '../units.ts'

/** 积分卡明细: the accounts of points, with what each holds and what ends first, and the growth and level of its holder. @source PTS-006 */
export const pointsCards = resource('pointsCards', {
  table: 'user_card',
  at: true,
  scope: 'company',
  permission: 'points',
  versioned: false,
  body: z.object({}),
  read: {
    number: CardNumber,
    userId: Ref('members').nullable(),
    /** Null where it is no fleet's. */
    groupId: Ref('groups').nullable(),
    status: UserCardStatus,
    points: z.int(),
    /** What was to be taken back and had been spent. */
    owedPoints: z.int(),
    /** The last day of those that end first, and how many these are; null where none end. */
    endsOn: LocalDate.nullable(),
    endingPoints: z.int(),
    growth: z.int(),
    levelId: Ref('memberLevels').nullable(),
    /** Its end; it holds nothing since. */
    closedTime: Instant.nullable(),
    createdDate: Instant,
  },
  label: ['number'],
  sort: 'points,desc',
  totals: ['points', 'owedPoints'],
  acts: ['list', 'get'],
})
