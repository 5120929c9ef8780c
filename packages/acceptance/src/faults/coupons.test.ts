import { afterAll, beforeAll, expect, test } from 'vitest'
import { whole } from '../../../server/src/testing/sampling.ts'
import { deskOf } from './crowd.ts'
import { openScene, type Scene } from './scene.ts'

const [planned, processes, lanes] = [100, 4, 64]
let scene: Scene
let servers: string[]
let desk: Record<string, string>
beforeAll(async () => {
  if (!whole) return
  scene = await openScene()
  servers = [scene.url]
  while (servers.length < processes) servers.push((await scene.startBeside()).url)
  desk = { ...(await deskOf(scene, company())), station: String(company().stations[0]!.id) }
})
afterAll(() => scene?.close())
const company = () => scene.demo.companies[0]!

interface Answer {
  readonly status: number
  readonly json: { code?: string; id?: number; codes?: string[]; userDealIds?: number[]; paidCents?: number; totalCents?: number }
}
/** Asks one of the servers after the other. One that is busy says so, and is asked again. */
let turn = 0
async function post(path: string, body: object): Promise<Answer> {
  // Coupons themselves are added without a key; each name is there once.
  const key = path === '/deals' ? undefined : { 'idempotency-key': crypto.randomUUID() }
  const server = servers[turn++ % servers.length]!
  for (;;) {
    const reply = await fetch(`${server}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...key, ...desk },
      body: JSON.stringify(body),
    })
    const json = (await reply.json()) as Answer['json']
    if (reply.status !== 503) return { status: reply.status, json }
    await new Promise(done => setTimeout(done, 100))
  }
}

/** So many at once, until all are answered. */
async function flood(count: number, ask: (at: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const lane = async () => {
    while (next < count) answers.push(await ask(next++))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return answers
}
const done = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200)
const codesOf = (answers: readonly Answer[]) =>
  [...new Set(answers.flatMap(({ status, json }) => (status === 200 ? [] : [`${status} ${json.code}`])))].toSorted()

async function offer(over: object = {}): Promise<number> {
  const body = {
    name: `F17 ${crypto.randomUUID()}`,
    kind: 'amount',
    offCents: 1_00,
    startTime: new Date(Date.now() - 3_600_000).toISOString(),
    endTime: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    ...over,
  }
  const { status, json } = await post('/deals', body)
  expect([status, json]).toEqual([200, expect.objectContaining({ id: expect.any(Number) })])
  return json.id!
}

/** Goods of the station, and a member with a card. */
async function shop() {
  const [station] = company().stations
  const [item] = await scene.rows<{ id: number; cents: number }>(
    `select item.id, price_cents as cents from item join category on category.id = category_id where item.station_id = $1
      and product_id is null and not item.hidden and not category.hidden and price_cents > 500 and item.end_time is null
      and not exists (select from item_stock stock where stock.item_id = item.id and counted) order by item.id limit 1`,
    [station!.id],
  )
  const [card] = await scene.rows<{ id: number; member: number }>(
    `select user_card.id, user_id as member from user_card join card on card.id = card_id where card.type = 'debit'
      and user_card.status = 'normal' and kind = 'personal' and user_id is not null and user_card.company_id = (
        select company_id from station where id = $1) order by user_card.id limit 1`,
    [station!.id],
  )
  const sell = (coupon: object) =>
    post('/orders/manual', {
      createdDate: new Date().toISOString(),
      remark: 'F17',
      payType: 'cash',
      lineItems: [{ itemId: item!.id, pieces: 1, discountCents: 0 }],
      ...coupon,
    })
  return { item: item!, card: card!, sell }
}
/** What orders were lowered by coupons of a kind, and by how much. */
const lowered = (dealId: number) =>
  scene.rows<{ orders: number; cents: number }>(
    `select count(distinct given.order_id)::int as orders, coalesce(sum(amount_cents), 0)::int as cents from order_discount given
      join user_deal held on held.id = given.source_id where given.kind = 'coupon' and held.deal_id = $1`,
    [dealId],
  )

// Fault F17.
test.runIf(whole)(
  'of a hundred coupons a hundred are issued to ten thousand who ask at four servers, and each is used once; the others are told why',
  { timeout: 1_800_000 },
  async () => {
    const dealId = await offer({ maxCount: planned })
    const claims = await flood(10_000, () => post('/userDeals', { dealId, codes: 1, reason: 'F17' }))
    expect([done(claims).length, codesOf(claims)]).toEqual([planned, ['409 coupon.soldOut']])
    const codes = done(claims).flatMap(({ json }) => json.codes!.map((code, at) => ({ code, id: json.userDealIds![at]! })))
    expect(new Set(codes.map(({ code }) => code)).size).toBe(planned)

    const { item, sell } = await shop()
    const uses = await flood(10_000, at => {
      const { code, id } = codes[at % planned]!
      return sell({ couponCodes: [code], userDealIds: [id] })
    })
    expect(done(uses).length).toBe(planned)
    // Nobody pays another price than was asked for: who gets no coupon is refused.
    expect(new Set(done(uses).map(({ json }) => json.paidCents))).toEqual(new Set([item.cents - 1_00]))
    expect(codesOf(uses)).toEqual(['409 coupon.used'])
    expect(await lowered(dealId)).toEqual([{ orders: planned, cents: planned * 1_00 }])
    await scene.endsWell()
  },
)

test.runIf(whole)(
  'of a coupon of which each holder gets one, a member who asks a thousand times gets one; on fifty orders at once it lowers one of them',
  { timeout: 900_000 },
  async () => {
    const dealId = await offer({ perUser: 1 })
    const { card, sell } = await shop()
    const claims = await flood(1_000, () => post('/userDeals', { dealId, userIds: [card.member], reason: 'F17' }))
    expect([done(claims).length, codesOf(claims)]).toEqual([1, ['409 coupon.limitReached']])
    const [id] = done(claims)[0]!.json.userDealIds!
    const uses = await flood(50, () => sell({ userCardId: card.id, userDealIds: [id] }))
    expect([done(uses).length, codesOf(uses)]).toEqual([1, ['409 coupon.used']])
    expect(await lowered(dealId)).toEqual([{ orders: 1, cents: 1_00 }])
    await scene.endsWell()
  },
)
