import { sql } from 'kysely'
import type { Actor, Ctx, Facts, IssuedSession } from './command.ts'
import type { Tx } from './database.ts'
import { keepJobs, type NewJob } from './jobs/keep.ts'

/** What a request noted on its way: its audit entries, its events, and the tasks it asks for. */
interface Notes {
  readonly audits: object[]
  readonly events: object[]
  readonly jobs: NewJob[]
}

export function contextOf(tx: Tx, actor: Actor, facts: Facts, now: Date) {
  const { kind, permissions, companyId, companyIds, chosenCompanyId, stationId, stationIds, fleetId, since, zone } = actor
  const audits: object[] = [],
    events: object[] = [],
    jobs: NewJob[] = [],
    told: { issued?: IssuedSession | null } = {}
  const ctx: Ctx = {
    tx,
    actor,
    facts,
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
      // The product itself, and who only signs in, are not asked what they may read.
      ...((kind === 'user' || kind === 'device') && { permissions }),
    },
    audit(action, subject, detail = {}, of = companyId) {
      const where = { requestId: facts.requestId, source: facts.ip || null, stationId: stationId ?? null }
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
      told.issued = session
    },
  }
  return { ctx, told, noted: { audits, events, jobs } satisfies Notes }
}

export async function keepNotes(tx: Tx, noted: readonly Notes[]): Promise<void> {
  const audits = noted.flatMap(notes => notes.audits),
    events = noted.flatMap(notes => notes.events)
  // One text whatever their number, so that it is prepared once.
  if (audits.length + events.length)
    await sql`
      with noted as (
        insert into audit_entry (company_id, actor, action, subject, detail, request_id, source, station_id, at)
        select * from json_to_recordset(${JSON.stringify(audits)}) as noted ("companyId" bigint, actor text, action text, subject text,
          detail jsonb, "requestId" text, source text, "stationId" bigint, at timestamptz)
      )
      insert into outbox_event (company_id, station_id, topic, payload, at)
      select * from json_to_recordset(${JSON.stringify(events)}) as told ("companyId" bigint, "stationId" bigint, topic text,
        payload jsonb, at timestamptz)`.execute(tx)
  await keepJobs(
    tx,
    noted.flatMap(notes => notes.jobs),
  )
}
