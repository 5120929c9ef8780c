import { sql } from 'kysely'
import type { Actor, Ctx, RequestMeta, IssuedSession } from './ctx.ts'
import type { Tx } from '../postgres/database.ts'
import { planHints } from '../postgres/client.ts'
import { joinOwner } from '../postgres/name-companies.ts'
import { keepJobs, type NewJob } from '../jobs/schedule.ts'

/** What a request collects for the end of its transaction: audit entries, events, jobs. */
interface Notes {
  readonly audits: object[]
  readonly events: object[]
  readonly jobs: NewJob[]
}

export function contextOf(tx: Tx, actor: Actor, meta: RequestMeta, now: Date) {
  const { kind, permissions, companyId, companyIds, chosenCompanyId, stationId, stationIds, fleetId, since, zone } = actor
  const audits: object[] = [],
    events: object[] = [],
    jobs: NewJob[] = [],
    reply: { issued?: IssuedSession | null } = {}
  const ctx: Ctx = {
    tx,
    actor,
    meta,
    now,
    scope: {
      companyIds,
      zone,
      now,
      ...(chosenCompanyId !== undefined && { companyId: chosenCompanyId }),
      ...(stationIds && { stationIds }),
      ...(stationId !== undefined && { stationId }),
      ...(fleetId !== undefined && { fleetId }),
      ...(since && { since }),
      // The system itself, and a call that only signs in, are not limited in what they read.
      ...((kind === 'user' || kind === 'device') && { permissions }),
    },
    audit(action, subject, detail = {}, of = companyId) {
      const where = { requestId: meta.requestId, source: meta.ip || null, stationId: stationId ?? null }
      audits.push({ companyId: of, actor: actor.key, action, subject, detail, ...where, at: now })
    },
    emit(topic, payload, of = {}) {
      events.push({
        companyId: of.companyId ?? companyId,
        stationId: of.stationId ?? null,
        topic,
        payload,
        at: now,
      })
    },
    job(task, payload, { runAt = now, key, companyId: of = companyId } = {}) {
      const what = { companyId: of, task, key: key ?? null, payload: JSON.stringify(payload), runDate: runAt }
      jobs.push({ ...what, createdBy: actor.key, createdDate: now })
    },
    issue(session) {
      reply.issued = session
    },
  }
  return { ctx, reply, notes: { audits, events, jobs } satisfies Notes }
}

export async function writeNotes(tx: Tx, all: readonly Notes[]): Promise<void> {
  const audits = all.flatMap(notes => notes.audits),
    events = all.flatMap(notes => notes.events)
  // One statement text for any number of rows, so that it is prepared once.
  const write = planHints({ genericPlan: true, deferred: true })
  if (audits.length)
    await sql`${write}
      insert into audit_entry (company_id, actor, action, subject, detail, request_id, source, station_id, at)
      select owner.id, actor, action, subject, detail, "requestId", source, "stationId", at
      from json_to_recordset(${JSON.stringify(audits)}) as entry ("companyId" bigint, actor text, action text, subject text,
        detail jsonb, "requestId" text, source text, "stationId" bigint, at timestamptz)
        ${joinOwner('entry."companyId"', companiesIn(audits))}`.execute(tx)
  if (events.length)
    await sql`${write}
      insert into outbox_event (company_id, station_id, topic, payload, at)
      select owner.id, "stationId", topic, payload, at
      from json_to_recordset(${JSON.stringify(events)}) as event ("companyId" bigint, "stationId" bigint, topic text,
        payload jsonb, at timestamptz)
        ${joinOwner('event."companyId"', companiesIn(events))}`.execute(tx)
  await keepJobs(
    tx,
    all.flatMap(notes => notes.jobs),
  )
}

const companiesIn = (notes: readonly object[]) => notes.map(note => (note as { companyId: number }).companyId)
