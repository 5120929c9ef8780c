import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { setScopeToAll } from '../execution/command.ts'
import type { Database } from '../postgres/database.ts'
import { allCompanies } from '../postgres/name-companies.ts'
import { droppedSoFar } from '../live/dropped.ts'
import type { Disk } from '../storage/disk.ts'
import { QueueDeadline } from '../overload/queue-deadline.ts'
import { refuse } from '../execution/refusal.ts'
import type { PoolClass } from '../overload/admission.ts'

export interface Metrics {
  /** Anyone who shows it may read from elsewhere; without one, only the machine itself. */
  token?: string | undefined
  poolClasses: readonly PoolClass[]
  /** What counts the backlogs; apart from the calls, so that it answers when they do not. */
  db: Database
  /** Segments of WAL that wait to be archived, where they are. */
  waitingWal?: () => number
  /** The disk of the data folder, where there is one. */
  disk?: Disk | undefined
}

/** A backlog that is not counted by then is left out this time. */
const countMs = 2000
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** `GET /metrics` for Prometheus: durations by route and status, connections, event loop, what waits to be sealed and sent. */
export function serveMetrics(app: FastifyInstance, { token, poolClasses, db, waitingWal, disk }: Metrics): void {
  const registers = [new Registry()]
  const [register] = registers as [Registry]
  collectDefaultMetrics({ register })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers,
  })
  const denied = new Counter({
    name: 'forecourt_turned_away_total',
    help: 'Requests answered 429 or 503',
    labelNames: ['status'],
    registers,
  })
  connectionsOf(poolClasses, registers)
  backlogsOf(db, registers)
  droppedCounter(registers)
  if (waitingWal) walGauge(waitingWal, registers)
  if (disk) diskGauges(disk, registers)
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'other', status: String(reply.statusCode) }
    durations.observe(labels, reply.elapsedTime / 1000)
    if (reply.statusCode === 429 || reply.statusCode === 503) denied.inc({ status: labels.status })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) refuse('notFound')
    return reply
      .type(register.contentType)
      .header('cache-control', 'no-store')
      .send(await register.metrics())
  })
}

/** The machine itself, not somebody whom a proxy on it speaks for; or anyone who shows the token. */
function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (token && timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))) return true
  const forOthers = headers['x-forwarded-for'] ?? headers['forwarded'] ?? headers['x-real-ip']
  return forOthers === undefined && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}

const connectionsOf = (poolClasses: readonly PoolClass[], registers: Registry[]) =>
  new Gauge({
    name: 'forecourt_database_connections',
    help: 'Connections to the database: busy, idle, and calls that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { name, pool } of poolClasses) {
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
      }
    },
  })

/** NaN when the database does not say: a backlog nobody could count is not an empty one. */
function backlogsOf(db: Database, registers: Registry[]) {
  const backlog = (name: string, help: string, count: ReturnType<typeof sql<{ count: number }>>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await new QueueDeadline(countMs).wait(counted(db, count)).catch(() => Number.NaN))
      },
    })
  backlog('forecourt_outbox_backlog', 'Events that wait to be sent', sql`select count(*)::int as count from outbox_event`)
  backlog(
    'forecourt_jobs_due',
    'Jobs that are due and have not ended',
    sql`select count(*)::int as count from job
    where state in ('waiting', 'running') and run_date <= now()`,
  )
  backlog('forecourt_jobs_failed', 'Jobs that have failed for good', sql`select count(*)::int as count from job where state = 'failed'`)
  backlog(
    'forecourt_messages_failed',
    'Messages that could not be sent, or nobody knows',
    sql`select count(*)::int as count
    from outbox_message where state in ('failed', 'unsure')`,
  )
  backlog('forecourt_audit_backlog', 'Audit entries that wait to be sealed', sql`select count(*)::int as count from audit_pending`)
}

const droppedCounter = (registers: Registry[]) =>
  new Counter({
    name: 'forecourt_live_dropped_total',
    help: 'What the live channel did not keep for devices: sessions that made room, sessions refused, messages',
    labelNames: ['what'],
    registers,
    collect() {
      this.reset()
      for (const [what, count] of Object.entries(droppedSoFar())) this.inc({ what }, count)
    },
  })

const walGauge = (waiting: () => number, registers: Registry[]) =>
  new Gauge({
    name: 'forecourt_wal_waiting',
    help: 'Segments of WAL (16 MiB each) that wait to be archived and fill the disk meanwhile',
    registers,
    collect() {
      this.set(waiting())
    },
  })

function diskGauges(disk: Disk, registers: Registry[]) {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  gauge('forecourt_disk_free_bytes', 'Free space on the disk of the data folder', () => disk.freeBytes)
  gauge('forecourt_disk_full', '1 while nothing is saved for want of room on the disk', () => Number(disk.state === 'full'))
}

async function counted(db: Database, count: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  return db.transaction().execute(async tx => {
    await setScopeToAll(tx)
    return (await sql<{ count: number }>`${sql.raw(allCompanies)} ${count}`.execute(tx)).rows[0]!.count
  })
}
