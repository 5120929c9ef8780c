import { z } from 'zod'
import { BillingType } from '../card/billing.ts'
import { endpoint, resource } from '../kit.ts'
import { Id, Instant, LongText, Name, Ref } from '../units.ts'

/** 单位会员 (车队): a customer with a master card and sub cards under it. `groups` on the wire (decision B2). */
export const fleets = resource('groups', {
  table: 'fleet',
  scope: 'company',
  permission: 'member.fleet',
  body: z.object({
    name: Name(60),
    /** 共享: the sub cards spend from the master card. 分配: each spends what was allocated to it. @source FLT-005 */
    valueMode: z.enum(['share', 'assign']).default('assign'),
    /** 不开票, 消费开票, 充值开票. @source INV-009 */
    invoiceType: BillingType.default('consume'),
    /** @source decisions CD25 */
    discountId: Ref('discounts').nullable().default(null),
    endTime: Instant.nullable().default(null),
    remark: LongText(500).default(''),
  }),
  read: {
    /** Who leads it and signs in for it. */
    userId: Ref('users').nullable(),
    createdDate: Instant,
  },
  label: ['name', 'valueMode'],
  many: { userCards: ['userCards', 'groupId'] },
  sort: 'createdDate,desc',
  acts: ['list', 'get', 'create', 'update'],
  updateExpands: true,
})

/** PUT /groups/{id}/leader: who leads the fleet; nobody when null. */
export const setFleetLeader = endpoint('PUT', '/groups/:id/leader', {
  permission: 'member.fleet.write',
  body: z.strictObject({ userId: Ref('users').nullable() }),
  returns: z.object({ id: Id }),
  summary: 'Says who leads a fleet and signs in for it; the user who led it before does not any more',
})
