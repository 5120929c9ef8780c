import { live } from '@forecourt/contract'
import type { BrokerHook } from '../../platform/http/broker-hook.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { heardBy, readClientId, readTicket, sameBearer, saidBy } from './ticket.ts'

/**
 * After so long a broker that reads it asks its client to come back with another ticket: that bounds how long somebody hears who has been
 * signed out since, where the broker asks only when they subscribe.
 */
const againMs = 10 * 60_000

/**
 * What a broker outside asks of a page. It connects with its ticket, under the client id that came with it: encrypted as the ticket is,
 * the id says whose it is when rights are asked for and no password is at hand. It lets nobody in by itself.
 */
export function brokerHookOf(db: Database, clock: () => Date): BrokerHook {
  return {
    async authenticate({ username, password, clientId }) {
      const ticket = username === live.username ? readTicket(password, clock()) : undefined
      const bearer = readClientId(clientId)
      if (!ticket || !bearer || !sameBearer(ticket, bearer) || !(await heardBy(db, bearer, clock()))) return undefined
      return new Date(clock().getTime() + againMs)
    },
    async authorize({ clientId, topic, says }) {
      const bearer = readClientId(clientId)
      const topics = bearer && (await heardBy(db, bearer, clock()))
      if (!topics) return false
      return (says ? saidBy(bearer) : topics).includes(topic)
    },
  }
}
