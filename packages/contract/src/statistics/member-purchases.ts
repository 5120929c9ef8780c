import { z } from 'zod'
import { resource } from '../kit.ts'
import { LocalDate, Ref } from '../units.ts'

/** At which stations a member has bought which fuels with their cards, and on which day last: one row for each. A few seconds behind. */
export const memberPurchases = resource('memberPurchases', {
  table: 'member_bought',
  scope: 'company',
  permission: 'member',
  body: z.object({ userId: Ref('members'), stationId: Ref('stations'), productId: Ref('products').nullable() }),
  read: { lastDay: LocalDate },
  sort: 'lastDay,desc',
  versioned: false,
  acts: ['list'],
})
