import { commandSearch, foundMost, orders, userCards, users } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { readable, visible } from '../../platform/search/scope.ts'

/** So many candidates are looked at beneath a beginning before what the caller may not see is left out. */
const lookedAt = 200
/** Fewer characters than this say too little to look a number up, and fewer letters too little of a name. */
const leastTyped = 4
const leastLetters = 2

/**
 * What begins with a text. Row-level security lets comparisons reach an index and patterns not, so both are said: the comparison finds,
 * the pattern decides.
 */
function begins(column: string, text: string): RawBuilder<unknown> {
  const from = text.replace(/-+$/, '')
  const to = after(from)
  const range = to === undefined ? sql`${sql.ref(column)} >= ${from}` : sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`
  return sql`${range} and starts_with(${sql.ref(column)}, ${text})`
}

/** The first text that is past all that begin so: `1389` is followed by `139`, whatever order the database keeps. */
export function after(text: string): string | undefined {
  const kept = text.replace(/[9zZ]+$/, '')
  const last = kept.at(-1)
  if (last === undefined) return undefined
  return kept.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + 1)
}

interface Person {
  id: number
  name: string
  mobile: string | null
}
/** Members are read by one permission, staff by another, and in stations those of one's own stations. A fleet's leader finds neither. */
async function people({ tx, scope, actor }: Ctx, kind: 'members' | 'users', found: RawBuilder<unknown>): Promise<Person[]> {
  const permission = kind === 'members' ? 'member.read' : 'access.user.read'
  if (!actor.permissions.has(permission) || scope.fleetId !== undefined) return []
  const within = (kind === 'users' && readable(users, scope)) || sql`true`
  const { rows } = await sql<Person>`select id, name, mobile from (${found}) as candidate
    where is_staff = ${kind === 'users'} and ${within} order by name, mobile, id limit ${foundMost}`.execute(tx)
  return rows
}

/** By the beginning of a mobile number; by a part of the name; or by its first letters, from the first on. */
function peopleBy(ctx: Ctx, text: string): RawBuilder<unknown> | undefined {
  const { companyIds } = ctx.scope
  const number = text.replaceAll(/\s/g, '')
  if (number.length >= leastTyped && /^\+?\d+$/.test(number)) return candidates('user_account', 'mobile', number, companyIds)
  const letters = /^[a-z]+$/i.test(number)
  if (!/\p{L}/u.test(text) || (letters && number.length < leastLetters)) return undefined
  const named = sql`select * from user_account where name ilike ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}
    and id in (select rows_holding('user_account', 'name', ${companyIds}::bigint[], ${text}))`
  return letters ? sql`${named} union ${candidates('user_account', 'initials', number.toLowerCase(), companyIds)}` : named
}

/** Cards by their number, or by the number printed on the plastic. */
async function cardsBy({ tx, scope, actor }: Ctx, text: string) {
  if (!actor.permissions.has('card.userCard.read')) return []
  const seen = visible(userCards, scope)
  const { rows } = await sql<{ id: number; number: string; kind: 'personal'; status: 'normal'; holder: string | null }>`
    select id, number, kind, status, (select name from user_account where user_account.id = user_id) as holder from (
      ${candidates('user_card', 'number', text, scope.companyIds)}
      union ${candidates('user_card', 'physical_number', text, scope.companyIds)}
    ) as candidate where ${seen} order by number limit ${foundMost}`.execute(tx)
  return rows
}

/** Orders by number, the latest first. Digits alone count within the chosen station: 1234 is its order S01-00001234. */
async function ordersBy(ctx: Ctx, text: string) {
  const { tx, scope, actor } = ctx
  if (!actor.permissions.has('order.sale.read')) return []
  const wanted = /^\d{1,8}$/.test(text) ? await numberedHere(ctx, text) : text.length >= leastTyped ? text : undefined
  if (!wanted) return []
  const { rows } = await sql<{ id: number; orderNo: string; status: 'open'; totalCents: number; createdDate: string }>`
    select id, order_no, status, total_cents, created_date from (
      ${candidates('sale_order', 'order_no', wanted, scope.companyIds, true)}
    ) as candidate where ${visible(orders, scope)} order by order_no desc limit ${foundMost}`.execute(tx)
  return rows
}

/** The order number that a few digits stand for in the chosen station. */
async function numberedHere({ tx, scope }: Ctx, digits: string): Promise<string | undefined> {
  if (scope.stationId === undefined) return undefined
  const station = await tx.selectFrom('station').where('id', '=', scope.stationId).select('code').executeTakeFirst()
  return station && `${station.code}-${digits.padStart(8, '0')}`
}

/** Company by company, so that each is one walk along its index, however many rows a beginning has. */
const candidates = (table: string, column: string, text: string, companyIds: readonly number[], newest = false): RawBuilder<unknown> => sql`
  select hit.* from unnest(${companyIds}::bigint[]) as mine (company) cross join lateral (
    select * from ${sql.table(table)} where company_id = mine.company and ${begins(column, text)}
    order by ${sql.ref(column)} ${sql.raw(newest ? 'desc' : 'asc')} limit ${lookedAt}
  ) as hit`

/** Looks numbers and names up for the command box: a few rows of each kind, each by an index, only what the caller may see. */
const find = handle(commandSearch, async (ctx, { query: { text } }) => {
  // As people write numbers: in groups, in capitals or not.
  const number = text.replaceAll(/\s/g, '')
  const whole = number.length >= leastTyped
  const found = peopleBy(ctx, text)
  return {
    members: found ? await people(ctx, 'members', found) : [],
    users: found ? await people(ctx, 'users', found) : [],
    userCards: whole && /^[0-9A-Za-z-]+$/.test(number) ? await cardsBy(ctx, number) : [],
    orders: /^[0-9A-Za-z-]+$/.test(number) ? await ordersBy(ctx, number) : [],
  }
})

export const handlers = [find]
