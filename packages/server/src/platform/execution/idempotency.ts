import { createHash } from 'node:crypto'
import type { Endpoint } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Actor } from './ctx.ts'
import type { Tx } from '../postgres/database.ts'
import { refuse } from './refusal.ts'

/** As long as callers were promised; the database holds it too. */
export const idempotencyKeyMax = 255

/** @throws idempotency.tooLong */
export function keyOf(header: string | undefined): string | undefined {
  if (header !== undefined && header.length > idempotencyKeyMax) refuse('idempotency.tooLong', { max: idempotencyKeyMax })
  return header
}

/**
 * A key promises that sending again does nothing twice. Where that is not stored, the key is refused, so that nobody relies on it; what
 * only reads may be sent again anyway.
 * @throws idempotency.notHonoured
 */
export function takesKey({ method, idempotent, reads }: Endpoint, key: string | undefined): void {
  if (key !== undefined && method !== 'GET' && !idempotent && !reads) refuse('idempotency.notHonoured')
}

/**
 * Takes the key for this request. A second sender waits here until the first has committed or gone, then gets the first's answer.
 * @throws idempotency.reused the key came with something else before
 */
export async function claimKey(
  tx: Tx,
  actor: Actor,
  key: string,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  now: Date,
  input: unknown,
): Promise<unknown> {
  const requestHash = hashOfRequest({ method, path }, input)
  const mine = await tx
    .insertInto('idempotencyKey')
    .values({ companyId: actor.companyId, actor: actor.key, key, requestHash, at: now })
    .onConflict(on => on.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (mine) return undefined
  const first = await tx
    .selectFrom('idempotencyKey')
    .where('companyId', '=', actor.companyId)
    .where('actor', '=', actor.key)
    .where('key', '=', key)
    .select(['requestHash', 'answer'])
    .executeTakeFirstOrThrow()
  if (!requestHash.equals(first.requestHash)) refuse('idempotency.reused', { key })
  return first.answer
}

export const hashOfRequest = ({ method, path }: Pick<Endpoint, 'method' | 'path'>, input: unknown): Buffer =>
  createHash('sha256')
    .update(`${method} ${path} ${JSON.stringify(input)}`)
    .digest()

/** What was answered to a key, for anyone who sends it again. */
export async function keepAnswers(tx: Tx, given: readonly { actor: Actor; key: string; answer: unknown }[]): Promise<void> {
  const rows = given.map(({ actor, key, answer }) => ({ company: actor.companyId, actor: actor.key, key, answer }))
  await sql`
    update idempotency_key stored set answer = given.answer
    from json_to_recordset(${JSON.stringify(rows)}) as given (company bigint, actor text, key text, answer json)
    where stored.company_id = given.company and stored.actor = given.actor and stored.key = given.key`.execute(tx)
}

/** Who was refused may come again under the same key. */
export async function forgetKeys(tx: Tx, given: readonly { actor: Actor; key: string }[]): Promise<void> {
  if (!given.length) return
  const rows = given.map(({ actor, key }) => ({ company: actor.companyId, actor: actor.key, key }))
  await sql`
    delete from idempotency_key stored using json_to_recordset(${JSON.stringify(rows)}) as given (company bigint, actor text, key text)
    where stored.company_id = given.company and stored.actor = given.actor and stored.key = given.key`.execute(tx)
}
