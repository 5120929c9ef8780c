import { z } from 'zod'
import { resource } from '../kit.ts'
import { Instant, Ref } from '../units.ts'

const Part = z.int().min(0).max(100)

/**
 * 账户分配比例: how the money of a station is divided between account 1 and account 2, and account 3 where the company has three. Anyone
 * who sees one share sees all of them. @source requirements PAY-004, PAY-009; decision O1
 */
export const accountRatios = resource('accountRatios', {
  table: 'account_ratio_of_station',
  storedIn: 'account_ratio',
  scope: 'station',
  permission: 'merchant.ratio',
  body: z.object({ ratio1: Part, ratio2: Part, ratio3: Part.default(0) }),
  read: {
    stationId: Ref('stations'),
    /** Null where nobody has set it: all goes to account 1. */
    modifiedDate: Instant.nullable(),
  },
  sort: 'id,asc',
  acts: ['list', 'get', 'update'],
})
