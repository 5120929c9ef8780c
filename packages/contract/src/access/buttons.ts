import type { Permission } from '../permissions.ts'

/**
 * Buttons that access rules know by name, and the permissions behind them. A prohibition hides what is listed; an allowance shows only
 * what is listed. Either way the server goes by the permissions.
 * @source spec 0 §6 / 1 §6 "button-level prohibitions"
 */
export const buttons = {
  invoicing: { rule: 'prohibition', permissions: ['invoice.issue'], zh: '开票', en: 'Invoicing' },
  deductPoints: { rule: 'prohibition', permissions: ['points.deduct'], zh: '扣减积分', en: 'Deducting points' },
  givePoints: { rule: 'prohibition', permissions: ['points.give'], zh: '赠送积分', en: 'Giving points' },
  issueCoupon: { rule: 'prohibition', permissions: ['coupon.issue'], zh: '手工发券', en: 'Issuing coupons by hand' },
  refund: { rule: 'prohibition', permissions: ['order.refund'], zh: '退款', en: 'Refunds' },
  adjustBalance: { rule: 'prohibition', permissions: ['card.adjust'], zh: '余额调整', en: 'Balance adjustment' },
  addAuthCode: { rule: 'allowance', permissions: ['authCode.write'], zh: '添加授权码', en: 'Adding authorization codes' },
} as const satisfies Record<string, ButtonRule>
interface ButtonRule {
  readonly rule: 'prohibition' | 'allowance'
  readonly permissions: readonly Permission[]
  readonly zh: string
  readonly en: string
}
export type ButtonName = keyof typeof buttons
export const buttonNames = Object.keys(buttons) as ButtonName[]
