import { auditLogs, ledgerProof, ledgerProofs } from '@forecourt/contract'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { tasks } from '../../modules/index.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { noon, owned, ownerUrl, setClock, world } from '../../testing/world.ts'
import { appendToChain, appendToChains } from '../audit/chain.ts'

const { verify, lastVerification, verification, cancelVerification } = auditLogs
/** Both checks, each with a table that it reads: a lock on that table holds the check up. */
const kinds = [
  ['of the audit log', 'audit.read', { ask: verify, last: lastVerification, one: verification, cancel: cancelVerification }, 'audit_seal'],
  ['of the books', 'ledger.prove', { ask: ledgerProof, ...ledgerProofs }, 'ledger_move'],
] as const

afterEach(async () => {
  setClock(noon)
  await owned('delete from job')
})

async function scene(permission: string) {
  const it = await world()
  // An action that is sealed: there is something to be read.
  await it.within(async ctx => ctx.audit('job.again', 'jobs:1'))
  await appendToChains(it.db)
  return { it, lin: await it.staff(permission) }
}

/** What waits for a table that is held. */
const waiting = (table: string) =>
  owned(
    `select from pg_locks where not granted and relation = $1::regclass
      and database = (select oid from pg_database where datname = current_database())`,
    [table],
  )

/** Somebody holds a table, and what reads it waits. */
async function holding(table: string, act: () => Promise<void>) {
  const hand = new pg.Client(ownerUrl)
  await hand.connect()
  try {
    await hand.query(`begin; lock table ${table} in access exclusive mode`)
    await act()
  } finally {
    await hand.end()
  }
}

describe.each(kinds)('a check %s', (_, permission, { ask, last, one }) => {
  test('is asked for, done in the background, and stands there until the next', async () => {
    const { it, lin } = await scene(permission)
    expect(await lin.call(last, {})).toBeNull()
    const asked = await lin.call(ask, {})
    expect(asked).toMatchObject({ status: 'waiting', done: 0, total: null, startedDate: null, result: null })
    expect(await lin.call(last, {})).toEqual(asked)
    await runDueJobs(tasks)
    const found = await lin.call(one, { id: asked.id })
    expect(found).toMatchObject({ status: 'done', startedDate: noon.toISOString(), finishedDate: noon.toISOString() })
    expect(found.result).not.toBeNull()
    expect(await lin.call(last, {})).toEqual(found)
    setClock('2026-05-01T05:00:00Z')
    const again = await lin.call(ask, {})
    expect(again.id).not.toBe(asked.id)
    expect((await lin.call(last, {}))!.id).toBe(again.id)
    const kind = permission === 'audit.read' ? ['audit.verify', 'audit.verified'] : ['ledger.prove', 'ledger.proven']
    expect((await it.audits()).map(({ action }) => action)).toEqual(['job.again', ...kind, kind[0]])
  })

  test('is done once, however many ask for it at the same moment', async () => {
    const { lin, it } = await scene(permission)
    const asked = await Promise.all(Array.from({ length: 6 }, () => lin.call(ask, {})))
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1)
    expect(await it.rows('select from job where company_id = $1', [it.company.id])).toHaveLength(1)
  })
})

describe.each(kinds)('a check %s that takes long', (_, permission, { ask, last, one, cancel }, table) => {
  test('answers at once though what it reads is held; cancelled, it ends where it stands', async () => {
    const { lin, it } = await scene(permission)
    await holding(table, async () => {
      const { id } = await lin.call(ask, {})
      const working = runDueJobs(tasks)
      await expect.poll(() => waiting(table), { timeout: 30_000 }).toHaveLength(1)
      expect(await lin.call(ask, {})).toMatchObject({ id, status: 'running' })
      expect(await lin.call(cancel, { id })).toMatchObject({ status: 'cancelled', result: null })
      await working
      expect(await lin.refused(cancel, { id })).toBe('check.ended')
      expect((await it.audits()).at(-1)!.action).toMatch(/Cancel$/)
    })
    // The next begins anew.
    const { id } = await lin.call(ask, {})
    await runDueJobs(tasks)
    expect(await lin.call(one, { id })).toMatchObject({ status: 'done' })
  })

  test('is not begun when it was cancelled before', async () => {
    const { lin } = await scene(permission)
    const { id } = await lin.call(ask, {})
    await lin.call(cancel, { id })
    await runDueJobs(tasks)
    expect(await lin.call(one, { id })).toMatchObject({ status: 'cancelled', startedDate: null })
  })

  test('waits while that of another company is being done', async () => {
    const [mine, other] = [await scene(permission), await scene(permission)]
    await holding(table, async () => {
      const first = await mine.lin.call(ask, {})
      const working = runDueJobs(tasks)
      await expect.poll(() => waiting(table), { timeout: 30_000 }).toHaveLength(1)
      const second = await other.lin.call(ask, {})
      await runDueJobs(tasks)
      expect(await other.lin.call(one, { id: second.id })).toMatchObject({ status: 'waiting' })
      await mine.lin.call(cancel, { id: first.id })
      await working
    })
    await runDueJobs(tasks, new Date(noon.getTime() + 2000))
    expect(await other.lin.call(last, {})).toMatchObject({ status: 'done' })
  })
})

describe.each(kinds)('the check %s of a company', (_, permission, { ask, last, one, cancel }, table) => {
  test('is its own: nobody of another sees or ends it, and anyone who sees several has one of each', async () => {
    const [{ it, lin }, other] = [await scene(permission), await scene(permission)]
    const { id } = await lin.call(ask, {})
    expect(await other.lin.refused(one, { id })).toBe('notFound')
    expect(await other.lin.refused(cancel, { id })).toBe('notFound')
    expect(await other.lin.call(last, {})).toBeNull()
    const group = await it.staff(permission, { over: { companyIds: [it.company.id, other.it.company.id] } })
    expect((await group.call(ask, {})).id).toBe(id)
    await other.lin.call(ask, {})
    await runDueJobs(tasks)
    expect((await group.call(one, { id })).status).toBe('done')
  })

  test('says so when it fails for good', async () => {
    const { lin } = await scene(permission)
    const { id } = await lin.call(ask, {})
    await owned(`alter table ${table} rename to lost`)
    try {
      for (const hour of [0, 1, 2, 3]) await runDueJobs(tasks, new Date(noon.getTime() + hour * 3_600_000))
    } finally {
      await owned(`alter table lost rename to ${table}`)
    }
    expect(await lin.call(one, { id })).toMatchObject({ status: 'fail', result: null })
    expect((await lin.call(ask, {})).id).not.toBe(id)
  })
})

test('somebody who sees two companies has the books of one proven: what is broken in the other is not named', async () => {
  const [{ it, lin }, other] = [await scene('ledger.prove'), await scene('ledger.prove')]
  await owned(`insert into ledger_account (company_id, owner_id, kind, balance_cents)
    values (${other.it.company.id}, ${other.it.company.id}, 'tender', 5)`)
  const both = { over: { companyIds: [it.company.id, other.it.company.id] } }
  const { id } = await (await it.staff('ledger.prove', both)).call(ledgerProof, {})
  await other.lin.call(ledgerProof, {})
  await runDueJobs(tasks)
  expect((await lin.call(ledgerProofs.one, { id })).result).toMatchObject({ proven: true })
  const theirs = (await other.lin.call(ledgerProofs.last, {}))!.result!
  expect(theirs.proven).toBe(false)
  expect(theirs.invariants).toEqual(await invariantsOf(other.it))
})

test('a log that grows while it is verified is found sound', async () => {
  const { it, lin } = await scene('audit.read')
  let running = true
  const business = async () => {
    while (running) {
      await it.within(async ctx => ctx.audit('job.again', 'jobs:1'))
      await appendToChain(it.db, it.company.id)
    }
  }
  const growing = business()
  try {
    for (let turn = 0; turn < 10; turn++) {
      const { id } = await lin.call(verify, { body: {} })
      await runDueJobs(tasks)
      expect(await lin.call(verification, { id })).toMatchObject({ status: 'done', result: { broken: null } })
    }
  } finally {
    running = false
    await growing
  }
})
