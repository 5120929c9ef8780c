import { sql } from 'kysely'
import { among } from '../../platform/postgres/name-companies.ts'
import type { FleetRows } from '../../platform/search/scope.ts'

const cards = (fleetId: number, companyIds: readonly number[]) =>
  sql`from user_card where ${among('companyId', companyIds)} and group_id = ${fleetId}`

/** Of a fleet's cards, which bear its number: who holds them, what cards they are, and how they moved. */
export const fleetRows: FleetRows = {
  users: (...of) => sql`id in (select user_id ${cards(...of)})`,
  cards: (...of) => sql`id in (select card_id ${cards(...of)})`,
  cardJudgements: (...of) => sql`user_card_id in (select id ${cards(...of)})`,
  userCardDetails: (...of) => sql`user_card_id in (select id ${cards(...of)})`,
}
