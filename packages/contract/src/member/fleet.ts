import { z } from 'zod'
import { BillingType } from '../card/billing.ts'
import { UserCardStatus } from '../card/user-card.ts'
import { endpoint, resource } from '../kit.ts'
import { Cents, Id, Instant, LongText, Mobile, Name, Ref } from '../units.ts'

/** 共享: the sub cards spend from the master card. 分配: each spends what was allocated to it. @source FLT-004 */
export const FleetValueMode = z.enum(['share', 'assign'])
export type FleetValueMode = z.output<typeof FleetValueMode>

/** 单位会员 (车队): a customer with a master card and sub cards under it. `groups` on the wire (decision B2). */
export const fleets = resource('groups', {
  table: 'fleet_state',
  storedIn: 'fleet',
  scope: 'company',
  permission: 'member.fleet',
  body: z.object({
    name: Name(60),
    /** 不开票, 消费开票, 充值开票. @source INV-009 */
    invoiceType: BillingType.default('consume'),
    /** @source decisions CD25 */
    discountId: Ref('discounts').nullable().default(null),
    /** After it none of its cards pays; the money stays where it is. @source decisions FL11 */
    endTime: Instant.nullable().default(null),
    /** Its sub cards may be held by its employees; otherwise they are for its vehicles alone. @source FLT-001; decisions FL5 */
    employeeCards: z.boolean().default(true),
    /** Programs on phones may not pay with its cards. @source decisions FL6 */
    miniProgramOff: z.boolean().default(false),
    /** What is paid with any of its cards earns points for the fleet, and never for who drives. @source decisions FL6 */
    earnsPoints: z.boolean().default(false),
    /** It earns growth for the fleet as well, which rises in level. */
    levelUpgrade: z.boolean().default(false),
    remark: LongText(500).default(''),
  }),
  read: {
    /** Who leads it and signs in for it. @source FLT-001 */
    userId: Ref('users').nullable(),
    leaderName: z.string().nullable(),
    leaderMobile: Mobile.nullable(),
    /** Its master card: of several that are open the first, which the acts of the fleet are done to. @source FL2 */
    masterId: Ref('userCards').nullable(),
    /** Of what product the master card is, and how it stands. */
    cardId: Ref('cards').nullable(),
    status: UserCardStatus.nullable(),
    /** What can be spent from the master card. */
    balanceCents: Cents.nullable(),
    /** Sub cards that were not returned. */
    subCount: z.int(),
    employeeCount: z.int(),
    /** Its papers; `attachmentId` leads to the file. */
    attachments: z.array(z.object({ attachmentId: Id, name: z.string(), size: z.int() })),
    /** Changed by an act of its own, which moves the money. @source FLT-005; decisions FL4 */
    valueMode: FleetValueMode,
    /** Since when none of its cards may be used; null while they may. @source decisions FL10 */
    stoppedAt: Instant.nullable(),
    createdDate: Instant,
  },
  label: ['name', 'valueMode'],
  unsearchable: ['attachments'],
  many: { userCards: ['userCards', 'groupId'], employees: ['fleetEmployees', 'groupId'], cars: ['cars', 'groupId'] },
  sort: 'createdDate,desc',
  acts: ['list', 'get', 'update'],
  updateExpands: true,
})

export const addFleet = endpoint('POST', '/groups', {
  permission: 'member.fleet.write',
  body: fleets.body.extend({ valueMode: FleetValueMode.default('assign') }),
  returns: fleets.row,
  rows: true,
  summary: 'Adds a fleet',
})
