import type { Actions, Permissions } from '../declaration.ts'
import { company } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Messages that are sent. */
export const permissions = {
  'message.outbox.read': { roles: company, zh: '查看消息发件箱', en: 'View the message outbox' },
  'message.outbox.write': { roles: company, zh: '重发与取消消息', en: 'Resend and cancel messages' },
} as const satisfies Permissions

export const actions = {
  'message.resend': { zh: '重发消息', en: 'Sent a message again' },
  'message.cancel': { zh: '取消消息', en: 'Cancelled a message' },
  'message.link': { zh: '查看消息中的链接', en: 'Viewed the link of a message' },
} as const satisfies Actions
