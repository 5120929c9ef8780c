import { outboxMessages, users } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { person } from '../../testing/access.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { db, noon, owned, setClock, world } from '../../testing/world.ts'
import { purgeExpired } from '../../maintenance.ts'
import type { Letter } from './channel.ts'
import { message, useWays, writeLowBalance } from './index.ts'

const left: Letter[] = []
beforeEach(async () => {
  await owned('delete from job')
  await owned('delete from outbox_message')
  left.length = 0
  useWays({ address: 'https://f.example', channels: {} })
  setClock(noon)
})
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000)

async function invited() {
  const it = await world()
  const chen = await it.staff({ role: 'admin' })
  const lin = await person(it.company, { roles: ['company_user'], email: 'lin@example.com' })
  const { code } = await chen.call(users.invite, { id: lin.id })
  const list = async () => (await chen.call(outboxMessages.list, { query: { sort: 'id,asc' } })).content
  const states = async () => (await list()).map(({ state }) => state)
  const kept = () => owned('select 1 from outbox_message where link is not null and company_id = $1', [it.company.id])
  return { ...it, chen, lin, code, id: (await list())[0]!.id, states, kept, list }
}

test('an earlier link ends with the next one, and the last one with its use', async () => {
  const { chen, lin, states, id, kept, staff } = await invited()
  const { code } = await chen.call(users.invite, { id: lin.id })
  expect(await states()).toEqual(['expired', 'queued'])
  expect(await chen.refused(outboxMessages.link, { id })).toBe('message.expired')
  expect(await kept()).toHaveLength(1)
  await (await staff()).call(users.accept, { body: { code, password: 'heron-on-the-bank-9' } })
  expect([await states(), await kept()]).toEqual([['expired', 'expired'], []])
})

test('a link is kept no longer than it lives, and what waits then waits no more', async () => {
  const { states, kept, chen, id } = await invited()
  setClock(minutes(48 * 60))
  expect(await chen.refused(outboxMessages.link, { id })).toBe('message.expired')
  expect(await chen.call(outboxMessages.text, { id })).toMatchObject({ linkUntil: null })
  await purgeExpired(db, minutes(48 * 60))
  expect([await states(), await kept()]).toEqual([['expired'], []])
})

test('the link does not lie open in the database', async () => {
  const { code, company } = await invited()
  const [row] = await owned<{ row: string }>(
    `select m::text || encode(link, 'escape') as row from outbox_message m where company_id = $1`,
    [company.id],
  )
  expect(row!.row).not.toContain(code)
})

test('one that was cancelled does not leave', async () => {
  const { chen, id, states, audits } = await invited()
  await chen.call(outboxMessages.cancel, { id })
  const channel = { from: null, send: async (letter: Letter) => (left.push(letter), { end: 'sent' as const }) }
  useWays({ address: '', channels: { mail: channel, sms: channel } })
  await runDueJobs(message.tasks)
  expect([left, await states()]).toEqual([[], ['cancelled']])
  expect((await audits()).map(({ action }) => action)).toContain('message.cancel')
  expect(await chen.refused(outboxMessages.cancel, { id })).toBe('message.left')
  expect(await chen.refused(outboxMessages.resend, { id })).toBe('allowed')
  expect(await chen.refused(outboxMessages.resend, { id })).toBe('message.underWay')
})

test('five messages an hour reach one recipient, the sixth is refused and its link is not made', async () => {
  const { chen, lin, rows } = await invited()
  for (let turn = 1; turn < 5; turn++) expect(await chen.refused(users.invite, { id: lin.id })).toBe('allowed')
  const [before] = await rows('select code_hash from invitation where user_account = $1', [lin.id])
  expect(await chen.refused(users.invite, { id: lin.id })).toBe('message.tooMany')
  expect(await rows('select code_hash from invitation where user_account = $1', [lin.id])).toEqual([before])
  setClock(minutes(61))
  expect(await chen.refused(users.invite, { id: lin.id })).toBe('allowed')
})

test('a link is shown to nobody who could not have made it: not beneath the person, not in another company', async () => {
  const { staff, lin, id, audits } = await invited()
  const [admin] = await owned<{ id: number }>(`update user_role set default_role = 'admin' where user_id = $1 returning user_id as id`, [
    lin.id,
  ])
  expect(admin!.id).toBe(lin.id)
  const wang = await staff({ role: 'company_user' })
  expect(await wang.refused(outboxMessages.text, { id })).toBe('allowed')
  expect(await wang.refused(outboxMessages.link, { id })).toBe('user.outOfReach')
  expect((await audits()).map(({ action }) => action)).not.toContain('message.link')
  const other = await (await world()).staff({ role: 'admin' })
  for (const call of [outboxMessages.text, outboxMessages.link, outboxMessages.resend, outboxMessages.cancel, outboxMessages.get])
    expect(await other.refused(call, { id })).toBe('notFound')
})

test.each([
  ['a read-only administrator', { role: 'admin', over: { readOnly: true } }, 'auth.readOnly'],
  ['a station master', { role: 'station_master' }, 'auth.forbidden'],
  ['a head office', { role: 'company_group' }, 'auth.forbidden'],
] as const)('%s neither resends nor cancels: %s', async (_, who, refusal) => {
  const { staff, id, states } = await invited()
  const someone = await staff(who)
  expect(await someone.refused(outboxMessages.resend, { id })).toBe(refusal)
  expect(await someone.refused(outboxMessages.cancel, { id })).toBe(refusal)
  expect(await states()).toEqual(['queued'])
})

test('low balance notices leave room for a link to the same person', async () => {
  const { chen, lin, company, within, list } = await invited()
  const notice = {
    user: { id: lin.id, email: 'lin@example.com', mobile: null },
    companyId: company.id,
    language: 'en',
    facts: { tail: '1234', fleet: null, isMaster: false },
    balanceCents: 1,
    levelCents: 2,
    at: noon,
  } as const
  for (let nth = 0; nth < 6; nth++) await within(ctx => writeLowBalance(ctx, notice))
  await chen.call(users.invite, { id: lin.id })
  expect((await list()).at(-1)).toMatchObject({ template: 'passwordReset', state: 'queued' })
})
