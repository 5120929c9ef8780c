import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { actsBy } from '../status-acts.ts'
import { Instant, Name, Ref, Text } from '../units.ts'

/** 未领取, 已领取, 已取消. @source PTS-004 */
export const RedemptionStatus = z.enum(['notReceived', 'received', 'cancelled'])

/** 兑换记录: what a customer took for points, and whether it was handed out. @source PTS-003 */
const records = resource('redemptions', {
  table: 'redemption',
  scope: 'company',
  permission: 'redemption',
  versioned: false,
  body: z.object({}),
  read: {
    rewardId: Ref('rewards'),
    /** As it was called then. */
    rewardName: z.string(),
    /** The account of points that paid. */
    userCardId: Ref('userCards'),
    /** Null where the account is a fleet's. */
    userId: Ref('members').nullable(),
    pieces: z.int(),
    /** Of all pieces. */
    points: z.int(),
    status: RedemptionStatus,
    /** Coupons that were given with it. */
    couponCount: z.int(),
    /** Where it was redeemed; null where that was not done at a station. */
    stationId: Ref('stations').nullable(),
    redeemedById: Ref('users').nullable(),
    createdDate: Instant,
    receivedDate: Instant.nullable(),
    receivedById: Ref('users').nullable(),
    cancelledDate: Instant.nullable(),
    cancelledById: Ref('users').nullable(),
    cancelReason: z.string(),
    remark: z.string(),
  },
  label: ['rewardName'],
  sort: 'createdDate,desc',
  acts: ['list', 'get'],
})

export const redemptions = {
  ...records,
  redeem: endpoint('POST', '/redemptions', {
    permission: 'redemption.handOut',
    idempotent: true,
    body: z.strictObject({
      userCardId: Ref('userCards'),
      rewardId: Ref('rewards'),
      pieces: z.int().min(1).max(100).default(1),
      /** It was handed over the counter at once. */
      received: z.boolean().default(false),
      remark: Text(200).default(''),
    }),
    returns: records.row,
    rows: true,
    summary: 'Redeems points of an account for goods of the points store: points, stock and coupons in one act',
  }),
  receive: endpoint('PUT', '/redemptions/:id/receive', {
    permission: 'redemption.handOut',
    returns: records.row,
    rows: true,
    summary: 'Notes that what was redeemed was handed out',
  }),
  cancel: endpoint('PUT', '/redemptions/:id/cancel', {
    permission: 'redemption.cancel',
    idempotent: true,
    body: z.strictObject({ reason: Name(200) }),
    returns: records.row,
    rows: true,
    summary: 'Gives the points back into the lots that they came from; stock and unused coupons return as well',
  }),
}
export const redemptionActs = actsBy('redemptions.status', RedemptionStatus, {
  receive: { call: redemptions.receive, in: ['notReceived'] },
  cancel: { call: redemptions.cancel, in: ['notReceived'] },
})
