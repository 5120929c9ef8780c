import { cardBlackLists, cardLife, cardStops } from '@forecourt/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { purgeExpired } from '../../maintenance.ts'
import { proofOf } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { asDevice, shop } from '../../testing/order.ts'
import { dice, scaled, seed } from '../../testing/sampling.ts'
import { db, owned, setClock, tamper } from '../../testing/world.ts'
import { giveCredential } from '../forecourt/index.ts'
import { listCard, unlistCard } from './index.ts'

/** Changes of the list are dated by the clock of the database. */
const begin = new Date()
/** Where the company is. */
const today = Temporal.Instant.fromEpochMilliseconds(begin.getTime()).toZonedDateTimeISO('Asia/Shanghai').toPlainDate().toString()
beforeEach(() => setClock(begin))
const hours = (count: number) => new Date(begin.getTime() + count * 3_600_000)

async function pumps() {
  const it = await shop()
  const admin = await it.staff()
  const ask = (since = 0, device = it.device) => device.call(cardBlackLists.changes, { query: { since } })
  const act = (call: 'loss' | 'unhook' | 'disable' | 'enable', id: number) => admin.call(cardStops[call], { id, body: {} })
  const enrol = (id: number) => it.within(ctx => giveCredential(ctx, it.company.id, id, 'x'.repeat(43)))
  const wrong = async () => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0).map(({ invariant }) => invariant)
  await enrol(it.till.id)
  return { ...it, admin, ask, act, enrol, wrong }
}

// @req CRD-024
test('a device hears of a lost card with its next question, and of one that was found; who has nothing is given the whole', async () => {
  const it = await pumps()
  const [card, other] = [await makeCard(it), await makeCard(it)]
  expect(await it.ask()).toEqual({ version: 0, whole: true, added: [], removed: [] })
  await it.act('loss', card.id)
  const lost = { number: card.number, reason: 'lose' }
  expect(await it.ask()).toEqual({ version: 1, whole: true, added: [lost], removed: [] })
  await it.act('disable', other.id)
  const disabled = { number: other.number, reason: 'disable' }
  expect(await it.ask(1)).toEqual({ version: 2, whole: false, added: [disabled], removed: [] })
  expect(await it.ask(2)).toEqual({ version: 2, whole: false, added: [], removed: [] })
  await it.act('unhook', card.id)
  expect(await it.ask(2)).toEqual({ version: 3, whole: false, added: [], removed: [card.number] })
  expect(await it.ask()).toEqual({ version: 3, whole: true, added: [disabled], removed: [] })
  // From a time that has not come: the books were restored.
  expect(await it.ask(9)).toMatchObject({ version: 3, whole: true })
  expect(await it.wrong()).toEqual([])
})

test('each company has a list and versions of its own', async () => {
  const [here, there] = [await pumps(), await pumps()]
  await here.act('loss', (await makeCard(here)).id)
  expect(await here.ask()).toMatchObject({ version: 1, added: [{ reason: 'lose' }] })
  expect(await there.ask()).toEqual({ version: 0, whole: true, added: [], removed: [] })
})

test('a card that was replaced, returned, locked, or is over its last day is on the list; what it owes changes nothing', async () => {
  const it = await pumps()
  const [plain, back, old, late] = [await makeCard(it), await makeCard(it), await makeCard(it), await makeCard(it)]
  const pinProof = await proofOf(it.lin.actor, { action: 'card.reissue', subject: `userCards:${old.id}` })
  await it.act('loss', old.id)
  await it.lin.call(cardLife.reissue, { id: old.id, body: { number: `88${old.number}`, reason: 'lost', pinProof } })
  const closing = await proofOf(it.lin.actor, { action: 'card.return', subject: `userCards:${back.id}`, amountCents: 0 })
  const returned = { amountCents: 0, chipPresent: false, remark: 'Moves away', pinProof: closing }
  await it.lin.call(cardLife.cardReturn, { id: back.id, body: returned })
  await owned(`update user_card set valid_until = $2 where id = $1`, [late.id, today])
  for (const status of ['overspend', 'normal', 'lock']) await owned('update user_card set status = $2 where id = $1', [plain.id, status])
  const entry = (number: string, reason: string) => ({ number, reason })
  const { version, added } = await it.ask()
  expect([version, new Set(added)]).toEqual([
    4,
    new Set([entry(plain.number, 'lock'), entry(back.number, 'returned'), entry(old.number, 'replaced')]),
  ])
  // Two days later the last day is over wherever the company is.
  setClock(hours(48))
  expect(await it.ask(version)).toEqual({ version: 5, whole: false, added: [entry(late.number, 'expired')], removed: [] })
  expect(await it.ask(5)).toMatchObject({ version: 5 })
  await it.act('loss', late.id)
  await it.act('unhook', late.id)
  expect(await it.ask(5)).toEqual({ version: 7, whole: false, added: [entry(late.number, 'expired')], removed: [] })
  const validUntil = hours(72 * 24)
    .toISOString()
    .slice(0, 10)
  await it.admin.call(cardLife.extend, { id: late.id, body: { validUntil, remark: 'Goes on' } })
  expect(await it.ask(7)).toEqual({ version: 8, whole: false, added: [], removed: [late.number] })
  expect(await it.wrong()).toEqual([])
})

test('a fleet that is stopped takes its cards along, and gives those back that nothing else is said of', async () => {
  const it = await pumps()
  const cards = [await makeCard(it), await makeCard(it)] as const
  const ids = cards.map(({ id }) => id)
  await it.within(ctx => listCard(ctx, ids))
  await it.act('loss', ids[0]!)
  expect(new Set((await it.ask()).added)).toEqual(
    new Set([
      { number: cards[0].number, reason: 'lose' },
      { number: cards[1].number, reason: 'stopped' },
    ]),
  )
  await it.within(ctx => unlistCard(ctx, ids))
  expect((await it.ask()).added).toEqual([{ number: cards[0].number, reason: 'lose' }])
  expect(await it.wrong()).toEqual([])
})

test('changes are kept for 90 days; who has an older list is given the whole, and no version comes back', async () => {
  const it = await pumps()
  const [old, new_] = [await makeCard(it), await makeCard(it)]
  await it.act('loss', old.id)
  const longAgo = new Date(begin.getTime() - 91 * 86_400_000)
  await owned(`update card_black_list_change set at = $2 where company_id = $1`, [it.company.id, longAgo])
  await it.act('loss', new_.id)
  await purgeExpired(db, begin)
  expect(await it.rows('select version from card_black_list_change where company_id = $1', [it.company.id])).toEqual([{ version: 2 }])
  expect(await it.ask(1)).toMatchObject({ version: 2, whole: false, added: [{ number: new_.number }] })
  await it.act('unhook', new_.id)
  await owned(`update card_black_list_change set at = $2 where company_id = $1`, [it.company.id, longAgo])
  await purgeExpired(db, begin)
  expect(await it.ask(2)).toEqual({ version: 3, whole: true, added: [{ number: old.number, reason: 'lose' }], removed: [] })
  expect(await it.ask(3)).toEqual({ version: 3, whole: false, added: [], removed: [] })
  await it.act('loss', new_.id)
  expect(await it.ask(3)).toMatchObject({ version: 4, whole: false, added: [{ number: new_.number }] })
  expect(await it.wrong()).toEqual([])
})

// @req CRD-024
test('the leader sees which list each device has, and which may miss a change for longer than a day', async () => {
  const it = await pumps()
  const behind = await it.addDevice(it.station.id)
  const silent = await it.addDevice(it.station.id)
  for (const { id } of [behind, silent]) await it.enrol(id)
  await it.act('loss', (await makeCard(it)).id)
  await it.ask(1)
  await it.ask(0, asDevice(it, behind.id))
  const seen = async () => {
    const { content } = await it.lin.call(cardBlackLists.devices, {})
    return Object.fromEntries(content.map(({ deviceId, version, newest, behind: by, stale }) => [deviceId, [version, newest, by, stale]]))
  }
  const first = { [it.till.id]: [1, 1, 0, false], [behind.id]: [0, 1, 1, false], [silent.id]: [null, 1, 1, true] }
  expect(await seen()).toEqual(first)
  setClock(hours(25))
  // It asks every day, and never has what it was answered.
  await it.ask(0, asDevice(it, behind.id))
  await it.ask(1)
  expect(await seen()).toEqual({ ...first, [behind.id]: [0, 1, 1, true] })
  setClock(hours(50))
  expect(await seen()).toMatchObject({ [it.till.id]: [1, 1, 0, true] })
  expect(await it.device.refused(cardBlackLists.devices, {})).toBe('auth.forbidden')
})

test('many at once: every version is there once, and a device that asks all the time misses none', { timeout: 60_000 }, async () => {
  const it = await pumps()
  const draw = dice(seed)
  const cards = await Promise.all(Array.from({ length: 8 }, () => makeCard(it)))
  const until = performance.now() + scaled(5_000, 25_000)
  let ended = 0
  const writers = cards.map(async ({ id }, turn) => {
    for (let round = 0; round < scaled(25, 200) && performance.now() < until; round++) {
      const [stop, free] = draw() < 0.5 ? (['loss', 'unhook'] as const) : (['disable', 'enable'] as const)
      await it.act(stop, id)
      if (draw() < 0.9 || turn % 2 === 0) await it.act(free, id)
      // Such a card stays where it is: the rest of the race goes on around it.
      else break
    }
    ended++
  })
  /** What a device knows that asks, and does what it is told. */
  const reader = async () => {
    const known = new Map<string, string>()
    let version = 0
    for (let last = false; !last; ) {
      last = ended === cards.length
      const answer = await it.ask(version)
      expect(answer.version, `seed ${seed}`).toBeGreaterThanOrEqual(version)
      if (answer.whole) known.clear()
      for (const { number, reason } of answer.added) known.set(number, reason)
      for (const number of answer.removed) known.delete(number)
      version = answer.version
    }
    return { version, known: Object.fromEntries(known) }
  }
  const [one, other] = await Promise.all([reader(), reader(), ...writers])
  const rows = await it.rows<{ number: string; reason: string }>(
    'select number, reason from card_black_list where company_id = $1 order by number',
    [it.company.id],
  )
  const versions = await it.rows<{ version: number }>('select version from card_black_list_change where company_id = $1 order by version', [
    it.company.id,
  ])
  expect(
    versions.map(({ version }) => version),
    `seed ${seed}`,
  ).toEqual(Array.from({ length: versions.length }, (_, at) => at + 1))
  expect(versions.length).toBeGreaterThan(100)
  const whole = { version: versions.length, known: Object.fromEntries(rows.map(({ number, reason }) => [number, reason])) }
  expect([one, other], `seed ${seed}`).toEqual([whole, whole])
  expect(await it.wrong()).toEqual([])
})

/** A list of so many numbers that nothing in them is alike, as if it had grown one by one. */
async function fillUp({ company }: Awaited<ReturnType<typeof pumps>>, count: number) {
  const draw = dice(seed)
  const numbers = new Set<string>()
  while (numbers.size < count) numbers.add(`622${String(Math.floor(draw() * 1e13)).padStart(13, '0')}`)
  const reasons = ['lose', 'lose', 'disable', 'lock', 'replaced', 'returned', 'expired']
  await owned(
    `insert into card_black_list (company_id, number, reason, version, at)
     select $1, number, reason, row_number() over (), now() from unnest($2::text[], $3::text[]) as listed (number, reason)`,
    [company.id, [...numbers], Array.from(numbers, () => reasons[Math.floor(draw() * reasons.length)])],
  )
  await owned(
    `insert into card_black_list_change (company_id, version, number, listed, reason, at)
     select company_id, version, number, true, reason, at from card_black_list where company_id = $1`,
    [company.id],
  )
  await owned('insert into card_black_list_head (company_id, version) values ($1, $2)', [company.id, count])
}

test('twenty thousand cards are 250 kB for a device that takes them compressed, and one change is a kilobyte', async () => {
  const it = await pumps()
  await fillUp(it, 20_000)
  const whole = await it.device.send(cardBlackLists.changes, {}, { 'accept-encoding': 'gzip' })
  expect(whole.headers['content-encoding']).toBe('gzip')
  expect(whole.rawPayload.length).toBeLessThan(250_000)
  const one = await it.device.send(cardBlackLists.changes, { query: { since: 19_999 } })
  expect(one.json()).toMatchObject({ version: 20_000, whole: false, added: [{}], removed: [] })
  expect(one.rawPayload.length).toBeLessThan(1_000)
})

describe('the proof', () => {
  test.each([
    ['a lost card that is not on the list', 'delete from card_black_list where company_id = $1'],
    ['a card on the list that is in use', `insert into card_black_list values ($1, '4711', 'lose', 1, now())`],
    ['a card that is lost behind the list’s back', `update user_card set status = 'lose' where company_id = $1`],
    ['another reason', `update card_black_list set reason = 'lock' where company_id = $1`],
    ['a version that is missing', 'delete from card_black_list_change where company_id = $1 and version = 1'],
    ['a version that was given out twice', 'update card_black_list_head set version = 1 where company_id = $1'],
    ['a change that is not on the list', 'update card_black_list_change set listed = false where company_id = $1 and version = 2'],
  ])('names %s', async (_, fault) => {
    const it = await pumps()
    const cards = [await makeCard(it), await makeCard(it), await makeCard(it)]
    for (const { id } of cards.slice(0, 2)) await it.act('loss', id)
    expect(await it.wrong()).toEqual([])
    await tamper(fault, [it.company.id])
    expect(await it.wrong()).toContain('CD24')
  })
})
