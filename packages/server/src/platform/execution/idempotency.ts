import { createHash } from 'node:crypto'
import type { Endpoint } from '@forecourt/contract'
import { CompiledQuery, sql } from 'kysely'
import { deferredSetting, planHints } from '../postgres/client.ts'
import type { Actor } from './ctx.ts'
import type { Tx } from '../postgres/database.ts'
import { inScope, joinOwner } from '../postgres/name-companies.ts'
import { brokenConstraint } from '../postgres/refusals-of-postgres.ts'
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

/** A call and the key it came with. */
export interface Keyed {
  readonly actor: Actor
  readonly key: string
  readonly hash: Buffer
}

const lockKeys = deferredSetting(`select pg_advisory_xact_lock(lock) from (
  select distinct hashtextextended(name, 0) as lock from unnest($1::text[]) as given (name) order by lock) as locks`)

/**
 * What was answered to these keys before, by their place; of the others nothing is stored until they are answered. A second sender waits
 * here until the first has committed or gone, then gets the first's answer.
 */
export async function answersBefore(tx: Tx, given: readonly Keyed[]): Promise<Map<number, { requestHash: Buffer; answer: unknown }>> {
  if (!given.length) return new Map()
  const names = given.map(({ actor, key }) => `idempotency ${actor.companyId} ${actor.key} ${key}`)
  await tx.executeQuery(CompiledQuery.raw(lockKeys, [names]))
  const { rows } = await sql<{ turn: number; requestHash: Buffer; answer: unknown }>`${planHints({ genericPlan: true })}
    select given.turn::int - 1 as turn, request_hash, answer
    from unnest(${given.map(({ actor }) => actor.companyId)}::bigint[], ${given.map(({ actor }) => actor.key)}::text[],
      ${given.map(({ key }) => key)}::text[]) with ordinality as given (company, name, called, turn)
    join idempotency_key stored on stored.company_id = given.company and ${inScope(tx, 'stored.company_id')}
      and stored.actor = name and stored.key = called`.execute(tx)
  return new Map(rows.map(({ turn, ...before }) => [turn, before]))
}

/** @throws idempotency.reused the key came with something else before */
export async function answerBefore(tx: Tx, keyed: Keyed): Promise<unknown> {
  const first = (await answersBefore(tx, [keyed])).get(0)
  if (first && !keyed.hash.equals(first.requestHash)) refuse('idempotency.reused', { key: keyed.key })
  return first?.answer
}

export const hashOfRequest = ({ method, path }: Pick<Endpoint, 'method' | 'path'>, input: unknown): Buffer =>
  createHash('sha256')
    .update(`${method} ${path} ${JSON.stringify(input)}`)
    .digest()

/**
 * What was answered to a key, for anyone who sends it again. Who was refused has left nothing, and may come again under the same key.
 */
export async function keepAnswers(tx: Tx, given: readonly (Keyed & { now: Date; answer: unknown })[]): Promise<void> {
  if (!given.length) return
  const rows = given.map(({ actor, key, hash, now, answer }) => ({
    company: actor.companyId,
    actor: actor.key,
    key,
    hash: hash.toString('hex'),
    answer,
    at: now,
  }))
  await sql`${planHints({ genericPlan: true, deferred: true })}
    insert into idempotency_key (company_id, actor, key, request_hash, answer, at)
    select owner.id, actor, key, decode(hash, 'hex'), answer, at
    from json_to_recordset(${JSON.stringify(rows)})
      as given (company bigint, actor text, key text, hash text, answer json, at timestamptz) ${joinOwner(
        'company',
        rows.map(({ company }) => company),
      )}`.execute(tx)
}

/** Only an older server beside this one takes a key without the lock of `answersBefore`: the call is tried again, and finds its answer. */
export const isKeyTaken = (failure: { code?: string; constraint?: string; message?: string }): boolean =>
  failure.code === '23505' && brokenConstraint(failure) === 'idempotency_key_pkey'
