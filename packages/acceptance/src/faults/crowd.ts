import { expect } from 'vitest'
import type { Chance } from './draw.ts'
import type { Scene } from './scene.ts'

/** Where they come to. */
type Place = Pick<Scene, 'url' | 'demo' | 'rows'>
type Company = Scene['demo']['companies'][number]

/** One action that must happen once, however often it is requested. */
interface Request {
  readonly name: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: object
}
interface Answer {
  readonly id: number
  readonly totalCents?: number
  readonly amountCents?: number
}

const patienceMs = 10_000
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))

/** Customers of a story that failed go home; else they would tell their sales into the next one. */
export async function sendHome(): Promise<void> {
  const all = [...crowds]
  crowds.clear()
  await Promise.all(all.map(leave => leave()))
}
const crowds = new Set<() => Promise<unknown>>()

/**
 * Customers of a company, each with one request after another: sales for cash and by card, sent by the tills, and cards
 * topped up at the desk. Without an answer, or refused as busy, the same request is repeated until it is answered.
 */
export async function openCrowd(scene: Place, chance: Chance, { lanes = 32, company = scene.demo.companies[0]! } = {}) {
  const requests = await requestsOf(scene, company, chance)
  const acknowledged = new Map<string, Answer>()
  const seen = { ok: 0, busy: 0, unknown: 0, longestMs: 0, waitedMs: [] as number[] }
  const wrong: string[] = []
  let open = true,
    gone = false

  async function ask({ path, headers, body }: Request): Promise<Answer | undefined> {
    const begun = performance.now()
    const { reply, text } = await post(`${scene.url}/api/v1${path}`, headers, body)
    seen.longestMs = Math.max(seen.longestMs, performance.now() - begun)
    if (reply.status === 200) return JSON.parse(text) as Answer
    if (!isToComeAgain(reply, text)) wrong.push(`${reply.status} ${path} ${text}`)
    seen.busy++
    return undefined
  }
  async function fulfil(request: Request) {
    for (const begun = performance.now(); wrong.length === 0 && !gone; await pause(100)) {
      const answer = await ask(request).catch(() => void seen.unknown++)
      if (!answer) continue
      if (acknowledged.has(request.name)) wrong.push(`twice: ${request.name}`)
      acknowledged.set(request.name, answer)
      seen.waitedMs.push(performance.now() - begun)
      seen.ok++
      return
    }
  }
  const running = Array.from({ length: lanes }, async () => {
    while (open && wrong.length === 0) await fulfil(requests.next())
  })

  const leave = () => {
    open = false
    gone = true
    return Promise.all(running)
  }
  crowds.add(leave)

  return {
    seen,
    /** How long until somebody is answered who was not before. */
    async nextAnswer(timeout = 120_000): Promise<number> {
      const begun = performance.now(),
        before = seen.ok
      await expect.poll(() => seen.ok > before || wrong.length > 0, { timeout, interval: 5 }).toBe(true)
      expect(wrong).toEqual([])
      return performance.now() - begun
    },
    /** Nobody new comes; those who are there are answered. What was acknowledged is there, once, and nothing else is. */
    async close() {
      open = false
      await Promise.all(running)
      crowds.delete(leave)
      expect(wrong).toEqual([])
      expectKept(acknowledged, await requests.kept())
    },
  }
}

function expectKept(acknowledged: ReadonlyMap<string, Answer>, kept: Record<string, { id: number; cents: number }>) {
  const expected = [...acknowledged].map(([name, { id, totalCents, amountCents }]) => [name, { id, cents: totalCents ?? amountCents }])
  expect(kept).toEqual(Object.fromEntries(expected))
  expect(new Set([...acknowledged.values()].map(({ id }) => id)).size).toBe(acknowledged.size)
}

async function post(address: string, headers: Record<string, string>, body: object) {
  const reply = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patienceMs),
  })
  return { reply, text: await reply.text() }
}

const isToComeAgain = (reply: Response, text: string) => reply.status === 503 && isPlain(text) && reply.headers.get('retry-after') !== null

/** Words for a person: no statement, no place in the program. */
const isPlain = (text: string) =>
  /"code":"[a-zA-Z.]+"/.test(text) && !/select |insert |update |\.ts|node_modules|\/packages\/|stack/i.test(text)

const signInTries = 5

/** Who signs in at a desk; a server that is busy says so, and is asked again when it said. */
export async function deskOf({ url }: Pick<Scene, 'url'>, company: Company, role = 'admin'): Promise<Record<string, string>> {
  const { mobile, password } = company.accounts.find(each => each.role === role)!
  for (let at = 1; ; at++) {
    const { reply, text } = await post(`${url}/api/v1/users/login`, {}, { mobile, password, companyId: company.code })
    const [authorization, cookie] = [reply.headers.get('authorization'), reply.headers.get('set-cookie')]
    if (authorization && cookie) return { authorization, cookie: cookie.split(';')[0]! }
    if (reply.status !== 503 || at === signInTries) throw new Error(`nobody can sign in: ${reply.status} ${text}`)
    await pause(1000 * Number(reply.headers.get('retry-after')))
  }
}

/** Cards that pay. Customers of an earlier story in the same demo may have spent more than they held: those are topped up. */
async function cardsOf(scene: Place, company: Company, companyId: number, desk: Record<string, string>) {
  const cards = await scene.rows<{ id: number; number: string; status: string }>(
    `select user_card.id, number, user_card.status from user_card join card on card.id = card_id where user_card.company_id = $1
      and user_card.status in ('normal', 'overspend') and card.type = 'debit' and kind = 'personal' order by number`,
    [companyId],
  )
  for (const { id, status } of cards) if (status === 'overspend') await fill(scene, company, desk, id)
  return cards
}

/** Tops a card up with far more than it can owe. */
async function fill({ url }: Place, company: Company, desk: Record<string, string>, card: number): Promise<void> {
  const amountCents = 100_000_00
  const body = {
    stationId: company.stations[0]!.id,
    payType: 'cash',
    withoutReceipt: true,
    amountCents,
    confirmAmountCents: amountCents,
    remark: 'filled',
  }
  const { reply, text } = await post(`${url}/api/v1/userCards/${card}/charge`, desk, body)
  expect([reply.status, text]).toEqual([200, expect.stringContaining('"status":"normal"')])
}

/** What the customers want, and what of it the database holds in the end. */
async function requestsOf(scene: Place, company: Company, chance: Chance) {
  const desk = await deskOf(scene, company)
  const intake = await scene.rows<{ id: number; last: number }>('select device_id as id, last_sequence as last from device_intake')
  const tills = company.stations.flatMap(({ nozzles, devices }) =>
    devices
      .filter(({ credential }) => credential)
      .map(({ id, credential }) => {
        const first = (intake.find(each => each.id === id)?.last ?? 0) + 1
        return { id, credential, nozzles, first, sequence: first }
      }),
  )
  const [{ id: companyId } = { id: 0 }] = await scene.rows<{ id: number }>('select id from company where code = $1', [company.code])
  const cards = await cardsOf(scene, company, companyId, desk)
  const last = Math.max(
    ...(await scene.rows<{ id: number }>('select coalesce(max(id), 0) as id from user_card_detail')).map(({ id }) => id),
  )
  const stationId = company.stations[0]!.id
  let topUps = 0

  const sale = (): Request => {
    const till = chance.one(tills)
    const sequence = till.sequence++
    const how = chance.between(1, 4) > 1 ? { payType: 'cash' } : { payType: 'card', cardNumber: chance.one(cards).number }
    const lineItems = [{ volumeCl: chance.between(100, 5000) }]
    return {
      name: `${till.id} ${sequence}`,
      path: '/orders',
      headers: { authorization: `Device ${till.credential}` },
      body: { sequence, nozzleControlId: chance.one(till.nozzles).id, lineItems, ...how },
    }
  }
  const topUp = (): Request => {
    const name = `top-up ${last}-${++topUps}`
    return {
      name,
      path: `/userCards/${chance.one(cards).id}/charge`,
      headers: { ...desk, 'idempotency-key': name },
      body: { stationId, payType: 'cash', withoutReceipt: true, amountCents: chance.between(1, 100) * 100, remark: name },
    }
  }
  return {
    next: () => (chance.between(1, 8) > 1 ? sale() : topUp()),
    async kept(): Promise<Record<string, { id: number; cents: number }>> {
      const rows = await scene.rows<{ name: string; id: number; cents: number }>(
        `select device_id || ' ' || sequence as name, sold.id, total_cents as cents from sale_order sold
          join json_to_recordset($1) as till (id bigint, first bigint) on till.id = device_id and sequence >= first
        union all
        select remark, id, amount_cents from user_card_detail where remark like 'top-up %' and id > $2 and company_id = $3`,
        [JSON.stringify(tills.map(({ id, first }) => ({ id, first }))), last, companyId],
      )
      const kept = Object.fromEntries(rows.map(({ name, ...row }) => [name, row]))
      if (Object.keys(kept).length !== rows.length) throw new Error('something is there twice')
      return kept
    },
  }
}
