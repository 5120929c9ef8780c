import { activityScripts, deals, dealScripts, dealTasks, items, scripts, userDeals } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { inDays, marketing } from '../../testing/coupons.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

// @req MKT-001 MKT-002 MKT-011 MKT-014 MKT-023 MKT-025
test('a coupon has all that it promises; where it stands follows from its times, its count and its switch', async () => {
  const it = await marketing()
  const body = it.offer({
    description: '周末',
    maxCount: 2,
    perUser: 2,
    unusedMost: 1,
    budgetCents: 1_000_00,
    validDays: 7,
    members: 'members',
    stations: [{ stationId: it.station.id }],
    items: [{ itemId: it.article.id }],
    deviceTypes: ['pos'],
    payTypes: ['cash', 'card'],
    weekdays: [6, 7],
    hours: [{ from: '08:00', until: '18:00' }],
    hidden: true,
    manualReceive: true,
    promotionAllowed: true,
    stackable: true,
    joinsReduced: false,
  })
  const made = await it.clerk.call(deals.create, { body })
  expect(made).toMatchObject({
    ...body,
    companyId: it.company.id,
    timing: 'inEffect',
    claimCount: 0,
    usedCount: 0,
    promotedCount: 0,
    discountCents: 0,
    worstCents: 20_00,
    committedCents: 0,
    terms: 1,
    disabled: false,
  })
  const timingOf = async () => (await it.clerk.call(deals.get, { id: made.id })).timing
  expect(await it.clerk.call(deals.disable, { id: made.id })).toMatchObject({ timing: 'disabled', disabled: true })
  expect(await it.refusedIssue(made.id)).toBe('coupon.disabled')
  await it.clerk.call(deals.enable, { id: made.id })
  setClock(new Date(noon.getTime() - 60_000))
  expect(await timingOf()).toBe('notStarted')
  setClock(new Date(inDays(30)))
  expect(await timingOf()).toBe('over')
  setClock(noon)
  const others = await it.deal({ maxCount: 1 })
  await it.issue(others.id)
  expect(await it.clerk.call(deals.get, { id: others.id })).toMatchObject({ timing: 'limitReached', claimCount: 1 })
  // Without a limit there is never one too many.
  const endless = await it.deal({ maxCount: 0, members: 'nonMembers' })
  await it.issue(endless.id, { userIds: [], codes: 5 })
  expect(await it.clerk.call(deals.get, { id: endless.id })).toMatchObject({ timing: 'inEffect', claimCount: 5 })
  const { content } = await it.clerk.call(deals.list, { query: { search: `kind:amount,timing:limitReached` } })
  expect(content.map(({ id }) => id)).toEqual([others.id])
})

const wrong = [
  [{ startTime: inDays(3), endTime: inDays(3) }, 'deal.endsBeforeStart', 'endTime'],
  [{ perUser: 2, unusedMost: 3 }, 'deal.unusedBeyondLimit', 'unusedMost'],
  [{ autoIssue: true }, 'deal.autoNeedsCount', 'maxCount'],
  [{ offCents: null }, 'deal.givesIncomplete', 'offCents'],
  [{ percent: 5 }, 'deal.givesIncomplete', 'percent'],
  [{ kind: 'percent', offCents: null, percent: 5, budgetCents: 100_00 }, 'deal.budgetNeedsCap', 'budgetCents'],
  [{ kind: 'litre', offCents: null, centsPerL: 20, budgetCents: 100_00 }, 'deal.budgetNeedsCap', 'budgetCents'],
  [{ kind: 'goods', offCents: null, pieces: 1 }, 'deal.givesIncomplete', 'itemId'],
  [{ products: [{ productId: 1 }] }, 'notFound', 'products'],
] as const

// @req MKT-015 MKT-016 MKT-017
test.each(wrong)('what contradicts itself is refused on its field: %o', async (over, code, field) => {
  const it = await marketing()
  const words = new RegExp(`"code":"${code}".*"field":"${field}"`)
  await expect(it.clerk.call(deals.create, { body: it.offer(over as never) })).rejects.toThrow(words)
  expect((await it.clerk.call(deals.list, {})).content).toEqual([])
})

// @req MKT-005 MKT-030 MKT-033
test('the kinds of coupon and of activity are told in the language of the caller, each with what its form asks for', async () => {
  const it = await marketing()
  const { content } = await it.clerk.call(scripts.list, { query: {} })
  expect(content.map(({ id, kind, gives, activity }) => [id, kind, gives ?? activity])).toEqual([
    [1, 'deal', 'amount'],
    [2, 'deal', 'percent'],
    [3, 'deal', 'litre'],
    [4, 'deal', 'goods'],
    [11, 'dealTask', 'newMember'],
    [12, 'dealTask', 'topUp'],
    [13, 'dealTask', 'purchase'],
    [14, 'dealTask', 'birthday'],
    [15, 'dealTask', 'lapsed'],
    [16, 'dealTask', 'issue'],
    [17, 'dealTask', 'price'],
  ])
  const activities = await it.clerk.call(scripts.list, { query: { kind: 'dealTask' } })
  expect(activities.content.map(({ id }) => id)).toEqual([11, 12, 13, 14, 15, 16, 17])
  expect(await it.clerk.call(scripts.get, { id: 3 })).toMatchObject({ fields: ['centsPerL', 'upToCl'] })
  expect(await it.clerk.refused(scripts.get, { id: 99 })).toBe('notFound')
  const body = deals.body.shape
  expect(dealScripts.flatMap(({ fields }) => fields).filter(field => !(field in body))).toEqual([])
  expect(activityScripts.flatMap(({ fields }) => fields).filter(field => !(field in dealTasks.body.shape))).toEqual([])
})

test('what was issued keeps its terms: a change is for those that are issued later, and cannot be below what is there', async () => {
  const it = await marketing()
  const made = await it.deal({ maxCount: 10, budgetCents: 100_00 })
  const [first] = (await it.issue(made.id)).userDealIds
  const change = (of: object, version = made.version) =>
    ({ id: made.id, body: { ...it.offer({ name: made.name, maxCount: 10, budgetCents: 100_00, ...of }), version } }) as never
  const changed = await it.clerk.call(deals.update, change({ offCents: 5_00 }))
  expect(changed).toMatchObject({ terms: 2, worstCents: 5_00 })
  const [second] = (await it.issue(made.id)).userDealIds
  expect([(await it.held(first!)).terms, (await it.held(second!)).terms]).toEqual([1, 2])
  // A name or a count is no other promise.
  const again = await it.clerk.call(deals.update, change({ offCents: 5_00, maxCount: 9 }, changed.version))
  expect(again.terms).toBe(2)
  expect(await it.clerk.refused(deals.update, change({ maxCount: 1 }, again.version))).toBe('deal.plannedBelowIssued')
  expect(await it.clerk.refused(deals.update, change({ budgetCents: 20_00 }, again.version))).toBe('deal.budgetBelowCommitted')
  const other = change({ kind: 'litre', offCents: null, centsPerL: 10, minimumCents: 0 }, again.version)
  expect(await it.clerk.refused(deals.update, other)).toBe('deal.kindFixed')
  expect(await it.broken()).toEqual([])
})

// @req MKT-033
test('the overview adds up by kind and by day what was issued, used and given, and says what ends this week', async () => {
  const it = await marketing()
  const made = await it.deal({ endTime: inDays(5), budgetCents: 500_00 })
  await it.issue(made.id, { codes: 2 })
  await it.addUp()
  const seen = await it.clerk.call(scripts.overview, {})
  expect(seen.kinds[0]).toMatchObject({
    scriptId: 1,
    deals: 1,
    inEffect: 1,
    issued: 3,
    used: 0,
    committedCents: 60_00,
    budgetCents: 500_00,
  })
  expect(seen.days).toHaveLength(30)
  expect(seen.days.at(-1)).toMatchObject({ issued: 3, used: 0, discountCents: 0 })
  expect(seen.ending).toMatchObject([{ id: made.id, scriptId: 1, unused: 3 }])
  expect(await it.broken()).toEqual([])
})

test('goods that a coupon gives stay among the goods, and what a piece costs now is what one coupon may cost', async () => {
  const it = await marketing()
  const made = await it.deal({ kind: 'goods', itemId: it.article.id, pieces: 2, budgetCents: 100_00 })
  expect(made).toMatchObject({ worstCents: 20_00, kind: 'goods', itemId: it.article.id })
  expect(await it.clerk.refused(items.delete, { id: it.article.id })).toBe('inUse')
  await it.issue(made.id)
  expect(await it.clerk.refused(deals.delete, { id: made.id })).toBe('inUse')
  expect((await it.clerk.call(userDeals.list, { query: { search: `deal.id:${made.id}` } })).content).toHaveLength(1)
})
