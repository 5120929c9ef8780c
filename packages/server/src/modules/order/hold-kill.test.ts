import { authorisations, cardHolds } from '@forecourt/contract'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { holdingShop } from '../../testing/hold.ts'
import { passLeases } from '../../testing/instances.ts'
import { openServers, type Answer } from '../../testing/killed-servers.ts'
import { dice, scaled, seed } from '../../testing/sampling.ts'
import { credentialOf, prove, startServer, tell as figures } from '../../testing/servers.ts'
import { setClock } from '../../testing/world.ts'

const [servers, cases, kills] = [scaled(2, 4), scaled(80, 2_000), scaled(2, 40)]
const lanes = 16
/** So many holds are of one card. */
const perCard = 5
const [principalCents, giftCents] = [800_00, 60_00]

/** How a fill goes, and how often each is drawn. */
const kinds = {
  plain: 2,
  'early pull': 2,
  'lost terminal': 1,
  'pulled and lost': 1,
  late: 2,
  doubled: 2,
  'nothing delivered': 1,
  'all at once': 4,
} as const
type Kind = keyof typeof kinds
const weighted = (Object.keys(kinds) as Kind[]).flatMap(kind => Array.from({ length: kinds[kind] }, () => kind))

/** What may have become of the hold in the end. */
const endsOf: Record<Kind, readonly string[]> = {
  plain: ['captured'],
  'early pull': ['captured'],
  'lost terminal': ['gray timeout'],
  'pulled and lost': ['gray pulled'],
  late: ['captured'],
  doubled: ['captured'],
  'nothing delivered': ['voided'],
  'all at once': ['captured', 'voided', 'released'],
}

interface Story {
  readonly kind: Kind
  readonly card: { readonly id: number; readonly number: string }
  readonly hold: number
  readonly sequence: number | undefined
  readonly cents: number
  readonly approvedCents: number
}
type It = Awaited<ReturnType<typeof holdingShop>>
type Servers = Awaited<ReturnType<typeof openServers>>

/** Records wait for each other, so that many come in one parcel, in any order. */
function parcels(send: (orders: readonly object[]) => Promise<Answer>, draw: () => number) {
  let waiting: { order: object; at: number; told: (answer: Answer) => void; failed: (error: unknown) => void }[] = []
  const flush = async () => {
    const parcel = waiting.toSorted((one, other) => one.at - other.at)
    waiting = []
    if (parcel.length === 0) return
    try {
      const { status, body } = await send(parcel.map(({ order }) => order))
      for (const [turn, { told }] of parcel.entries()) {
        const { order, refusal } = body.content[turn]
        told({ status: refusal ? 409 : status, body: order ?? refusal })
      }
    } catch (error) {
      for (const { failed } of parcel) failed(error)
    }
  }
  const timer = setInterval(() => void flush(), 100)
  return {
    put: (order: object) => new Promise<Answer>((told, failed) => void waiting.push({ order, at: draw(), told, failed })),
    end: () => clearInterval(timer),
  }
}

/** What a device, a clock and a leader do about a hold; what is asked of a server is asked until one answers. */
function actsOn(it: It, { ask }: Servers, device: { authorization: string }, draw: () => number) {
  const post = (path: string, key: string, body?: object) =>
    ask({ path, headers: { ...device, 'idempotency-key': key }, ...(body && { body }) })
  const { put, end } = parcels(orders => ask({ path: '/orders/batch', headers: device, body: { orders } }), draw)

  const act = async (hold: number, name: 'void' | 'pulled', key: string, mayBeLate: boolean) => {
    const { status, body } = await post(`/authorisations/${hold}/${name}`, `${name} ${hold} ${key}`)
    if (status !== 200) expect({ status, code: body.code, mayBeLate }).toEqual({ status: 409, code: 'hold.ended', mayBeLate: true })
  }
  /** Half an hour is over. */
  const timeout = (hold: number) =>
    it.rows(`update job set run_date = now() where task = 'card.gray' and state = 'waiting' and (payload ->> 'id')::bigint = $1`, [hold])
  const gray = async (hold: number) => {
    const status = async () => (await it.rows('select status from card_authorisation where id = $1', [hold]))[0].status as string
    await expect.poll(status, { interval: 100 }).toBe('gray')
  }
  const record = async (order: object, cents: number) => {
    const answer = draw() < 0.5 ? await put(order) : await ask({ path: '/orders', headers: device, body: order })
    expect(answer).toMatchObject({ status: 200, body: { status: 'success', totalCents: cents, paidCents: cents } })
    return answer.body.id as number
  }
  const released = async ({ hold, approvedCents }: Pick<Story, 'hold' | 'approvedCents'>) => {
    setClock(new Date())
    const pinProof = await proofOf(it.lin.actor, { action: 'card.release', subject: `authorisations:${hold}`, amountCents: approvedCents })
    await it.lin.refused(cardHolds.release, { id: hold, body: { reason: 'The terminal broke', pinProof } })
  }
  return { post, act, timeout, gray, record, released, end }
}

/** One fill is held for, and ends as its kind does. */
function teller({ nozzle }: It, { post, act, timeout, gray, record, released }: ReturnType<typeof actsOn>, draw: () => number) {
  const between = (from: number, to: number) => from + Math.floor(draw() * (to - from + 1))

  return async (turn: number, card: Story['card'], kind: Kind): Promise<Story> => {
    const asked = { cardNumber: card.number, nozzleControlId: nozzle.id, wantedCents: between(20_00, 120_00) }
    const { status, body } = await post('/authorisations', `ask ${turn}`, asked)
    expect([status, body]).toMatchObject([200, { status: 'open' }])
    const { id: hold, approvedCents } = body as { id: number; approvedCents: number }
    // Now and then more is delivered than was approved.
    const volumeCl = between(50, 15_00)
    const delivers = endsOf[kind].includes('captured')
    const order = {
      sequence: turn + 1,
      nozzleControlId: nozzle.id,
      payType: 'card',
      authorisationId: hold,
      lineItems: [{ volumeCl }],
    }
    const story: Story = { kind, card, hold, approvedCents, sequence: delivers ? turn + 1 : undefined, cents: delivers ? volumeCl * 8 : 0 }
    const sent = () => record(order, story.cents)

    if (kind === 'plain') await sent()
    if (kind === 'early pull') {
      await act(hold, 'pulled', '', false)
      await sent()
    }
    if (kind === 'lost terminal') await timeout(hold)
    if (kind === 'pulled and lost') await act(hold, 'pulled', '', false)
    if (kind === 'late') {
      await timeout(hold)
      await gray(hold)
      await sent()
    }
    if (kind === 'doubled') expect(new Set(await Promise.all(Array.from({ length: between(2, 5) }, sent))).size).toBe(1)
    if (kind === 'nothing delivered') await Promise.all([act(hold, 'void', 'a', true), act(hold, 'void', 'b', true), timeout(hold)])
    if (kind === 'all at once') {
      const acts = [sent, sent, () => act(hold, 'void', '', true), () => timeout(hold), () => act(hold, 'pulled', '', true)]
      const order = [...acts, () => released(story)].map(each => [draw(), each] as const).toSorted(([one], [other]) => one - other)
      await Promise.all(order.map(([, each]) => each()))
    }
    return story
  }
}

/** A server is killed after each so many stories: no lane goes on much beyond, so that there are as many kills as were asked for. */
function killer({ killOne }: Servers, draw: () => number) {
  const step = Math.floor(cases / (kills + 1))
  let [ended, done] = [0, 0]
  const killing = (async () => {
    while (done < kills) {
      while (ended < step * (done + 1)) await wait(10)
      await wait(draw() * 100)
      await killOne()
      done++
    }
  })()
  return {
    killing,
    /** @returns when the story may begin */
    async begin(turn: number) {
      while (turn >= step * (done + 1) + 2 * lanes) await wait(10)
    },
    end: () => void ended++,
  }
}

test(`${cases} holds over ${servers} servers of which ${kills} are killed in between: each is settled once, at the amount of the pump`, {
  timeout: 900_000,
}, async () => {
  setClock(new Date())
  const it = await holdingShop()
  const draw = dice(seed)
  const cards = await Promise.all(
    Array.from({ length: Math.ceil(cases / perCard) }, () => makeCard(it, { principalCents, giftCents, giftFirst: draw() < 0.5 })),
  )
  const running = await openServers(servers, draw)
  const acts = actsOn(it, running, await credentialOf(it.company.id, it.till.id), draw)
  const tell = teller(it, acts, draw)
  const { killing, ...deaths } = killer(running, draw)
  const begun = performance.now()
  const stories: Story[] = []
  let next = 0
  await Promise.all([
    killing,
    ...Array.from({ length: lanes }, async () => {
      for (let turn = next++; turn < cases; turn = next++) {
        await deaths.begin(turn)
        // The first stories are one of each kind.
        const kind = turn < weighted.length ? weighted[turn]! : weighted[Math.floor(draw() * weighted.length)]!
        stories.push(await tell(turn, cards[turn % cards.length]!, kind))
        deaths.end()
      }
    }),
  ])
  acts.end()
  // A server may have been killed that had begun to turn a hold gray: one alone does what is left.
  await running.killAll()
  await passLeases()
  await startServer()
  const undone = `select count(*)::int as count from job where task = 'card.gray' and state <> 'done' and run_date <= now()`
  await expect.poll(() => it.rows(undone), { interval: 100 }).toEqual([{ count: 0 }])
  figures(`${cases} holds`, { ms: Math.round(performance.now() - begun), ...running.seen })
  expect(running.seen.kills).toBe(kills)
  // No job tried to turn a hold gray that had ended, for the database to refuse it.
  expect(await it.rows(`select last_error from job where task = 'card.gray' and last_error like '%violates%'`)).toEqual([])

  await settledOnce(it, stories)
  await conserved(it, stories)
  await listed(it, stories)
  expect(await prove()).toContain('every invariant holds')
})

async function settledOnce(it: It, stories: readonly Story[]) {
  const holds = await it.rows<{ id: number; ended: string; cents: number | null; orderId: number | null }>(
    `select id, status || case when status = 'gray' then ' ' || gray_reason else '' end as ended, captured_cents::int as cents,
       order_id as "orderId" from card_authorisation where company_id = $1`,
    [it.company.id],
  )
  expect(holds.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(stories.map(({ hold }) => hold).toSorted((a, b) => a - b))
  const paid = await it.rows<{ sequence: number; orderId: number; cents: number; cardId: number }>(
    `select sold.sequence::int, sold.id as "orderId", -paid.amount_cents::int as cents, paid.user_card_id as "cardId"
     from sale_order sold
       join user_card_detail paid on paid.company_id = sold.company_id and paid.order_id = sold.id and paid.type = 'consume'
     where sold.company_id = $1 order by sold.sequence`,
    [it.company.id],
  )
  const delivered = stories.filter(({ sequence }) => sequence !== undefined).toSorted((a, b) => a.sequence! - b.sequence!)
  expect(paid.map(({ sequence, cents, cardId }) => [sequence, cents, cardId])).toEqual(
    delivered.map(({ sequence, cents, card }) => [sequence, cents, card.id]),
  )
  const [holdOf, orderOf] = [new Map(holds.map(each => [each.id, each])), new Map(paid.map(each => [each.sequence, each.orderId]))]
  for (const { kind, hold, cents, sequence } of stories) {
    const { ended, ...how } = holdOf.get(hold)!
    expect({ kind, hold, ended: endsOf[kind].includes(ended) || ended }).toEqual({ kind, hold, ended: true })
    const captured = { cents, orderId: sequence === undefined ? null : orderOf.get(sequence) }
    expect(how).toMatchObject(ended === 'captured' ? captured : { cents: null, orderId: null })
  }
}

/** The purses of every card are what the book says that went in and out, and what it was given less what the pump delivered. */
async function conserved(it: It, stories: readonly Story[]) {
  const purses = await it.rows<{ card: number; cents: number; replayed: number; held: number }>(
    `select account.owner_id as card, sum(account.balance_cents)::int as cents, sum(moved.cents)::int as replayed,
       coalesce(sum(account.balance_cents) filter (where account.kind = 'lock'), 0)::int as held
     from ledger_account account cross join lateral (
       select coalesce(sum(case when move.target_id = account.id then move.amount_cents else -move.amount_cents end), 0) as cents
       from ledger_move move where account.id in (move.source_id, move.target_id)) as moved
     where account.company_id = $1 and account.is_purse group by account.owner_id`,
    [it.company.id],
  )
  const ofCard = Map.groupBy(stories, ({ card }) => card.id)
  const sum = (of: readonly Story[], what: (story: Story) => number) => of.reduce((all, each) => all + what(each), 0)
  for (const [card, its] of ofCard) {
    const { cents, replayed, held } = purses.find(each => each.card === card)!
    const left = principalCents + giftCents - sum(its, each => each.cents)
    const live = its.filter(({ kind }) => endsOf[kind][0]!.startsWith('gray'))
    expect({ card, cents, replayed, held }).toEqual({ card, cents: left, replayed: left, held: sum(live, each => each.approvedCents) })
  }
}

/** The list of holds shows each that has no end, since when, and why nobody knows of one. */
async function listed(it: It, stories: readonly Story[]) {
  const found: { id: number; grayReason: string | null; age: number }[] = []
  for (let page = 0; ; page++) {
    const query = { search: 'status:(open|gray)', sort: 'createdDate,asc', size: 500, page }
    const { content, totalElements } = await it.lin.call(authorisations.list, { query })
    for (const { id, grayReason, createdDate } of content) found.push({ id, grayReason, age: Date.now() - Date.parse(createdDate) })
    if (found.length >= totalElements || content.length === 0) break
  }
  const live = stories.filter(({ kind }) => endsOf[kind][0]!.startsWith('gray'))
  const expected = live.map(({ hold, kind }) => [hold, endsOf[kind][0]!.slice('gray '.length)] as const)
  const byId = (one: readonly [number, unknown], other: readonly [number, unknown]) => one[0] - other[0]
  expect(found.map(({ id, grayReason }) => [id, grayReason] as const).toSorted(byId)).toEqual(expected.toSorted(byId))
  expect(found.every(({ age }) => age > 0 && age < 900_000)).toBe(true)
  expect(live.length).toBeGreaterThan(0)
}
