import type { Module } from '../../platform/module.ts'
import { handlers, linkOf } from './acts.ts'
import { sendMessage, sweepMessages } from './send.ts'

export { linkOf }
export { useWays } from './channel.ts'
export { mailBy } from './mail.ts'
export { canTellOffers, dropOfferNotices, writeOfferNotices, type OfferNotice } from './offer-notice.ts'
export { forgetLinks, forgetMessages, wayTo, writeCode, writeLink, writeLowBalance, writeTankAlarm } from './outbox.ts'
export { smsBy } from './sms.ts'

export const message = { name: 'message', handlers: handlers, tasks: [sendMessage], maintenance: [sweepMessages] } satisfies Module
