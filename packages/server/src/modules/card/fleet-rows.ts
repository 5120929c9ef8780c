import { sql } from 'kysely'
import type { FleetRows } from '../../platform/search/scope.ts'

const cards = (fleetId: number) => sql`from user_card where group_id = ${fleetId}`

/** Of a fleet's cards, which bear its number: who holds them, what cards they are, and how they moved. */
export const fleetRows: FleetRows = {
  users: fleetId => sql`id in (select user_id ${cards(fleetId)})`,
  cards: fleetId => sql`id in (select card_id ${cards(fleetId)})`,
  userCardDetails: fleetId => sql`user_card_id in (select id ${cards(fleetId)})`,
}
