import { auditLogs, fuelCodes } from '@forecourt/contract'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendToChains } from '../../platform/audit/chain.ts'
import { setCheckpointFolder, writeCheckpoints } from '../../platform/audit/checkpoints.ts'
import { signedIn } from '../../testing/access.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { db, noon, owned, tamper, world } from '../../testing/world.ts'
import { audit } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'forecourt-heads-'))
beforeAll(() => setCheckpointFolder(folder))
afterAll(() => {
  setCheckpointFolder(undefined)
  rmSync(folder, { recursive: true })
})

/** An administrator who has added a fuel code and described it anew. */
async function story() {
  const its = await world()
  const { id, name, ...chen } = await signedIn(its.company, { roles: ['admin'] })
  const made = await chen.call(fuelCodes.create, { body: { stationId: its.station.id, code: '092', type: 'gasoline', description: '92#' } })
  const body = { stationId: its.station.id, code: '092', type: 'gasoline', description: '92# E10', version: 1 } as const
  await chen.call(fuelCodes.update, { id: made.id, body }, { Station: `${its.station.id}` })
  /** Has the log verified, and reads what was found. */
  const verified = async (whole = false) => {
    const { id: check } = await chen.call(auditLogs.verify, { body: { whole } })
    await runDueJobs(audit.tasks)
    const { status, result } = await chen.call(auditLogs.verification, { id: check })
    expect(status).toBe('done')
    return result!
  }
  return { ...its, chen, chenId: id, chenName: name, made, verified }
}

test('what was done is found again: who, what, to which record, before and after, where and from where', async () => {
  const { chen, chenId, chenName, made, station } = await story()
  const search = `subject:fuelCodes\\:${made.id}`
  const { content } = await chen.call(auditLogs.list, { query: { search, expand: ['user', 'station'] } })
  expect(content).toMatchObject([
    {
      action: 'fuelCodes.update',
      actor: `user:${chenId}`,
      user: { name: chenName },
      detail: { description: { from: '92#', to: '92# E10' } },
      station: { name: station.name },
      source: '127.0.0.1',
    },
    { action: 'fuelCodes.create', stationId: null, detail: { code: '092' } },
  ])
  const detail = await chen.call(auditLogs.get, { id: content[0]!.id })
  expect(detail).toMatchObject({ requestId: expect.stringMatching(/.{8}/) })
})

test.each([
  ['user.name:*Lin*', true],
  ['userId:1', false],
  ['action:fuelCodes.create', true],
  ['action:(fuelCodes.create|fuelCodes.delete)', true],
  ['at>=2026-05-01', true],
  ['at<2026-05-01', false],
  ['station.name:*East*', true],
  ['source:127.0.0.1', true],
])('is searched by %s', async (search, found) => {
  const { chen } = await story()
  const query = { search: `subject:fuelCodes*,${search}` }
  expect((await chen.call(auditLogs.list, { query })).totalElements > 0).toBe(found)
})

test('nobody reads the log of another company, nor without the permission', async () => {
  const { made } = await story()
  const other = await story()
  const { content } = await other.chen.call(auditLogs.list, { query: { size: 500 } })
  expect(content.map(({ subject }) => subject)).not.toContain(`fuelCodes:${made.id}`)
  const clerk = await signedIn(other.company, { roles: [{ role: 'station_employee', stationId: other.station.id }] })
  expect(await clerk.refused(auditLogs.list, {})).toBe('auth.forbidden')
  for (const call of [auditLogs.verify, auditLogs.lastVerification]) expect(await clerk.refused(call, {})).toBe('auth.forbidden')
})

test('the chain is held against itself and against its head outside the database', async () => {
  const { verified, company } = await story()
  await appendToChains(db)
  await writeCheckpoints(db, noon)
  const [{ n }] = (await owned<{ n: number }>('select max(n)::int as n from audit_seal where company_id = $1', [company.id])) as [
    { n: number },
  ]
  // That it was asked for is noted, too.
  expect(await verified()).toEqual({
    from: 1,
    sealed: n,
    pending: 1,
    heads: 1,
    lastHead: { n, at: noon.toISOString() },
    broken: null,
  })
  await appendToChains(db)
  await writeCheckpoints(db, noon)
  expect(await verified()).toMatchObject({ from: n + 1, sealed: n + 2, heads: 2 })
  expect(await verified(true)).toMatchObject({ from: 1, sealed: n + 2, heads: 2 })
})

describe('where a checkpoint has been verified', () => {
  /** A log that was found whole up to entry `upTo`, and has grown by three since. */
  async function verifiedStory() {
    const its = await story()
    const grow = async () => {
      for (let turn = 0; turn < 3; turn++) await its.within(async ctx => ctx.audit('test.action', `thing:${turn}`))
      await appendToChains(db)
    }
    await grow()
    await writeCheckpoints(db, noon)
    expect((await its.verified()).broken).toBeNull()
    const [{ n }] = (await owned<{ n: number }>('select max(n)::int as n from audit_seal where company_id = $1', [its.company.id])) as [
      { n: number },
    ]
    await grow()
    return { ...its, upTo: n }
  }
  const entryOf = (company: number, n: number) => `(select audit_entry_id from audit_seal where company_id = ${company} and n = ${n})`
  /** How a superuser tampers with entry `n`. */
  const ways: Readonly<Record<string, (company: number, n: number) => string>> = {
    changes: (company, n) => `update audit_entry set detail = '{"n":99}' where id = ${entryOf(company, n)}`,
    drops: (company, n) => `delete from audit_entry where id = ${entryOf(company, n)};
      delete from audit_seal where company_id = ${company} and n = ${n}`,
    swaps: (company, n) => `with pair as (select n, subject, detail, e.id from audit_seal s join audit_entry e on e.id = audit_entry_id
        where s.company_id = ${company} and n in (${n}, ${n + 1}))
      update audit_entry e set subject = other.subject, detail = other.detail from pair own join pair other on other.n <> own.n
      where e.id = own.id`,
  }
  test.each(Object.keys(ways))('one who %s an entry after it is named at once', async way => {
    const { verified, company, upTo } = await verifiedStory()
    await tamper(ways[way]!(company.id, upTo + 2))
    await writeCheckpoints(db, noon)
    // What was found broken is no place to begin at: it is found again.
    for (let turn = 0; turn < 2; turn++) expect((await verified()).broken).toMatchObject({ n: upTo + 2 })
  })
  test.each(Object.keys(ways))('one who %s an entry before it is named when the whole is asked for', async way => {
    const { verified, company, upTo } = await verifiedStory()
    await tamper(ways[way]!(company.id, upTo - 2))
    expect(await verified()).toMatchObject({ from: upTo + 1, broken: null })
    expect((await verified(true)).broken).toMatchObject({ n: upTo - 2 })
  })
  test('one who appends an entry that was never done is named, however it is dated', async () => {
    const { verified, company } = await verifiedStory()
    await tamper(`insert into audit_entry (company_id, actor, action, subject, detail, request_id, at)
      values (${company.id}, 'user:1', 'x', 'y', '{}', 'r', '2020-01-01')`)
    expect((await verified()).broken).toMatchObject({ why: 'unsealed', auditEntryId: expect.any(Number) })
  })
  test('one who seals the entries before it anew is named by the checkpoint itself', async () => {
    const { verified, company, upTo } = await verifiedStory()
    await tamper(`update audit_seal set hash = sha256(hash) where company_id = ${company.id} and n = ${upTo}`)
    expect((await verified()).broken).toMatchObject({ n: upTo, why: 'rewritten' })
  })
  test('a note of it that does not bear our signature is none: the whole is read', async () => {
    const { verified, company, upTo } = await verifiedStory()
    const file = join(folder, `${company.id}.verified.json`)
    writeFileSync(file, readFileSync(file, 'utf8').replace(`"n":${upTo}`, `"n":${upTo - 1}`))
    expect(await verified()).toMatchObject({ from: 1, broken: null })
  })
})

const last = (company: number) => `(select max(n) from audit_seal where company_id = ${company})`
const everyLink = (company: number) => `with recursive link as (
  select s.n, sha256(decode(repeat('00', 32), 'hex') || convert_to('x', 'UTF8')) as hash from audit_seal s
  where s.company_id = ${company} and s.n = 1)
  update audit_seal set hash = (select hash from link) where company_id = ${company} and n = 1`
test.each([
  [
    'cuts the end off',
    (company: number) =>
      `delete from audit_entry where id = (select audit_entry_id from audit_seal where company_id = ${company} and n = ${last(company)});
       delete from audit_seal where company_id = ${company} and n = ${last(company)}`,
    'cutOff',
  ],
  [
    'empties the log',
    (company: number) => `delete from audit_seal where company_id = ${company}; delete from audit_entry where company_id = ${company}`,
    'cutOff',
  ],
  [
    'changes a word',
    (company: number) => `update audit_entry set detail = '{}' where company_id = ${company} and action = 'fuelCodes.update'`,
    'changed',
  ],
  ['seals one anew', everyLink, 'changed'],
  [
    'moves an entry to another place',
    (company: number) => `update audit_entry set source = '10.0.0.1' where company_id = ${company}`,
    'changed',
  ],
])('a superuser who %s is noticed', async (_what, how, why) => {
  const { verified, company } = await story()
  await appendToChains(db)
  await writeCheckpoints(db, noon)
  await tamper(how(company.id))
  expect((await verified()).broken).toMatchObject({ why, n: expect.any(Number) })
})

test('a chain that was written anew from the start does not fit the head of before', async () => {
  const { verified, company } = await story()
  await appendToChains(db)
  await writeCheckpoints(db, noon)
  await tamper(`update audit_entry set actor = 'user:1' where company_id = ${company.id};
    delete from audit_seal where company_id = ${company.id};
    insert into audit_pending (audit_entry_id, company_id) select id, company_id from audit_entry where company_id = ${company.id}`)
  await appendToChains(db)
  expect((await verified()).broken).toMatchObject({ why: 'rewritten' })
})

test('a head that does not bear our signature is named, a line that a crash cut short is passed over', async () => {
  const { verified, company } = await story()
  await appendToChains(db)
  await writeCheckpoints(db, noon)
  const file = join(folder, `${company.id}.jsonl`)
  const kept = readFileSync(file, 'utf8')
  expect(readdirSync(folder)).toContain(`${company.id}.jsonl`)

  writeFileSync(file, `${kept}\n{"n":9,"hash":"ab`)
  expect((await verified()).broken).toBeNull()
  writeFileSync(file, kept.replace(/"n":\d+/, '"n":1'))
  expect((await verified()).broken).toMatchObject({ why: 'headForged', n: 1 })
})
