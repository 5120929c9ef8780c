import type { Module } from '../../platform/module.ts'
import { paymentsOfDemo } from './demo.ts'
import { channelInvariants } from './invariants.ts'
import { followTask, payTask } from './payment.ts'
import { refundTask } from './refund.ts'
import { channelHandlers } from './test-payment.ts'

export { alipayAt } from './alipay.ts'
export { usePlatforms } from './connection.ts'
export { wechatAt } from './wechat.ts'

/** Payments at payment platforms, by the protocols of these. */
export const channel = {
  name: 'channel',
  handlers: channelHandlers,
  tasks: [payTask, followTask, refundTask],
  invariants: channelInvariants,
  demo: paymentsOfDemo,
} satisfies Module
