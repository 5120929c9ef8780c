import { devicePermissions, memberNotices, outboxMessages } from '@forecourt/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { browser } from '../../testing/access.ts'
import { campaigning } from '../../testing/activities.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { gateway } from '../../testing/post.ts'
import { purgeExpired } from '../../maintenance.ts'
import { db, noon, owned, setClock, unique } from '../../testing/world.ts'
import { identityHash } from '../member/index.ts'
import { message, smsBy, useWays } from '../message/index.ts'
import { isQuiet, tellOffers } from './tell.ts'

const sms = await gateway()
afterAll(() => sms.close())
const text = smsBy({ url: `${sms.url}/send`, headers: { 'Content-Type': 'application/json' }, body: '{"phone":"{to}","content":"{text}"}' })
const address = 'https://forecourt.example.com'
beforeEach(() => {
  useWays({ address, channels: { sms: text } })
  sms.asked.length = 0
  // Friday, 12:00 in Shanghai.
  setClock(noon)
})
const hours = (later: number) => new Date(noon.getTime() + later * 3_600_000)

/** A company whose activity tells of the coupons that it gives, and a member who buys. */
async function telling(of: { smsNotice: boolean } = { smsNotice: true }) {
  const it = await campaigning()
  const userId = it.card.userId!
  const mobile = `139${String(1e8 + unique()).slice(1)}`
  await owned('update user_account set mobile = $3 where company_id = $1 and id = $2', [it.company.id, userId, mobile])
  const { id, name } = await it.start({ kind: 'purchase', fromCents: 200_00, giftCount: 2, ...of })
  const say = (agreed: boolean) => it.clerk.call(memberNotices.set, { id: userId, body: { agreed } })
  const buys = async () => {
    await it.pays()
    await it.give()
  }
  const tell = (at = noon) => tellOffers(db, [it.company.id], at)
  const messages = async () =>
    (await it.clerk.call(outboxMessages.list, { query: { search: 'template:offer', sort: 'createdDate' } })).content
  const became = async () => (await it.gifts(id)).map(({ notice }) => notice)
  /** What leaves does so with the round that looks after messages. */
  const leaves = async (at = noon) => {
    await purgeExpired(db, at)
    await runDueJobs(message.tasks, at)
  }
  /** What came to the number. */
  const got = () =>
    sms.asked
      .map(({ body }) => JSON.parse(body) as { phone: string; content: string })
      .flatMap(({ phone, content }) => (phone === mobile ? [content] : []))
  return { ...it, got, userId, mobile, activityId: id, activityName: name, say, buys, tell, messages, became, leaves }
}
const linkIn = (body: string) => /#stop=([\w.-]+)/.exec(body)?.[1]

// @req MSG-005
test('a member who agreed is told of each gift once, with what it is and the way out; the way out ends it', async () => {
  const it = await telling()
  expect(await it.clerk.call(memberNotices.read, { id: it.userId })).toEqual({ agreed: false, changedDate: null, by: null })
  expect(await it.say(true)).toEqual({ agreed: true, changedDate: noon.toISOString(), by: 'staff' })
  await it.buys()
  expect(await it.became()).toEqual(['waiting'])
  await Promise.all([it.tell(), it.tell(), it.tell()])
  expect(await it.became()).toEqual(['written'])
  expect(await it.messages()).toMatchObject([{ channel: 'sms', template: 'offer', userId: it.userId, state: 'queued' }])
  await it.leaves()
  await it.leaves()
  expect(it.got()).toHaveLength(1)
  const [content] = it.got() as [string]
  expect(content).toContain(`“${it.activityName}”赠您“${it.coupon.name}”2张，2026-05-31 前有效`)
  expect(content).toContain(`${address}/login#stop=`)

  const code = linkIn(content)!
  expect(await browser().call(memberNotices.stop, { body: { code } })).toEqual({ company: it.company.name })
  expect(await browser().call(memberNotices.stop, { body: { code } })).toEqual({ company: it.company.name })
  expect(await it.clerk.call(memberNotices.read, { id: it.userId })).toMatchObject({ agreed: false, by: 'link' })
  await it.buys()
  await it.tell()
  expect(await it.became()).toEqual(['written', 'notAgreed'])
  const said = (await it.audits()).filter(({ action }) => action.startsWith('notice.'))
  expect(said.map(({ action, detail }) => [action, detail])).toEqual([
    ['notice.agree', { by: 'staff' }],
    ['notice.stop', { by: 'link' }],
  ])
})

// @req MSG-005
test('nobody is told who did not agree, has no number, or has nothing left of it; nor where SMS is not set up, or not wanted', async () => {
  const silent = await telling({ smsNotice: false })
  await silent.say(true)
  await silent.buys()
  await silent.tell()
  expect(await silent.became()).toEqual([null])

  const it = await telling()
  await it.buys()
  await it.tell()
  await it.say(true)
  const orderId = await it.pays()
  await it.give()
  await it.giveBack(orderId, 240_00)
  await it.give()
  await it.tell()
  useWays({ address, channels: {} })
  await it.buys()
  await it.tell()
  await owned('update user_account set mobile = null where company_id = $1 and id = $2', [it.company.id, it.userId])
  await it.buys()
  await it.tell()
  expect(await it.became()).toEqual(['notAgreed', 'gone', 'noGateway', 'noMobile'])
  expect(await it.messages()).toEqual([])
  expect(await it.broken()).toEqual([])
})

// @req MSG-005
test('in the quiet hours nothing is written; it is, when they are over, in the language of the company', async () => {
  const it = await telling()
  await owned(`update company set config = '{"notices": {"language": "en", "quietFromHour": 20, "quietUntilHour": 8}}' where id = $1`, [
    it.company.id,
  ])
  await it.say(true)
  await it.buys()
  await it.tell(hours(8))
  await it.tell(hours(19.9))
  expect(await it.became()).toEqual(['waiting'])
  await it.tell(hours(20))
  expect(await it.became()).toEqual(['written'])
  expect((await it.messages())[0]).toMatchObject({ language: 'en', subject: `${it.company.name}: ${it.activityName}` })
})

test.each([
  [{ quietFromHour: 21, quietUntilHour: 9 }, [21, 23, 0, 8]],
  [{ quietFromHour: 12, quietUntilHour: 14 }, [12, 13]],
  [{ quietFromHour: 7, quietUntilHour: 7 }, []],
])('quiet hours %j', (from, quiet) => {
  const all = Array.from({ length: 24 }, (_, hour) => hour).filter(hour => isQuiet(hour, from))
  expect(quiet.every(hour => all.includes(hour))).toBe(true)
  expect(all).toHaveLength((from.quietUntilHour - from.quietFromHour + 24) % 24)
})

test('what has not left is called back when a member stops it; a code for something else does not end it', async () => {
  const it = await telling()
  await it.say(true)
  await it.buys()
  await it.tell()
  await it.say(false)
  expect(await it.messages()).toMatchObject([{ state: 'cancelled' }])
  await it.leaves()
  expect(it.got()).toEqual([])
})

describe('who says it', () => {
  /** A mini program to which the member is bound. */
  async function program() {
    const it = await telling()
    const wechat = { appId: 'wx5e1f0c7a93b2d846', openId: `oUpF8uMuAJO_M2pxb1Q9zNjWeS${unique()}` }
    const deviceOf = async (type: string) => {
      const values = [it.company.id, it.station.id, `Device ${unique()}`, type]
      const [device] = await owned<{ id: number }>(
        'insert into device (company_id, station_id, name, type) values ($1, $2, $3, $4) returning id',
        values,
      )
      return { id: device!.id, app: it.as({ kind: 'device', id: device!.id, key: `device:${device!.id}`, permissions: devicePermissions }) }
    }
    const { id: deviceId, app } = await deviceOf('miniProgram')
    await owned(
      'insert into member_wechat (company_id, user_id, app_id, open_id_hash, device_id, bound_date) values ($1, $2, $3, $4, $5, $6)',
      [it.company.id, it.userId, wechat.appId, identityHash(it.company.id, wechat), deviceId, noon],
    )
    return { ...it, wechat, app, deviceOf }
  }

  // @req MSG-005
  test('the member in the mini program; nobody who is not bound to it, and no till', async () => {
    const it = await program()
    expect(await it.app.call(memberNotices.own, { body: { wechat: it.wechat, agreed: true } })).toMatchObject({
      agreed: true,
      by: 'member',
    })
    const stranger = { ...it.wechat, openId: `${it.wechat.openId}x` }
    expect(await it.app.refused(memberNotices.own, { body: { wechat: stranger, agreed: true } })).toBe('notice.notMember')
    const { app: till } = await it.deviceOf('pos')
    expect(await till.refused(memberNotices.own, { body: { wechat: it.wechat, agreed: true } })).toBe('member.notMiniProgram')
  })

  test('nobody by a code that was made up, is another company’s, or an old one', async () => {
    const it = await telling(),
      other = await telling()
    await it.say(true)
    await other.say(true)
    const codeOf = async (of: typeof it) =>
      (await of.rows<{ code: string }>('select code from notice_consent where company_id = $1', [of.company.id]))[0]!.code
    const old = await codeOf(it)
    await it.say(false)
    await it.say(true)
    for (const code of [`${it.company.id}.${old}`, `${it.company.id}.${await codeOf(other)}`, `${it.company.id}.${'A'.repeat(22)}`])
      expect([code, await browser().refused(memberNotices.stop, { body: { code } })]).toEqual([code, 'notice.codeUnknown'])
    expect(await browser().refused(memberNotices.stop, { body: { code: 'x' } })).toBe('validation')
    expect(await it.clerk.call(memberNotices.read, { id: it.userId })).toMatchObject({ agreed: true })
    expect(await it.clerk.refused(memberNotices.read, { id: other.userId })).toBe('notFound')
  })
})
