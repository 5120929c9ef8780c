import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { setScopeToAll, setTenantScope } from '../execution/command.ts'
import type { Database, Tx } from '../postgres/database.ts'
import { inScope } from '../postgres/name-companies.ts'
import { assert } from '../execution/refusal.ts'

/** One company's chain: h[n] = SHA-256(h[n-1] || canonical text of entry n), n without gaps. */
interface Link {
  readonly n: number
  readonly id: number
  readonly hash: Buffer
  readonly text: string
}

const batchMax = 1000
const readMax = 10_000
/** So many links are reckoned in one statement, well within the time that a statement has. */
const stretchMax = 100_000
const canonical = sql<string>`json_build_array(e.id, e.company_id, e.actor, e.action, e.subject, e.detail::text, e.request_id,
  to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'))::text
  || case when e.source is null and e.station_id is null then '' else json_build_array(e.source, e.station_id)::text end`
const linked = (before: Buffer, text: string) => createHash('sha256').update(before).update(text).digest()
const genesis = Buffer.alloc(32)

/**
 * Appends the new audit entries of a company to its hash chain. Not in the transaction of the audited action, so that a company's
 * transactions never queue for its chain; an entry is appended within a second of its commit. @returns the number of entries appended
 */
export async function appendToChain(db: Database, companyId: number): Promise<number> {
  return db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, [companyId])
    await sql`select pg_advisory_xact_lock(hashtextextended('audit', ${companyId}))`.execute(tx)
    const { rows } = await sql<{ id: number; text: string }>`
      select e.id, ${canonical} as text from audit_pending p join audit_entry e on e.company_id = p.company_id and e.id = p.audit_entry_id
      where p.company_id = ${companyId} order by e.id limit ${batchMax}`.execute(tx)
    if (rows.length === 0) return 0
    const head = await tx
      .selectFrom('auditSeal')
      .where('companyId', '=', companyId)
      .select(['n', 'hash'])
      .orderBy('n', 'desc')
      .limit(1)
      .executeTakeFirst()
    let hash = head?.hash ?? genesis,
      n = head?.n ?? 0
    const seals = rows.map(({ id, text }) => {
      hash = linked(hash, text)
      return { n: ++n, id, hash: hash.toString('hex') }
    })
    await sql`
      insert into audit_seal (company_id, n, audit_entry_id, hash)
      select owner.id, n, sealed.id, decode(hash, 'hex')
      from json_to_recordset(${JSON.stringify(seals)}) as sealed (n bigint, id bigint, hash text)
      join company owner on owner.id = ${companyId}`.execute(tx)
    await sql`delete from audit_pending where company_id = ${companyId} and audit_entry_id = any (${rows.map(({ id }) => id)})`.execute(tx)
    return rows.length
  })
}

/**
 * Appends the pending entries of every company, one after the other: where there is time, each is followed by a pause, so that no sale
 * meets the work for all of them at once.
 */
export async function appendToChains(db: Database, withinMs = 0): Promise<void> {
  const began = performance.now()
  const waiting = await db.transaction().execute(async begun => {
    const tx = await setScopeToAll(begun)
    return (await sql<{ companyId: number }>`select distinct company_id from audit_pending where ${inScope(tx)}`.execute(tx)).rows
  })
  for (const [turn, { companyId }] of waiting.entries()) {
    while ((await appendToChain(db, companyId)) === batchMax) {
      /* more */
    }
    const pauseMs = began + (withinMs * (turn + 1)) / waiting.length - performance.now()
    if (pauseMs > 0 && turn + 1 < waiting.length) await sleep(pauseMs)
  }
}

export interface Verdict {
  readonly sealed: number
  readonly pending: number
  readonly broken?: { n: number; auditEntryId?: number; why: 'changed' | 'missing' | 'unsealed' | 'cutOff' | 'rewritten' }
}

/** A place in a chain, as it was noted outside the database. */
type Head = Pick<Link, 'n'> & { readonly hash: string }

interface Reading {
  /** A checkpoint up to which the chain has been verified before: entries up to it are not read again. Absent is from the first entry. */
  readonly verified?: Head | undefined
  readonly stretch?: number
  readonly tell?: (done: number, total: number) => void
}

/**
 * Verifies a company's chain from its first entry, or from where it has been verified before, and reports the first entry that does not
 * match its hash. A chain that was truncated or rewritten as a whole is consistent in itself, but does not match the signed checkpoints
 * outside the database.
 */
export async function verifyChain(
  tx: Tx,
  companyId: number,
  heads: readonly Head[] = [],
  { verified, stretch = stretchMax, tell }: Reading = {},
): Promise<Verdict> {
  const checkpoints = new Map(heads.map(head => [head.n, head.hash]))
  const moved = verified && (await isMoved(tx, companyId, verified))
  if (moved) return { sealed: verified.n - 1, pending: 0, broken: { n: verified.n, why: moved } }
  // Entries appended while this runs are left for the next verification: each statement sees more of them than the one before.
  const head = await headOf(tx, companyId)
  let expected = (verified?.n ?? 0) + 1
  while (expected <= head) {
    tell?.(expected - 1, head)
    const to = Math.min(expected + stretch - 1, head)
    if (!(await isSound(tx, companyId, expected, to, checkpoints))) return nameBroken(tx, companyId, expected, checkpoints)
    expected = to + 1
  }
  if (Math.max(0, ...checkpoints.keys()) >= expected) return { sealed: expected - 1, pending: 0, broken: { n: expected, why: 'cutOff' } }
  const { pending, unsealed } = await unsealedOf(tx, companyId)
  return {
    sealed: expected - 1,
    pending,
    ...(unsealed !== null && { broken: { n: expected, auditEntryId: unsealed, why: 'unsealed' as const } }),
  }
}

/** Whether the link at which the chain was verified before is another than it was. */
async function isMoved(tx: Tx, companyId: number, { n, hash }: Head): Promise<'cutOff' | 'rewritten' | undefined> {
  const columns = tx.selectFrom('auditSeal').where('companyId', '=', companyId).where('n', '=', n).select('hash')
  const link = await columns.executeTakeFirst()
  if (!link) return 'cutOff'
  return link.hash.toString('hex') === hash ? undefined : 'rewritten'
}

/** Entries that are in no chain: how many wait to be, and the first that does not even wait. */
async function unsealedOf(tx: Tx, companyId: number): Promise<{ pending: number; unsealed: number | null }> {
  const {
    rows: [loose],
  } = await sql<{ pending: number; unsealed: number | null }>`
    select count(p.audit_entry_id)::int as pending, min(e.id) filter (where p.audit_entry_id is null) as unsealed
    from audit_entry e left join audit_seal s on s.company_id = e.company_id and s.audit_entry_id = e.id
      left join audit_pending p on p.company_id = e.company_id and p.audit_entry_id = e.id
    where e.company_id = ${companyId} and s.n is null`.execute(tx)
  return loose!
}

async function headOf(tx: Tx, companyId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select coalesce(max(n), 0) as n from audit_seal where company_id = ${companyId}`.execute(tx)
  return rows[0]!.n
}

/**
 * Whether these links are complete and each hash follows from the one before, computed by the database where they are stored: each
 * hash of the text of its entry. Links depend on what is stored of their neighbour, not on its reckoning, so all processors may work at
 * once.
 */
async function isSound(tx: Tx, companyId: number, from: number, to: number, checkpoints: ReadonlyMap<number, string>) {
  const due = [...checkpoints].filter(([n]) => n >= from && n <= to)
  const [numbers, lines] = [due.map(([n]) => n), due.map(([n, hash]) => `${n} ${hash}`)]
  await sql`set local max_parallel_workers_per_gather = 2`.execute(tx)
  // Not by the smallest of an index of all entries: by those of this stretch.
  const {
    rows: [ids],
  } = await sql<{ first: number | null; last: number | null }>`
    select min(audit_entry_id + 0) as first, max(audit_entry_id + 0) as last from audit_seal
    where company_id = ${companyId} and n between ${from} and ${to}`.execute(tx)
  const { rows } = await sql<{ links: number; broken: number; matching: number }>`
    select count(*) as links,
      count(*) filter (where s.hash is distinct from
        sha256(case when s.n = 1 then ${genesis}::bytea else before.hash end || convert_to(${canonical}, 'UTF8'))) as broken,
      count(*) filter (where s.n = any (${numbers}::bigint[]) and s.n || ' ' || encode(s.hash, 'hex') = any (${lines}::text[])) as matching
    from audit_seal s
    left join audit_seal before on before.company_id = s.company_id and before.n = s.n - 1
      and before.n between ${from - 1} and ${to}
    left join audit_entry e on e.company_id = s.company_id and e.id = s.audit_entry_id
      and e.id between ${ids!.first} and ${ids!.last}
    where s.company_id = ${companyId} and s.n between ${from} and ${to}`.execute(tx)
  const { links, broken, matching } = rows[0]!
  return links === to - from + 1 && broken === 0 && matching === due.length
}

/** Reads link by link, up to the first that does not match. */
async function nameBroken(tx: Tx, companyId: number, from: number, checkpoints: ReadonlyMap<number, string>): Promise<Verdict> {
  const [before] = await linksAfter(tx, companyId, from - 2, 1)
  let hash = from === 1 ? genesis : before!.hash,
    expected = from
  for (;;) {
    const links = await linksAfter(tx, companyId, expected - 1)
    for (const { n, id, hash: sealed, text } of links) {
      if (n !== expected) return { sealed: expected - 1, pending: 0, broken: { n: expected, why: 'missing' } }
      if (text === null || !(hash = linked(hash, text)).equals(sealed))
        return { sealed: n - 1, pending: 0, broken: { n, auditEntryId: id, why: text === null ? 'missing' : 'changed' } }
      if ((checkpoints.get(n) ?? sealed.toString('hex')) !== sealed.toString('hex'))
        return { sealed: n - 1, pending: 0, broken: { n, auditEntryId: id, why: 'rewritten' } }
      expected++
    }
    assert(links.length === readMax, 'a link that the database found broken is found again')
  }
}

async function linksAfter(tx: Tx, companyId: number, after: number, max = readMax): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select s.n, s.audit_entry_id as id, s.hash, case when e.id is null then null else ${canonical} end as text
    from audit_seal s left join audit_entry e on e.company_id = s.company_id and e.id = s.audit_entry_id
    where s.company_id = ${companyId} and s.n > ${after} order by s.n limit ${max}`.execute(tx)
  return rows
}

/** Appends every `everyMs` until stopped. A failed round is retried by the next. */
export function startAppending(db: Database, onError: (error: unknown) => void, everyMs = 500): () => Promise<void> {
  let running: Promise<void> = Promise.resolve(),
    stopped = false
  const timer = setInterval(() => {
    running = running.then(() => (stopped ? undefined : appendToChains(db, 0.8 * everyMs))).catch(onError)
  }, everyMs)
  return async () => {
    stopped = true
    clearInterval(timer)
    await running
  }
}
