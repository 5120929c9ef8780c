import { z } from 'zod'

/**
 * Actions of personal responsibility: each asks for the user's own PIN.
 * @source spec 1 §6 "Refund, PIN entry and write-back"; decisions CD31
 */
export const pinActions = [
  'order.refund',
  'order.free',
  'card.refundCharge',
  'card.adjust',
  'card.writeBack',
  'card.payPassword',
  'card.return',
  'card.reissue',
  'card.freeze',
  'card.move',
  'card.release',
  'points.give',
  'points.deduct',
  'member.import',
  'member.merge',
  'member.farewell',
  'bill.issue',
  'price.change',
  'tank.book',
  'goods.stocktake',
  'nozzle.release',
  'delivery.correct',
  'month.settle',
  'transport.sign',
  'purchase.correct',
] as const
export type PinAction = (typeof pinActions)[number]
/** What `verifyPin` answered, sent along with the action. */
export const PinProof = z.string().min(1).max(100)
