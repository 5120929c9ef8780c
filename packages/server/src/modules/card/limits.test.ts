import { cardJudgements, cardLimitProfiles, cardLimits, massCards, orderPayments, userCards } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { limitedShop } from '../../testing/card-limits.ts'
import { db, noon, setClock, statementsOf } from '../../testing/world.ts'
import { setScopeToAll } from '../../platform/execution/command.ts'
import { forgetJudgements } from './judgement.ts'

beforeEach(() => setClock(noon))
const hour = 3_600_000
type It = Awaited<ReturnType<typeof limitedShop>>

// Friday, 1 May 2026, 12:00 at the station; a sale is 30.00 litres for 240.00. The second range leaves room for exactly this sale.
test.each<[string, (it: It) => object, (it: It) => object]>([
  ['card.expired', () => ({ validUntil: '2026-05-01T11:59:59' }), () => ({ validUntil: '2026-05-01T12:00:00' })],
  ['card.notYetValid', () => ({ validFrom: '2026-05-01T12:00:01' }), () => ({ validFrom: '2026-05-01T12:00:00' })],
  ['card.timeForbidden', () => ({ weekdays: [1, 2, 3, 4, 6, 7] }), () => ({ weekdays: [5] })],
  ['card.timeForbidden', () => ({ hours: [{ from: '06:00', until: '12:00' }] }), () => ({ hours: [{ from: '12:00', until: '06:00' }] })],
  ['card.productForbidden', it => ({ itemIds: [it.goods.id] }), it => ({ productIds: [it.nozzle.productId] })],
  ['card.fillLimit', () => ({ fillCentsMax: 239_99 }), () => ({ fillCentsMax: 240_00 })],
  ['card.fillVolumeLimit', () => ({ fillClMax: 29_99 }), () => ({ fillClMax: 30_00 })],
  ['card.dayLimit', () => ({ dayCentsMax: 239_99 }), () => ({ dayCentsMax: 240_00 })],
  ['card.dayVolumeLimit', () => ({ dayClMax: 29_99 }), () => ({ dayClMax: 30_00 })],
  ['card.monthLimit', () => ({ monthCentsMax: 239_99 }), () => ({ monthCentsMax: 240_00 })],
  ['card.monthVolumeLimit', () => ({ monthClMax: 29_99 }), () => ({ monthClMax: 30_00 })],
  ['card.passwordRequired', () => ({ passwordFromCents: 240_00 }), () => ({ passwordFromCents: 240_01 })],
])('%s is refused by its limit, on the card and on its profile, and not one cent, litre or second before', async (code, narrow, wide) => {
  const it = await limitedShop()
  await it.setLimits({ rangeOfUse: narrow(it) })
  expect(await it.pay()).toBe(code)
  const { id } = await it.newProfile(narrow(it))
  await it.setLimits({ rangeOfUse: wide(it), limitProfileId: id })
  expect(await it.pay()).toBe(code)
  await it.setLimits({ limitProfileId: null })
  expect(await it.pay()).toBe('paid')
})

test('a card pays at the stations of its list alone, and for the vehicles of its list alone', async () => {
  const it = await limitedShop()
  const west = await it.addStation('Riverside West')
  const company = await it.staff({ role: 'company_user' })
  const { version } = await company.call(userCards.get, { id: it.card.id })
  const atWest = { name: '', rangeOfUse: { stationIds: [west.id] }, userId: it.card.userId, version }
  await company.call(userCards.update, { id: it.card.id, body: atWest })
  expect(await it.pay()).toBe('card.placeForbidden')
  // The master of the station does not see the other one, and keeps what is said of it.
  expect(await it.setLimits({ rangeOfUse: { stationIds: [west.id], dayFillsMax: 9 } })).toMatchObject({ rangeOfUse: { dayFillsMax: 9 } })
  await it.setLimits({ rangeOfUse: { stationIds: [it.station.id], plates: ['京A12345'] } })
  expect(await it.pay()).toBe('card.plateMissing')
  expect(await it.pay({}, { plate: '京A54321' })).toBe('card.plateForbidden')
  expect(await it.pay({}, { plate: '京A12345' })).toBe('paid')
})

test('goods of a list are paid beside fuel, and one line that is not allowed refuses the whole', async () => {
  const it = await limitedShop()
  await it.setLimits({ rangeOfUse: { productIds: [it.nozzle.productId] } })
  const both = { lineItems: [{ volumeCl: 10_00 }, { itemId: it.goods.id, pieces: 1 }] }
  expect(await it.pay(both)).toBe('card.productForbidden')
  await it.setLimits({ rangeOfUse: { productIds: [it.nozzle.productId], itemIds: [it.goods.id] } })
  expect(await it.pay(both)).toBe('paid')
})

test('the refusal names the card, the limit and its figure in both languages, and the first rule decides', async () => {
  const it = await limitedShop({ own: { monthCentsMax: 100_00, fillClMax: 20_00 }, profile: { fillClMax: 25_00, weekdays: [5] } })
  const { id } = await it.sell()
  expect(await it.lin.refused(orderPayments.card, { id, body: { userCardId: it.card.id } })).toBe('card.fillVolumeLimit')
  const sent = (language: string) =>
    it.lin.call(cardLimits.explain, { id: it.card.id, query: { amountCents: 240_00, volumeCl: 30_00 } }, { language })
  expect((await sent('zh')).message).toBe(`超过卡 ${it.card.number} 的单次加油量上限 20.00 升`)
  expect((await sent('en')).message).toBe(`This exceeds 20.00 L, the most fuel per fill of card ${it.card.number}`)
})

test('the narrowest of a card and its profile counts, and an edit of the profile counts at once for every card that has it', async () => {
  const it = await limitedShop({ own: { dayCentsMax: 300_00 }, profile: { dayCentsMax: 1_000_00 } })
  expect(await it.pay()).toBe('paid')
  expect(await it.pay()).toBe('card.dayLimit')
  await it.setLimits({ rangeOfUse: { dayCentsMax: 5_000_00 } })
  expect(await it.pay()).toBe('paid')
  const { id, version, name } = await it.master.call(cardLimitProfiles.get, { id: it.shared!.id })
  await it.master.call(cardLimitProfiles.update, { id, body: { name, rangeOfUse: { dayCentsMax: 600_00 }, version } })
  expect(await it.pay()).toBe('card.dayLimit')
  expect(await it.master.refused(cardLimitProfiles.delete, { id })).toBe('cardLimitProfile.inUse')
})

test('a limit that only alerts lets the payment pass, and it is told; one of the profile still refuses', async () => {
  const it = await limitedShop({ own: { fillCentsMax: 100_00, fillBreach: 'alert' }, profile: { fillCentsMax: 300_00 } })
  expect(await it.pay()).toBe('paid')
  expect((await it.audits()).at(-1)).toMatchObject({ action: 'order.pay' })
  expect((await it.audits()).find(({ action }) => action === 'card.limitAlert')).toMatchObject({
    subject: `userCards:${it.card.id}`,
    detail: { codes: ['card.fillLimit'], amountCents: 240_00, delivered: false },
  })
  expect((await it.events()).filter(({ topic }) => topic === 'card.limitBroken')).toHaveLength(1)
  expect(await it.pay({ lineItems: [{ volumeCl: 40_00 }] })).toBe('card.fillLimit')
  const { content } = await it.lin.call(cardLimits.judgements, { id: it.card.id })
  expect(content.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['refused', 'card.fillLimit'],
    ['alerted', 'card.fillLimit'],
  ])
})

test('what was delivered is booked whatever the limits say: its breaches are told, and it counts', async () => {
  const it = await limitedShop({ own: { weekdays: [1], dayCentsMax: 100_00, plates: ['京A12345'] } })
  await it.sell({ payType: 'card', userCardId: it.card.id })
  const told = (await it.audits()).find(({ action }) => action === 'card.limitAlert')
  expect(told).toMatchObject({ detail: { codes: ['card.timeForbidden', 'card.plateMissing', 'card.dayLimit'], delivered: true } })
  expect(await it.use()).toMatchObject([{ cents: 240_00, volumeCl: 30_00, fills: 1 }, { period: 'month' }])
})

test('every rule is explained with its use and the one that decides; a refused payment keeps the same for 90 days', async () => {
  const it = await limitedShop({ own: { dayCentsMax: 300_00, monthClMax: 100_00 } })
  await it.pay()
  const explained = await it.lin.call(cardLimits.explain, { id: it.card.id, query: { amountCents: 100_00, volumeCl: 12_50 } })
  expect(explained).toMatchObject({ code: 'card.dayLimit', stationId: it.station.id })
  expect(explained.lines[explained.deciding!]).toMatchObject({
    rule: 'day',
    source: 'card',
    value: 300_00,
    used: 240_00,
    verdict: 'refused',
  })
  expect(explained.lines.find(({ rule, measure }) => rule === 'month' && measure === 'volumeCl')).toMatchObject({
    value: 100_00,
    used: 30_00,
    verdict: 'kept',
  })
  expect([...new Set(explained.lines.map(({ rule }) => rule))]).toEqual([
    'status',
    'service',
    'validity',
    'place',
    'time',
    'product',
    'plate',
    'fill',
    'day',
    'month',
    'balance',
    'password',
  ])
  expect(await it.lin.refused(cardLimits.explain, { id: it.card.id, query: { stationId: 7 } })).toBe('notFound')

  await it.pay()
  const { content, totalElements } = await it.lin.call(cardLimits.judgements, { id: it.card.id })
  expect(totalElements).toBe(2)
  expect(content[0]).toMatchObject({ outcome: 'refused', code: 'card.dayLimit', amountCents: 240_00, volumeCl: 30_00 })
  expect(content[0]!.lines.find(({ verdict }) => verdict === 'refused')).toMatchObject({ value: 300_00, used: 240_00 })
  expect((await it.lin.call(cardJudgements.list, { query: { search: 'outcome:paid' } })).totalElements).toBe(1)

  const purge = (at: Date) => db.transaction().execute(async tx => forgetJudgements(await setScopeToAll(tx), at))
  await purge(new Date(noon.getTime() + 90 * 24 * hour))
  expect((await it.lin.call(cardJudgements.list, {})).totalElements).toBe(2)
  await purge(new Date(noon.getTime() + 90 * 24 * hour + 60_000))
  expect((await it.lin.call(cardJudgements.list, {})).totalElements).toBe(0)
})

test('a payment with every limit set costs the database as many round trips as one without', async () => {
  const plain = await limitedShop()
  const all = {
    validFrom: '2026-01-01T00:00:00',
    validUntil: '2027-01-01T00:00:00',
    weekdays: [5],
    hours: [{ from: '00:00', until: '00:00' }],
    plates: ['京A12345'],
    fillCentsMax: 1_000_00,
    fillClMax: 100_00,
    dayCentsMax: 1_000_00,
    dayClMax: 100_00,
    dayFillsMax: 9,
    monthCentsMax: 1_000_00,
    monthClMax: 100_00,
  }
  const limited = await limitedShop({ own: all, profile: all })
  await limited.setLimits({ rangeOfUse: { ...all, stationIds: [limited.station.id], productIds: [limited.nozzle.productId] } })
  const cost = async (it: It) => {
    const { id } = await it.sell()
    const body = { userCardId: it.card.id, plate: '京A12345' }
    return (await statementsOf(() => it.lin.call(orderPayments.card, { id, body }))).length
  }
  await cost(plain)
  await cost(limited)
  expect(await cost(limited)).toBe(await cost(plain))
})

test('an employee edits a card, but neither its limits nor what it is billed and charged by; a shift leader does', async () => {
  const it = await limitedShop()
  const over = { stationId: it.station.id }
  const employee = await it.staff({ role: 'station_employee', stationIds: [it.station.id], over })
  const { version, name, paymentCentsMax, dayCentsMax, passwordFromCents, userId } = await it.master.call(userCards.get, { id: it.card.id })
  const kept = { version, name, paymentCentsMax, dayCentsMax, passwordFromCents, userId, remark: 'Seen' }
  const { id: limitProfileId } = await it.newProfile({ dayCentsMax: 1_00 })
  for (const term of [{ limitProfileId }, { rangeOfUse: { dayCentsMax: 1_00 } }, { billingType: 'forbidden' as const }])
    expect(await employee.refused(userCards.update, { id: it.card.id, body: { ...kept, ...term } })).toBe('auth.forbidden')
  expect(await employee.refused(userCards.update, { id: it.card.id, body: kept })).toBe('allowed')
  expect(await it.lin.refused(userCards.update, { id: it.card.id, body: { ...kept, version: version + 1, limitProfileId } })).toBe(
    'allowed',
  )
  const many = { act: 'limits' as const, ids: [it.card.id], limitProfileId: null }
  expect(await employee.refused(massCards, { body: many })).toBe('auth.forbidden')
})
