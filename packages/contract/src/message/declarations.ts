import type { Actions, Pages, Permissions } from '../declaration.ts'
import { admins, company } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Messages that are sent. */
export const permissions = {
  'message.outbox.read': { roles: company, zh: '查看消息发件箱', en: 'View the message outbox' },
  'message.outbox.write': { roles: company, zh: '重发与取消消息', en: 'Resend and cancel messages' },
} as const satisfies Permissions

export const pages = [
  {
    name: 'messageOutbox',
    after: 'historyImport',
    zh: '消息发件箱',
    en: 'Message outbox',
    section: 'maintenance',
    level: 'company',
    stationless: true,
    roles: admins,
    reads: ['message.outbox.read'],
    acts: ['message.outbox.write'],
  },
] as const satisfies Pages

export const actions = {
  'message.resend': { zh: '重发消息', en: 'Sent a message again' },
  'message.cancel': { zh: '取消消息', en: 'Cancelled a message' },
  'message.link': { zh: '查看消息中的链接', en: 'Viewed the link of a message' },
} as const satisfies Actions
