import { sendMessage } from './send.ts'

export { handlers, linkOf } from './acts.ts'
export { useWays } from './channel.ts'
export { mailBy } from './mail.ts'
export { forgetLinks, writeLink } from './outbox.ts'
export { sweepMessages } from './send.ts'
export { smsBy } from './sms.ts'

export const tasks = [sendMessage]
