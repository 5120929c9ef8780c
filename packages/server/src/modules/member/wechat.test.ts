import { devicePermissions, memberMerge, memberWechat, outboxMessages, type Sent } from '@forecourt/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { decrypt } from '../../platform/config/encryption.ts'
import { proofOf } from '../../testing/access.ts'
import { noon, owned, setClock, unique, world } from '../../testing/world.ts'
import { addMember } from './index.ts'

beforeEach(() => setClock(noon))
const appId = 'wx1234567890abcdef'
const openId = () => `oUpF8uMuAJO_M2pxb1Q9zNjWeS${unique()}`

/** A member, and the mini program of the company, which is a device of a station of it. */
async function asked(type = 'miniProgram') {
  const it = await world()
  const deviceOf = async (kind: string) => {
    const [device] = await owned<{ id: number }>(
      'insert into device (company_id, station_id, name, type) values ($1, $2, $3, $4) returning id',
      [it.company.id, it.station.id, `Device ${unique()}`, kind],
    )
    return it.as({ kind: 'device', id: device!.id, key: `device:${device!.id}`, permissions: devicePermissions })
  }
  const program = await deviceOf(type)
  const lin = await it.staff({ role: 'station_employee', stationIds: [it.station.id] })
  const mobile = `139${String(1e8 + unique()).slice(1)}`
  const add = (number: string | null) => it.within(ctx => addMember(ctx, { companyId: it.company.id, name: 'Sun Li', mobile: number }))
  const id = await add(mobile)
  /** What the SMS says. */
  const sms = async (of = id) => {
    const [row] = await owned<{ link: Buffer; key: string; text: string }>(
      'select link, link_key as key, text from outbox_message where user_id = $1 and link is not null',
      [of],
    )
    return { code: decrypt('message-link', { bytes: row!.link, keyId: row!.key }), text: row!.text }
  }
  const codeFor = async (of = id) => {
    await program.call(memberWechat.code, { id: of })
    return (await sms(of)).code
  }
  const bind = async (over: Partial<Sent<typeof memberWechat.bind>['body']> = {}, of = id) => ({
    id: of,
    body: { appId, openId: openId(), code: '000000', ...over },
  })
  return { ...it, program, lin, id, mobile, add, sms, codeFor, bind, deviceOf }
}

// @req MEM-001
test('a mini program binds a member with the code from the SMS; the counter sees the mark alone, and unbinds with a reason', async () => {
  const { program, lin, id, codeFor, bind, sms, ...it } = await asked()
  const identity = openId()
  expect(await lin.call(memberWechat.read, { id })).toEqual({ wechatBound: false, content: [] })
  const code = await codeFor()
  expect(code).toMatch(/^\d{6}$/)
  const { text } = await sms()
  expect(text).not.toContain(code)
  expect(await program.call(memberWechat.bind, await bind({ openId: identity, code }))).toEqual({ id, wechatBound: true })
  expect(await lin.call(memberWechat.read, { id })).toMatchObject({
    wechatBound: true,
    content: [{ appId, boundDate: noon.toISOString() }],
  })
  expect(JSON.stringify([await it.audits(), await it.events()])).not.toContain(identity)
  const [kept] = await owned<{ found: number }>(
    `select count(*)::int as found from member_wechat each_of where each_of::text like '%' || $1 || '%'`,
    [identity],
  )
  expect(kept).toEqual({ found: 0 })
  expect(await lin.call(memberWechat.unbind, { id, body: { reason: 'Has another account' } })).toEqual({ id, unbound: 1 })
  expect(await lin.refused(memberWechat.unbind, { id, body: { reason: 'Once more' } })).toBe('member.wechatUnbound')
  expect((await it.audits()).filter(({ action }) => action === 'member.wechat.unbind')).toMatchObject([
    { subject: `members:${id}`, detail: { unbound: 1, reason: 'Has another account' } },
  ])
})

test('the code is read by nobody in the outbox, and is not handed over as a link', async () => {
  const { codeFor, ...it } = await asked()
  const code = await codeFor()
  const admin = await it.staff()
  const { content } = await admin.call(outboxMessages.list, {})
  expect(content).toMatchObject([{ template: 'memberCode', channel: 'sms', recipient: `139****${it.mobile.slice(-4)}` }])
  const shown = await admin.raw('GET', `/outboxMessages/${content[0]!.id}/text`)
  expect(shown.json().text).toContain('••••••')
  expect(shown.body).not.toContain(code)
  expect(await admin.refused(outboxMessages.link, { id: content[0]!.id })).toBe('message.expired')
})

test('one identity is one member’s in a company; another identity of the same member takes the place of the first', async () => {
  const { program, id, add, codeFor, bind, rows, company } = await asked()
  const identity = openId()
  await program.call(memberWechat.bind, await bind({ openId: identity, code: await codeFor() }))
  const other = await add(`138${String(1e8 + unique()).slice(1)}`)
  expect(await program.refused(memberWechat.bind, await bind({ openId: identity, code: await codeFor(other) }, other))).toBe(
    'member.wechatTaken',
  )
  await program.call(memberWechat.bind, await bind({ code: await codeFor() }))
  expect(await rows('select user_id from member_wechat where company_id = $1', [company.id])).toEqual([{ user_id: id }])
  expect(await program.refused(memberWechat.bind, await bind({ openId: identity, code: await codeFor(other) }, other))).toBe('allowed')
})

test('a code is good for ten minutes, for five tries, once, and on the device that asked for it', async () => {
  const { program, codeFor, bind, deviceOf } = await asked()
  const wrong = (code: string) => (code === '123456' ? '654321' : '123456')
  let code = await codeFor()
  for (const left of [4, 3, 2, 1]) {
    const reply = await program.send(memberWechat.bind, await bind({ code: wrong(code) }))
    expect(reply.json()).toMatchObject({ code: 'member.codeWrong', message: `Wrong code; tries left: ${left}` })
  }
  expect(await program.refused(memberWechat.bind, await bind({ code: wrong(code) }))).toBe('member.codeSpent')
  expect(await program.refused(memberWechat.bind, await bind({ code }))).toBe('member.codeSpent')
  code = await codeFor()
  expect(await (await deviceOf('miniProgram')).refused(memberWechat.bind, await bind({ code }))).toBe('member.codeSpent')
  setClock(new Date(noon.getTime() + 10 * 60_000))
  expect(await program.refused(memberWechat.bind, await bind({ code }))).toBe('member.codeSpent')
  setClock(noon)
  expect(await program.refused(memberWechat.bind, await bind({ code }))).toBe('allowed')
  expect(await program.refused(memberWechat.bind, await bind({ code }))).toBe('member.codeSpent')
})

describe('refused:', () => {
  test('a till, a user, a member without a number, a member of another company', async () => {
    const { lin, id, add, program, bind, deviceOf } = await asked()
    expect(await (await deviceOf('pos')).refused(memberWechat.code, { id })).toBe('member.notMiniProgram')
    expect(await (await deviceOf('pos')).refused(memberWechat.bind, await bind())).toBe('member.notMiniProgram')
    expect(await lin.refused(memberWechat.code, { id })).toBe('auth.forbidden')
    expect(await program.refused(memberWechat.code, { id: await add(null) })).toBe('member.noMobile')
    expect(await program.refused(memberWechat.code, { id: (await asked()).id })).toBe('notFound')
    expect(await program.refused(memberWechat.bind, await bind())).toBe('member.codeSpent')
    expect(await program.refused(memberWechat.bind, await bind({ openId: 'short' }))).toBe('validation')
  })
})

test('with a merge the elder is bound as the younger was', async () => {
  const { program, lin: _lin, id, add, codeFor, bind, ...it } = await asked()
  const leader = await it.staff({ role: 'station_leader', stationIds: [it.station.id] })
  const younger = await add(`137${String(1e8 + unique()).slice(1)}`)
  await program.call(memberWechat.bind, await bind({ code: await codeFor(younger) }, younger))
  const pinProof = await proofOf(leader.actor, { action: 'member.merge', subject: `members:${id}` })
  await leader.call(memberMerge.merge, { id, body: { otherId: younger, reason: 'Added twice', pinProof } })
  expect(await leader.call(memberWechat.read, { id })).toMatchObject({ wechatBound: true })
})
