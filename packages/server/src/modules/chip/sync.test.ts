import { cardInfos, cardKeys, cardLife, userCards, type CardPayload, type CardRecord } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard, returnCard } from '../../testing/card.ts'
import { addChip } from '../../testing/chip.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'
import { chip as chipModule } from './index.ts'

const key = (digit: string) => `0123456789ABCDEFFEDCBA987654321${digit}`

/** A counter with a key, a master of the station and a clerk, and a card with its chip that was written with that key. */
async function counter(given: Parameters<typeof makeCard>[1] = {}) {
  setClock(noon)
  const it = await shop()
  const over = { stationId: it.station.id }
  const admin = await it.staff({ role: 'admin' })
  const setKey = (digit: string) => admin.call(cardKeys.set, { id: it.company.id, body: { key: key(digit) } })
  await setKey('0')
  await runDueJobs(chipModule.tasks)
  const clerk = await it.staff({ role: 'station_employee', stationIds: [it.station.id], over })
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over })
  const card = await makeCard(it, { validUntil: '2027-05-01', principalCents: 50_00, ...given })
  const chip = await addChip(it, { number: card.number, userCardId: card.id })
  const { uuid, supplier } = chip
  const begin = async () => (await clerk.call(cardLife.sync, { id: card.id, body: { uuid, supplier } })).payload as CardPayload
  const confirm = (readBack: CardRecord) => clerk.refused(cardLife.sync, { id: card.id, body: { uuid, supplier, readBack } })
  const toWrite = async (id = card.id) => (await clerk.call(userCards.get, { id })).toWrite
  const verify = (record: CardRecord) => clerk.call(cardInfos.verify, { id: chip.id, body: { record } })
  const write = async () => confirm(await begin())
  await write()
  const extend = (validUntil: string | null) => master.call(cardLife.extend, { id: card.id, body: { validUntil, remark: 'Renewed' } })
  return { ...it, admin, master, clerk, card, chip, setKey, begin, confirm, write, toWrite, verify, extend }
}

// @req CRD-021
test('a card that is extended is to be written, until what stands on its chip says so', async () => {
  const it = await counter()
  expect(await it.toWrite()).toBe(false)
  await it.extend('2028-05-01')
  expect(await it.toWrite()).toBe(true)
  expect((await it.clerk.call(userCards.list, { query: { search: 'toWrite:true' } })).content.map(({ id }) => id)).toEqual([it.card.id])

  const payload = await it.begin()
  expect(payload).toMatchObject({ number: it.card.number, uuid: it.chip.uuid, kind: 'personal', validUntil: '2028-05-01', keyVersion: 1 })
  expect(await it.toWrite()).toBe(true)
  expect(await it.confirm({ ...payload, validUntil: '2027-05-01' })).toBe('cardInfo.differs')
  expect(await it.confirm({ ...payload, mac: '0011223344556677' })).toBe('cardInfo.notGenuine')
  expect(await it.toWrite()).toBe(true)

  expect(await it.confirm(payload)).toBe('allowed')
  expect(await it.confirm(payload)).toBe('allowed')
  expect(await it.toWrite()).toBe(false)
  const life = await it.clerk.call(cardInfos.life, { id: it.chip.id })
  expect(life.content.map(({ act }) => act).slice(-3)).toEqual(['issue', 'sync', 'sync'])
  expect((await it.events()).filter(({ topic }) => topic === 'card.synced')).toHaveLength(2)
  expect((await invariantsOf(it)).filter(({ invariant, breaches }) => invariant !== 'I7' && breaches > 0)).toEqual([])
})

// @req CRD-021
test('a card that is not on the reader is marked, once; nothing of its chip changes', async () => {
  const it = await counter()
  const ask = () => it.clerk.call(cardLife.sync, { id: it.card.id, body: {} })
  expect(await ask()).toMatchObject({ toWrite: true, payload: null })
  expect(await ask()).toMatchObject({ toWrite: true, payload: null })
  expect((await it.audits()).filter(({ action }) => action === 'card.sync.ask')).toHaveLength(2)
  expect(await it.clerk.call(cardInfos.get, { id: it.chip.id })).toMatchObject({ state: 'issued', keyVersion: 1 })
})

test('what is changed while a card is written is written as well', async () => {
  const it = await counter()
  await it.extend('2028-05-01')
  const payload = await it.begin()
  await it.extend(null)
  expect(await it.confirm(payload)).toBe('cardInfo.differs')
  expect(await it.write()).toBe('allowed')
  expect(await it.toWrite()).toBe(false)
})

test('another key has every card written with it: the progress counts those that were', async () => {
  const it = await counter()
  const other = await makeCard(it, {})
  await addChip(it, { number: other.number, userCardId: other.id })
  const byNumber = await makeCard(it, {})
  const use = () => it.admin.call(cardInfos.keyUse, { id: it.company.id })
  expect(await use()).toEqual({ version: 1, current: 1, older: 1 })
  const before = await it.begin()

  await it.setKey('1')
  await runDueJobs(chipModule.tasks)
  expect(await use()).toEqual({ version: 2, current: 0, older: 2 })
  expect(await Promise.all([it.card, other, byNumber].map(({ id }) => it.toWrite(id)))).toEqual([true, true, false])
  expect(await it.confirm(before)).toBe('cardInfo.differs')
  expect(await it.verify(before)).toMatchObject({ signature: 'genuine', current: false })

  const payload = await it.begin()
  // It was written, and the confirmation is still on its way: the card is genuine all the same.
  expect(await it.verify(payload)).toMatchObject({ signature: 'genuine', keyVersion: 2, current: true })
  expect(await it.confirm(payload)).toBe('allowed')
  expect(await use()).toEqual({ version: 2, current: 1, older: 1 })
  // What stood there before was read off and written to a copy.
  expect(await it.clerk.refused(cardInfos.verify, { id: it.chip.id, body: { record: before } })).toBe('cardInfo.notGenuine')
})

test('a bearer card that is registered is to be written as a personal one', async () => {
  const it = await counter({ kind: 'anonymous', principalCents: 0 })
  await it.clerk.call(cardLife.register, { id: it.card.id, body: { holderName: 'Wang Fang', holderMobile: '13800138001' } })
  expect(await it.toWrite()).toBe(true)
  expect(await it.begin()).toMatchObject({ kind: 'personal' })
})

test.each([
  ['card.noChip', async (it: Awaited<ReturnType<typeof counter>>) => ({ id: (await makeCard(it, {})).id, body: {} })],
  [
    'card.otherChip',
    async (it: Awaited<ReturnType<typeof counter>>) => {
      const { uuid, supplier } = await addChip(it)
      return { id: it.card.id, body: { uuid, supplier } }
    },
  ],
  [
    'card.returned',
    async (it: Awaited<ReturnType<typeof counter>>) => {
      const card = await makeCard(it, { principalCents: 1_00 })
      await it.within(ctx => returnCard(ctx, card.id, it.station.id))
      return { id: card.id, body: {} }
    },
  ],
  ['validation', async (it: Awaited<ReturnType<typeof counter>>) => ({ id: it.card.id, body: { uuid: it.chip.uuid } })],
])('is refused: %s', async (code, sent) => {
  const it = await counter()
  expect(await it.clerk.refused(cardLife.sync, await sent(it))).toBe(code)
})

test('a replaced card needs no writing any more', async () => {
  const it = await counter()
  await it.extend('2028-05-01')
  const pinProof = await proofOf(it.lin.actor, { action: 'card.reissue', subject: `userCards:${it.card.id}` })
  await it.lin.call(cardLife.reissue, { id: it.card.id, body: { number: '6201900077', reason: 'damaged', pinProof } })
  expect(await it.toWrite()).toBe(false)
})
