import { outboxMessages, users } from '@forecourt/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { person } from '../../testing/access.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { gateway, postOffice } from '../../testing/post.ts'
import { db, noon, owned, setClock, unique, world } from '../../testing/world.ts'
import { purgeExpired } from '../../maintenance.ts'
import { mailBy, smsBy, message, useWays } from './index.ts'

const post = await postOffice()
const sms = await gateway()
afterAll(async () => {
  await post.close()
  await sms.close()
})

const address = 'https://forecourt.example.com'
const mail = mailBy(post.url, 'Forecourt <no-reply@forecourt.example.com>', 1000)
const text = smsBy({
  url: `${sms.url}/send?mark={key}`,
  headers: { Authorization: 'Bearer gateway-secret', 'Content-Type': 'application/json' },
  body: '{"phone":"{to}","content":"{text}"}',
})
beforeEach(async () => {
  await owned('delete from job')
  await owned('delete from outbox_message')
  useWays({ address, channels: { mail, sms: text } })
  Object.assign(post.mood, { refuse: 0, silent: false })
  Object.assign(sms.mood, { status: 200, silent: false })
  post.letters.length = 0
  sms.asked.length = 0
  setClock(noon)
})

const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

/** A manager who invites, and somebody who is invited. */
async function scene(who: { email?: string; mobile?: string } = { email: 'lin@example.com' }) {
  const it = await world()
  const chen = await it.staff({ role: 'admin' })
  const lin = await person(it.company, { roles: ['company_user'], ...who, over: { mobile: who.mobile ?? null, password_hash: null } })
  const invite = () => chen.call(users.invite, { id: lin.id })
  const one = async () => (await chen.call(outboxMessages.list, {})).content[0]!
  return { ...it, chen, lin, invite, one, send: (at = noon) => runDueJobs(message.tasks, at) }
}
/** As it was before it was packed for the way. */
const unpacked = (letter: string) => {
  const [head = '', body = ''] = letter.split('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  return body.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

test('who is invited gets the link by mail, in their inviter’s language, once', async () => {
  const { invite, one, send } = await scene()
  const { code, message } = await invite()
  expect(message).toEqual({ channel: 'mail', recipient: 'l***@example.com', ready: true })
  await send()
  await send()
  expect(post.letters).toHaveLength(1)
  expect(post.letters[0]).toContain('To: lin@example.com')
  expect(unpacked(post.letters[0]!)).toContain(`${address}/login#invitation=${code}`)
  expect(unpacked(post.letters[0]!)).toContain('before 2026-05-03 12:00')
  expect(await one()).toMatchObject({ state: 'sent', attempts: 1, template: 'invitation', language: 'en', recipient: 'l***@example.com' })
  expect(JSON.stringify(await one())).not.toContain('lin@example.com')
})

test('who has a mobile number alone gets an SMS through the gateway', async () => {
  const { invite, send, one } = await scene({ mobile: '13800001234' })
  const { code } = await invite()
  await send()
  expect(sms.asked).toHaveLength(1)
  expect(sms.asked[0]).toMatchObject({ method: 'POST', authorization: 'Bearer gateway-secret' })
  const { phone, content } = JSON.parse(sms.asked[0]!.body) as { phone: string; content: string }
  expect([phone, content.includes(`#invitation=${code}`)]).toEqual(['13800001234', true])
  expect(await one()).toMatchObject({ state: 'sent', recipient: '138****1234' })
})

test('who has set a password before is told that it is set anew', async () => {
  const { invite, one, lin } = await scene()
  await owned(`update user_account set password_hash = 'x' where id = $1`, [lin.id])
  await invite()
  expect(await one()).toMatchObject({ template: 'passwordReset' })
})

test('without mail and SMS it stays in the outbox, is read there, and leaves when mail is set up', async () => {
  useWays({ address, channels: {} })
  const { invite, one, send, chen } = await scene()
  const { message, code } = await invite()
  expect(message).toMatchObject({ ready: false })
  expect(await chen.call(outboxMessages.ways, {})).toMatchObject({ mail: { ready: false }, sms: { ready: false }, demo: false })
  await send()
  const { id, state } = await one()
  expect(state).toBe('queued')
  const shown = await chen.call(outboxMessages.text, { id })
  expect(shown).toMatchObject({ address: 'lin@example.com', linkUntil: later(48 * 60).toISOString() })
  expect(JSON.stringify(shown)).not.toContain(code)
  expect((await chen.call(outboxMessages.link, { id })).path).toBe(`/login#invitation=${code}`)

  useWays({ address, channels: { mail } })
  await purgeExpired(db, later(60))
  await send(later(60))
  expect(await one()).toMatchObject({ state: 'sent' })
  expect(post.letters).toHaveLength(1)
})

test('nothing leaves a demo company', async () => {
  const { invite, one, send, company } = await scene()
  await owned('update company set is_demo = true where id = $1', [company.id])
  expect((await invite()).message).toMatchObject({ ready: false })
  await send()
  await purgeExpired(db, later(60))
  await send(later(60))
  expect([post.letters, (await one()).state]).toEqual([[], 'queued'])
})

test('a server that takes nothing now is tried again; one that never does leaves the message as failed', async () => {
  const { invite, one, send } = await scene()
  post.mood.refuse = 451
  await invite()
  await send()
  expect(await one()).toMatchObject({ state: 'queued', attempts: 1, lastError: 'refused: 451 no such user' })
  post.mood.refuse = 0
  await send(later(1))
  expect(await one()).toMatchObject({ state: 'sent', attempts: 2, lastError: '' })

  const other = await scene()
  post.mood.refuse = 451
  await other.invite()
  for (let minute = 0; minute < 60; minute++) await other.send(later(minute))
  expect(await other.one()).toMatchObject({ state: 'failed', attempts: 6 })
})

test.each([
  ['a server that is not there', 'smtp://127.0.0.1:1', 'queued', /^unreachable: /],
  ['an address that the server does not know', undefined, 'failed', /^refused: 550 /],
])('%s', async (_, url, state, lastError) => {
  if (url) useWays({ address, channels: { mail: mailBy(url, 'a@b.example', 500) } })
  else post.mood.refuse = 550
  const { invite, one, send } = await scene()
  await invite()
  await send()
  expect(await one()).toMatchObject({ state, attempts: 1, lastError: expect.stringMatching(lastError) })
})

test('a server that takes the text and falls silent: nobody knows, so it is not sent again until somebody says so', async () => {
  const { invite, one, send, chen, audits } = await scene()
  post.mood.silent = true
  await invite()
  await send()
  expect(post.letters).toHaveLength(1)
  const { id } = await one()
  expect(await one()).toMatchObject({ state: 'unsure', lastError: expect.stringMatching(/^silent: /) })
  post.mood.silent = false
  await send(later(600))
  expect(post.letters).toHaveLength(1)
  await chen.call(outboxMessages.resend, { id })
  await send()
  expect([post.letters.length, (await one()).state]).toEqual([2, 'sent'])
  expect(await audits()).toContainEqual(expect.objectContaining({ action: 'message.resend', subject: `outboxMessages:${id}` }))
})

test('an instance that was killed while it sent: the next does not send again, and says that nobody knows', async () => {
  const { invite, one, send } = await scene()
  await invite()
  await owned(`update outbox_message set state = 'sending', attempts = 1 where id = $1`, [(await one()).id])
  await send()
  expect(post.letters).toHaveLength(0)
  expect(await one()).toMatchObject({ state: 'unsure', lastError: 'interrupted' })
})

test.each([
  [200, 'sent'],
  [204, 'sent'],
  [302, 'failed'],
  [400, 'failed'],
  [429, 'queued'],
  [500, 'unsure'],
  [503, 'queued'],
])('a gateway that answers %i: %s', async (status, state) => {
  const { invite, one, send } = await scene({ mobile: `1380001${String(unique()).padStart(4, '0')}` })
  sms.mood.status = status
  const { code } = await invite()
  await send()
  expect(sms.asked).toHaveLength(1)
  expect(await one()).toMatchObject({ state })
  expect((await one()).lastError).not.toContain(code)
})

test('a gateway that breaks off after it was asked: nobody knows', async () => {
  const { invite, one, send } = await scene({ mobile: '13800009876' })
  sms.mood.silent = true
  await invite()
  await send()
  expect([sms.asked.length, (await one()).state]).toEqual([1, 'unsure'])
})
