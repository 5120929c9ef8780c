/**
 * 支付渠道: the platforms that a company may have an account with. WeChat Pay and Alipay have public protocols; of the others accounts can
 * be entered. @source requirement PAY-006, decisions PY1
 */
export const channels = ['sb', 'wx', 'ali', 'ums', 'fuiou', 'lakala', 'easyPay', 'pufaPay', 'huiwangcaiPay'] as const
export type Channel = (typeof channels)[number]

/** 用途: sale, top-up, goods. @source requirement PAY-005, decisions PY2 */
export const purposes = { sale: 0, topUp: 1, goods: 2 } as const
export type Purpose = (typeof purposes)[keyof typeof purposes]

/** 账户: the first and the second, and the third where a company divides its money among three. @source requirements PAY-007, PAY-009 */
export const billTypes = [0, 1, 2] as const
export type BillType = (typeof billTypes)[number]

/** What a company is known by at a platform, as that platform writes it. */
interface Known {
  readonly appId?: RegExp
  readonly merchantNo?: RegExp
}
/** The platforms whose protocol is public say what their numbers look like; the others want a merchant number. */
const known: Partial<Record<Channel, Known>> = {
  wx: { appId: /^wx[0-9a-z]{16}$/, merchantNo: /^\d{8,10}$/ },
  ali: { appId: /^\d{16}$/ },
}
const otherwise: Known = { merchantNo: /^.+$/ }

/** The fields of an account that are missing, or not as its platform writes them. */
export function unfitFields(of: {
  readonly channel: Channel
  readonly appId: string
  readonly merchantNo: string
}): readonly (keyof Known)[] {
  const wants = known[of.channel] ?? otherwise
  return (['appId', 'merchantNo'] as const).filter(field => wants[field]?.test(of[field]) === false)
}
