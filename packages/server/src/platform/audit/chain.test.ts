import { describe, expect, test } from 'vitest'
import { db, tamper, world } from '../../testing/world.ts'
import { appendToChain, appendToChains, verifyChain } from './chain.ts'
import { setTenantScope } from '../execution/command.ts'

async function story(entries: number) {
  const its = await world()
  for (let n = 1; n <= entries; n++)
    await its.within(async ctx => {
      ctx.audit('test.action', `thing:${n}`, { n, zh: '油', nested: { b: 1, a: [2] } })
    })
  const verify = () =>
    db.transaction().execute(async tx => {
      await setTenantScope(tx, [its.company.id])
      return verifyChain(tx, its.company.id)
    })
  return { ...its, verify }
}
const tamperWith = (text: string, id: number) => tamper(text.replaceAll('$1', String(id)))
const entry = (n: number) => `(select audit_entry_id from audit_seal where company_id = $1 and n = ${n})`

test('what was done is sealed in order and found as it was', async () => {
  const { company, verify } = await story(5)
  expect(await verify()).toEqual({ sealed: 0, pending: 5 })
  await appendToChains(db)
  expect(await verify()).toEqual({ sealed: 5, pending: 0 })
  expect(await appendToChain(db, company.id)).toBe(0)
})

test('a sound chain is found sound however often it is asked while more is sealed', async () => {
  const its = await story(5)
  await appendToChains(db)
  let running = true
  const business = async () => {
    for (let n = 0; n < 100; n++) {
      await its.within(async ctx => ctx.audit('test.action', 'thing:1', {}))
      await appendToChain(db, its.company.id)
    }
  }
  const verdicts = async () => {
    const all = []
    while (running) all.push(await its.verify())
    return all
  }
  const [all] = await Promise.all([verdicts(), Promise.all([business(), business()]).finally(() => (running = false))])
  expect(all.length).toBeGreaterThan(0)
  expect(all.filter(({ broken }) => broken)).toEqual([])
})

/** Longer chains are reckoned in stretches; what is broken is named wherever it stands among them. */
describe('in stretches of five, a chain of twelve', () => {
  const inStretches = (its: Awaited<ReturnType<typeof story>>) =>
    db.transaction().execute(async tx => {
      await setTenantScope(tx, [its.company.id])
      return verifyChain(tx, its.company.id, [], { stretch: 5 })
    })
  test('that is whole is found whole', async () => {
    const its = await story(12)
    await appendToChains(db)
    expect(await inStretches(its)).toEqual({ sealed: 12, pending: 0 })
  })
  test.each([1, 5, 6, 10, 12])('whose entry %i was changed', async n => {
    const its = await story(12)
    await appendToChains(db)
    await tamperWith(`update audit_entry set detail = '{"n":99}' where id = ${entry(n)}`, its.company.id)
    expect(await inStretches(its)).toMatchObject({ sealed: n - 1, broken: { n, why: 'changed' } })
    expect((await inStretches(its)).broken?.auditEntryId).toEqual(expect.any(Number))
  })
  test.each([5, 6, 11])('whose link %i is gone, with its entry', async n => {
    const its = await story(12)
    await appendToChains(db)
    await tamperWith(
      `delete from audit_entry where id = ${entry(n)}; delete from audit_seal where company_id = $1 and n = ${n}`,
      its.company.id,
    )
    expect(await inStretches(its)).toMatchObject({ sealed: n - 1, broken: { n, why: 'missing' } })
  })
})

test('two sealers at once make one chain', async () => {
  const { company, verify } = await story(12)
  await Promise.all(Array.from({ length: 4 }, () => appendToChain(db, company.id)))
  expect(await verify()).toEqual({ sealed: 12, pending: 0 })
})

describe('a superuser who', () => {
  test.each([
    ['changes a word', `update audit_entry set detail = '{"n":99}' where id = ${entry(3)}`, { n: 3, why: 'changed' }],
    ['moves an entry in time', `update audit_entry set at = at - interval '1 hour' where id = ${entry(2)}`, { n: 2, why: 'changed' }],
    ['takes an entry away', `delete from audit_entry where id = ${entry(4)}`, { n: 4, why: 'missing' }],
    [
      'takes an entry and its seal away',
      `delete from audit_entry where id = ${entry(4)}; delete from audit_seal where company_id = $1 and n = 4`,
      { n: 4, why: 'missing' },
    ],
    [
      'swaps two entries',
      `update audit_seal set audit_entry_id = -1 where company_id = $1 and n = 2;
      update audit_seal set audit_entry_id = (select audit_entry_id from audit_seal where company_id = $1 and n = 3)
      where company_id = $1 and n = 2`,
      undefined,
    ],
    [
      'adds an entry that was never done',
      `insert into audit_entry (company_id, actor, action, subject, detail, request_id, at)
      values ($1, 'user:1', 'x', 'y', '{}', 'r', now())`,
      { n: 6, why: 'unsealed' },
    ],
  ])('%s is named', async (_what, text, broken) => {
    const { company, verify } = await story(5)
    await appendToChains(db)
    if (!broken) return expect(tamperWith(text, company.id)).rejects.toThrow()
    await tamperWith(text, company.id)
    expect((await verify()).broken).toMatchObject(broken)
  })
})

test('the application itself may not edit, drop or empty its log', async () => {
  await story(1)
  for (const text of [
    `update audit_entry set actor = 'nobody'`,
    'delete from audit_entry',
    'truncate audit_entry',
    `update audit_seal set n = 9`,
    'delete from audit_seal',
  ]) {
    await expect(
      db.transaction().execute(async tx => {
        await tx.executeQuery({ sql: text, parameters: [], query: { kind: 'RawNode' } } as never)
      }),
      text,
    ).rejects.toMatchObject({ code: '42501' })
  }
})
