import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Id, Instant, Kilograms, LocalDate, Name, Ref, Text } from '../units.ts'

/** 采购, 运输, 调入, 调出. @source requirement SUP-007, decision B1 */
export const DepotMoveType = z.enum(['inbound', 'outbound', 'transferIn', 'transferOut'])
export type DepotMoveType = z.output<typeof DepotMoveType>

/** What moved at a depot: a transfer stands at both. What takes back another is below zero. @source requirement SUP-007 */
export const depotTransfers = resource('depotTransfers', {
  table: 'depot_move',
  scope: 'company',
  permission: 'supply.depot',
  body: z.object({}),
  read: {
    depotId: Ref('depots'),
    day: LocalDate,
    type: DepotMoveType,
    baseFuelId: Ref('baseFuels'),
    weightKg: Kilograms,
    /** Of a transfer: the depot at its other end. */
    otherDepotId: Ref('depots').nullable(),
    /** Number of the contract, or of the bill of lading; what was said of a transfer. */
    document: z.string(),
    isReversal: z.boolean(),
    /** The transfer that it belongs to, if it is of one; and whether another move has taken it back since. */
    transferId: Id.nullable(),
    isTakenBack: z.boolean(),
    createdDate: Instant,
  },
  versioned: false,
  sort: 'day,desc',
  totals: ['weightKg'],
  acts: ['list'],
})

/** 调拨: fuel that goes to another depot of the company, both legs in one deed. @source requirement SUP-008, decision SU9 */
export const transferDepot = endpoint('POST', '/depotTransfers', {
  permission: 'supply.depot.transfer',
  idempotent: true,
  body: z.strictObject({
    depotId: Ref('depots'),
    toDepotId: Ref('depots'),
    baseFuelId: Ref('baseFuels'),
    weightKg: Kilograms.min(1).max(1_000_000_000),
    day: LocalDate,
    remark: Text(120).default(''),
  }),
  returns: z.object({ id: Id }),
  summary: 'Moves fuel to another depot: at most what the first one holds on that day and on every later one',
})

/** 撤回调拨: its number is that which the transfer answered. */
export const takeBackTransfer = endpoint('POST', '/depotTransfers/:id/takeBack', {
  permission: 'supply.depot.transfer',
  idempotent: true,
  body: z.strictObject({ reason: Name(200) }),
  returns: z.object({ id: Id }),
  summary: 'A transfer is taken back by its mirror, on its day, until its month is settled',
})
