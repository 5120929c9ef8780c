import { deals, devicePermissions, miniprograms, qrCodes, receiving, scripts, userDeals, type Sent } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { person } from '../../testing/access.ts'
import { inDays, marketing } from '../../testing/coupons.ts'
import { noon, owned, setClock, unique } from '../../testing/world.ts'
import { identityHash } from '../member/index.ts'

beforeEach(() => setClock(noon))
type Body = Sent<typeof receiving.receive>['body']

/** A mini program that customers open, a till, a promoter, and a member who is bound to the mini program. */
async function street() {
  const it = await marketing()
  const appId = 'wx5e1f0c7a93b2d846'
  await it.clerk.call(miniprograms.create, { body: { name: 'Fuel app', type: 'wxUser', appId, linkPrefix: 'https://river.example/mp/' } })
  const deviceOf = async (type: string) => {
    const [device] = await owned<{ id: number }>(
      'insert into device (company_id, station_id, name, type) values ($1, $2, $3, $4) returning id',
      [it.company.id, it.station.id, `Device ${unique()}`, type],
    )
    return it.as({ kind: 'device', id: device!.id, key: `device:${device!.id}`, permissions: devicePermissions })
  }
  const app = await deviceOf('miniProgram')
  const promoter = await person(it.company, {
    name: 'Sun Hao',
    roles: [{ role: 'station_employee', stationId: it.station.id }],
    over: { promoter: true },
  })
  const openId = () => `oUpF8uMuAJO_M2pxb1Q9zNjWeS${unique()}`
  const bound = { appId, openId: openId() }
  await owned(
    `insert into member_wechat (company_id, user_id, app_id, open_id_hash, device_id, bound_date)
     select $1, $2, $3, $4, id, $5 from device where company_id = $1 and type = 'miniProgram'`,
    [it.company.id, it.buyer.userId, appId, identityHash(it.company.id, bound), noon],
  )
  /** What the code of the promoter says, with a coupon or without. */
  const scanned = async (dealId?: number) => {
    const { content } = await it.clerk.call(qrCodes.list, {
      query: { kind: 'promoter', ids: String(promoter.id), ...(dealId && { dealId }) },
    })
    const given = new URL(content[0]!.link).searchParams
    return { p: Number(given.get('p')), k: given.get('k')!, ...(dealId && { c: dealId }) }
  }
  const take = (dealId: number, told: Omit<Body, 'dealId'> = {}, by = app) => by.call(receiving.receive, { body: { dealId, ...told } })
  const refused = (dealId: number, told: Omit<Body, 'dealId'> = {}, by = app) =>
    by.refused(receiving.receive, { body: { dealId, ...told } })
  const offered = (told: Omit<Body, 'dealId'> = {}, by = app) => by.call(receiving.offered, { body: told })
  const open = (of: Parameters<typeof it.deal>[0] = {}) => it.deal({ manualReceive: true, ...of })
  return { ...it, appId, deviceOf, app, promoter, openId, bound, scanned, take, refused, offered, open }
}

// @req MKT-001 MKT-006 MKT-009
test('a member takes a coupon in the mini program or with a card at a till; it is theirs, and was taken', async () => {
  const it = await street()
  const { id: dealId, name } = await it.open({ perUser: 2 })
  const taken = await it.take(dealId, { wechat: it.bound })
  expect(taken).toMatchObject({ dealId, name, kind: 'amount', code: null, startTime: noon.toISOString(), endTime: inDays(30) })
  expect(await it.held(taken.id)).toMatchObject({ userId: it.buyer.userId, status: 'unused', source: 'receive', promoterId: null })
  await it.take(dealId, { cardNumber: it.buyer.number }, await it.deviceOf('pos'))
  expect(await it.refused(dealId, { wechat: it.bound })).toBe('coupon.limitReached')
  expect((await it.clerk.call(deals.get, { id: dealId })).claimCount).toBe(2)
  expect((await it.audits()).filter(({ action }) => action === 'userDeals.receive')).toHaveLength(2)
  expect(await it.broken()).toEqual([])
})

// @req MKT-008 MKT-022
test('somebody who is no member gets a code, as often as a member may have it and no oftener; nobody keeps who they are', async () => {
  const it = await street()
  const { id: dealId } = await it.open({ perUser: 1 })
  const visitor = { appId: it.appId, openId: it.openId() }
  const { code, id } = await it.take(dealId, { wechat: visitor })
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{12}$/)
  expect(await it.held(id)).toMatchObject({ userId: null, code, source: 'receive' })
  expect(await it.refused(dealId, { wechat: visitor })).toBe('coupon.limitReached')
  // Another visitor, and a stranger at a till, each get one.
  await it.take(dealId, { wechat: { appId: it.appId, openId: it.openId() } })
  const pos = await it.deviceOf('pos')
  expect((await it.take(dealId, {}, pos)).code).not.toBeNull()
  const kept = await it.rows<{ found: number }>(
    `select count(*)::int as found from user_deal one where company_id = $1 and one::text like '%' || $2 || '%'`,
    [it.company.id, visitor.openId],
  )
  expect(kept).toEqual([{ found: 0 }])
  const members = await it.open({ members: 'members' }),
    others = await it.open({ members: 'nonMembers' })
  expect(await it.refused(members.id, { wechat: visitor })).toBe('coupon.membersOnly')
  expect(await it.refused(others.id, { wechat: it.bound })).toBe('coupon.nonMembersOnly')
  // One that was recalled does not count.
  await it.clerk.call(userDeals.recall, { id, body: { reason: '发错 Wrong' } })
  await it.take(dealId, { wechat: visitor })
  await it.addUp()
  expect(await it.broken()).toEqual([])
})

// @req MKT-001 MKT-009 ORG-015
test('what a promoter’s code hands out is counted for that promoter, on the coupon and in the overview', async () => {
  const it = await street()
  const shown = await it.open({ promotionAllowed: true })
  const hidden = await it.open({ promotionAllowed: true, manualReceive: false, hidden: true })
  const plain = await it.open()
  const [bare, named] = [await it.scanned(), await it.scanned(hidden.id)]
  await it.take(shown.id, { wechat: it.bound, scanned: bare })
  const { id } = await it.take(hidden.id, { wechat: it.bound, scanned: named })
  await it.take(plain.id, { wechat: it.bound, scanned: bare })
  expect(await it.held(id)).toMatchObject({ promoterId: it.promoter.id })
  const counted = async (dealId: number) => (await it.clerk.call(deals.get, { id: dealId })).promotedCount
  expect([await counted(shown.id), await counted(hidden.id), await counted(plain.id)]).toEqual([1, 1, 0])
  expect((await it.clerk.call(scripts.overview, {})).promoters).toEqual([
    { id: it.promoter.id, name: 'Sun Hao', issued: 2, used: 0, discountCents: 0 },
  ])
  const handed = await it.clerk.call(userDeals.list, { query: { search: `promoterId:${it.promoter.id}` } })
  expect(handed.totalElements).toBe(2)
  expect(await it.broken()).toEqual([])
  await owned('update deal set promoted_count = promoted_count + 1 where company_id = $1 and id = $2', [it.company.id, plain.id])
  expect((await it.broken()).map(({ invariant }) => invariant)).toEqual(['I16'])
})

test('a customer is shown what they may take, what is left, and why not', async () => {
  const it = await street()
  const few = await it.open({ maxCount: 1, endTime: inDays(1) })
  const more = await it.open({ perUser: 1, endTime: inDays(2), minimumCents: 50_00 })
  const ofPromoters = await it.open({ manualReceive: false, promotionAllowed: true, endTime: inDays(3) })
  await it.open({ manualReceive: false })
  await it.open({ hidden: true })
  await it.open({ startTime: inDays(1) })
  await it.take(few.id)
  const { content } = await it.offered({ wechat: it.bound })
  expect(content).toMatchObject([
    { id: few.id, left: 0, refusal: { code: 'coupon.soldOut' } },
    { id: more.id, left: null, refusal: null, kind: 'amount', offCents: 20_00, minimumCents: 50_00 },
  ])
  await it.take(more.id, { wechat: it.bound })
  expect((await it.offered({ wechat: it.bound })).content[1]!.refusal).toMatchObject({ code: 'coupon.limitReached' })
  const scanned = await it.scanned(ofPromoters.id)
  expect((await it.offered({ scanned })).content.map(({ id }) => id)).toEqual([few.id, more.id, ofPromoters.id])
})

// @req MKT-009
test('is refused, and changes nothing', async () => {
  const it = await street(),
    other = await street()
  const closed = await it.open({ manualReceive: false }),
    hidden = await it.open({ hidden: true }),
    fine = await it.open(),
    theirs = await other.open()
  const pos = await it.deviceOf('pos')
  const tries: [string, Promise<string>, string][] = [
    ['not to be taken', it.refused(closed.id), 'coupon.notReceivable'],
    ['hidden', it.refused(hidden.id), 'coupon.notReceivable'],
    ['a card that nobody holds', it.refused(fine.id, { cardNumber: '6200000000000000' }, pos), 'coupon.noMemberHere'],
    ['a till that says who is who', it.refused(fine.id, { wechat: it.bound }, pos), 'member.notMiniProgram'],
    ['a card and an identity', it.refused(fine.id, { wechat: it.bound, cardNumber: it.buyer.number }), 'validation'],
    ['a code of another company', it.refused(fine.id, { scanned: await other.scanned() }), 'qrcode.unknown'],
    ['a coupon of another company', it.refused(theirs.id), 'notFound'],
    ['a card of another company', it.refused(fine.id, { cardNumber: other.buyer.number }, pos), 'coupon.noMemberHere'],
  ]
  for (const [name, tried, code] of tries) expect([name, await tried]).toEqual([name, code])
  expect(await it.clerk.refused(receiving.receive, { body: { dealId: fine.id } })).toBe('auth.forbidden')
  expect((await it.clerk.call(userDeals.list, {})).totalElements).toBe(0)
})

// @req MKT-022 MKT-023
test('asked for at once by thirty visitors, twice by each, ten coupons go to ten of them', async () => {
  const it = await street()
  const { id: dealId } = await it.open({ maxCount: 10, perUser: 1 })
  const visitors = Array.from({ length: 30 }, () => ({ appId: it.appId, openId: it.openId() }))
  const outcomes = await Promise.all(
    [...visitors, ...visitors].map(async wechat => {
      const reply = await it.app.send(receiving.receive, { body: { dealId, wechat } })
      return reply.statusCode === 200 ? 'taken' : (reply.json().code as string)
    }),
  )
  expect(outcomes.filter(outcome => outcome === 'taken')).toHaveLength(10)
  expect(new Set(outcomes)).toEqual(new Set(['taken', 'coupon.soldOut', ...outcomes.filter(outcome => outcome === 'coupon.limitReached')]))
  const { content } = await it.clerk.call(userDeals.list, { query: { size: 100 } })
  expect(content).toHaveLength(10)
  expect(await it.broken()).toEqual([])
})
