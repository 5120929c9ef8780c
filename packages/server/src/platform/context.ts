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
      audits.push({ companyId: of, actor: actor.key, action, subject, detail: JSON.stringify(detail), ...where, at: now })
    },
    emit(topic, payload, of = {}) {
      events.push({
        companyId: of.companyId ?? companyId,
        stationId: of.stationId ?? null,
        topic,
        payload: JSON.stringify(payload),
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
  if (audits.length)
    await tx
      .insertInto('auditEntry')
      .values(audits as never)
      .execute()
  if (events.length)
    await tx
      .insertInto('outboxEvent')
      .values(events as never)
      .execute()
  await keepJobs(
    tx,
    noted.flatMap(notes => notes.jobs),
  )
}
