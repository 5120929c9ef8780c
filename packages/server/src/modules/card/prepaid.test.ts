import {
  cardBatches,
  cardLife,
  cardMoney,
  chargeUserCard,
  issueUserCard,
  prepaidPresets,
  setCompanyConfig,
  transferUserCard,
} from '@forecourt/contract'
import { expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { shop } from '../../testing/order.ts'
import { noon, setClock, unique } from '../../testing/world.ts'

/** A counter of a company that keeps the rules of China, or what is said instead. */
async function counter(rules: Partial<(typeof prepaidPresets)['chinaSinglePurpose']> | Record<string, unknown> = {}, set = true) {
  setClock(noon)
  const it = await shop()
  const admin = await it.staff()
  const clerk = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  if (set) {
    const prepaid = { ...prepaidPresets.chinaSinglePurpose, ...rules } as never
    await admin.call(setCompanyConfig, { id: it.company.id, body: { version: 1, config: { prepaid } } })
  }
  const charge = (id: number, amountCents: number, more: object = {}) =>
    clerk.refused(chargeUserCard, {
      id,
      body: { amountCents, payType: 'cash', withoutReceipt: true, confirmAmountCents: amountCents, ...more } as never,
    })
  const { cardId } = await makeCard(it, {})
  const issue = (body: object) => clerk.refused(issueUserCard, { body: { number: `7990${unique()}`, cardId, ...body } })
  return { ...it, admin, clerk, charge, issue, cardId }
}

test('a card with a holder holds at most 5,000 and a bearer card 1,000: gifts and what is frozen count', async () => {
  const it = await counter()
  const named = await makeCard(it, { principalCents: 4_000_00 })
  expect(await it.charge(named.id, 1_000_01)).toBe('card.ceiling')
  expect(await it.charge(named.id, 900_00, { giftCents: 100_01 })).toBe('card.ceiling')
  expect(await it.charge(named.id, 900_00, { giftCents: 100_00 })).toBe('allowed')
  expect(await it.charge(named.id, 1)).toBe('card.ceiling')
  const bearer = await makeCard(it, { kind: 'anonymous' })
  expect(await it.charge(bearer.id, 1_000_01)).toBe('card.ceiling')
  expect(await it.charge(bearer.id, 1_000_00)).toBe('allowed')
})

test('money that is moved, allocated or added by an adjustment does not pass the ceiling either', async () => {
  const it = await counter()
  const payer = await makeCard(it, { principalCents: 3_000_00 })
  const payee = await makeCard(it, { principalCents: 4_000_00, userId: payer.userId!, cardId: payer.cardId })
  const move = async (amountCents: number) => {
    const pinProof = await proofOf(it.clerk.actor, { action: 'card.move', subject: `userCards:${payer.id}`, amountCents })
    return it.clerk.refused(transferUserCard, { id: payer.id, body: { toId: payee.id, type: 'move', amountCents, pinProof } })
  }
  expect(await move(1_000_01)).toBe('card.ceiling')
  expect(await move(1_000_00)).toBe('allowed')
  const amountCents = 1
  const pinProof = await proofOf(it.clerk.actor, { action: 'card.adjust', subject: `userCards:${payee.id}`, amountCents })
  const adjust = { id: payee.id, body: { amountCents, purse: 'principal' as const, remark: 'Wrong by a cent', pinProof } }
  expect(await it.clerk.refused(cardMoney.adjust, adjust)).toBe('card.ceiling')
  // A fleet's account may hold what the fleet pays in; each of its cards keeps to the ceiling.
  const master = await makeCard(it, { kind: 'master', principalCents: 20_000_00 })
  const sub = await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId })
  const assign = (cents: number) =>
    it.clerk.refused(transferUserCard, { id: master.id, body: { toId: sub.id, type: 'assign', amountCents: cents } })
  expect(await assign(5_000_01)).toBe('card.ceiling')
  expect(await assign(5_000_00)).toBe('allowed')
})

test('from 50,000 at once a person pays by bank, and for a bearer card from 10,000 on a document is seen', async () => {
  const it = await counter({ namedCentsMax: 0, bearerCentsMax: 0 })
  const named = await makeCard(it, {})
  expect(await it.charge(named.id, 50_000_00)).toBe('card.transferNeeded')
  expect(await it.charge(named.id, 49_999_99)).toBe('allowed')
  expect(await it.charge(named.id, 50_000_00, { payType: 'bankCard' })).toBe('allowed')
  const bearer = await makeCard(it, { kind: 'anonymous' })
  expect(await it.charge(bearer.id, 10_000_00)).toBe('card.identityMissing')
  expect(await it.charge(bearer.id, 9_999_99)).toBe('allowed')
  expect(await it.charge(bearer.id, 10_000_00, { identityChecked: true })).toBe('allowed')
  expect((await it.audits()).filter(({ action, detail }) => action === 'card.topUp' && detail.identityChecked)).toHaveLength(1)
})

test('a card with a holder is issued against a document and without a last day; a bearer card lasts three years', async () => {
  const it = await counter()
  const holder = { holderName: 'Wang Fang', holderMobile: `138${String(1e8 + unique()).slice(1)}` }
  expect(await it.issue({ ...holder })).toBe('card.identityMissing')
  expect(await it.issue({ ...holder, identityChecked: true, validUntil: '2030-01-01' })).toBe('card.namedWithoutEnd')
  expect(await it.issue({ ...holder, identityChecked: true })).toBe('allowed')
  const today = noon.toISOString().slice(0, 10)
  const threeYears = `${Number(today.slice(0, 4)) + 3}${today.slice(4)}`
  expect(await it.issue({ kind: 'anonymous', validUntil: '2027-01-01' })).toBe('card.bearerTooShort')
  expect(await it.issue({ kind: 'anonymous', validUntil: threeYears })).toBe('allowed')
  expect(await it.issue({ kind: 'anonymous' })).toBe('allowed')
  const bearer = await makeCard(it, { kind: 'anonymous' })
  expect(await it.clerk.refused(cardLife.register, { id: bearer.id, body: holder })).toBe('card.identityMissing')
  expect(await it.clerk.refused(cardLife.register, { id: bearer.id, body: { ...holder, identityChecked: true } })).toBe('allowed')
  const many = { kind: 'anonymous', cardId: it.cardId, first: '79800001', count: 2, validUntil: '2027-01-01' } as const
  expect(await it.clerk.refused(cardBatches.begin, { body: many })).toBe('card.bearerTooShort')
})

test('a company that has set no rules has none', async () => {
  const it = await counter({}, false)
  const named = await makeCard(it, {})
  expect(await it.charge(named.id, 60_000_00)).toBe('allowed')
  expect(await it.issue({ kind: 'anonymous', validUntil: '2026-12-31' })).toBe('allowed')
})
