import {
  cardInfos,
  cardKeys,
  cardStops,
  chargeUserCard,
  issueUserCard,
  orderPayments,
  userCards,
  type CardPayload,
  type CardRecord,
} from '@forecourt/contract'
import { describe, expect, test } from 'vitest'
import { addChip } from '../../testing/chip.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { shop } from '../../testing/order.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { chip as chipModule } from './index.ts'
import { reservedMs } from './set.ts'

const wang = { holderName: 'Wang Fang', holderMobile: '13800138001' }
const key = '0123456789ABCDEFFEDCBA9876543210'

async function counter({ withKey = true } = {}) {
  setClock(noon)
  const place = await shop()
  const admin = await place.staff({ role: 'admin' })
  if (withKey) await admin.call(cardKeys.set, { id: place.company.id, body: { key } })
  const clerk = await place.staff({ role: 'station_employee', stationIds: [place.station.id], over: { stationId: place.station.id } })
  const [product] = await place.rows<{ id: number }>(
    `insert into card (company_id, name, type) values ($1, 'Fuel card', 'debit') returning id`,
    [place.company.id],
  )
  const open = (number: string, more: object = {}) =>
    clerk.call(issueUserCard, { body: { number, cardId: product!.id, awaitsChip: true, ...wang, ...more } })
  const reserve = async (chip: { id: number }, userCardId: number) =>
    (await clerk.call(cardInfos.set, { id: chip.id, body: { issueType: 10, userCardId } })) as unknown as { payload: CardPayload }
  const confirm = ({ uuid, supplier }: { uuid: string; supplier: number }, readBack: CardRecord) => ({ body: { uuid, supplier, readBack } })
  return { ...place, admin, clerk, product: product!, open, reserve, confirm }
}

// @req CRD-010 CRD-011 CRD-015 CRD-058 CRD-059 CRD-025
test('a card is issued in two steps around its chip: reserved and signed, then read back and confirmed', async () => {
  const { clerk, open, reserve, confirm, company, audits, events, ...place } = await counter()
  const chip = await addChip({ company, ...place })
  const { id, issueTime } = await open(chip.number)
  expect(issueTime).toBeNull()

  const { payload } = await reserve(chip, id)
  expect(payload).toMatchObject({ number: chip.number, uuid: chip.uuid, issueType: 10, kind: 'personal', keyVersion: 1, algorithm: 1 })
  expect(payload.mac).toMatch(/^[0-9A-F]{16}$/)
  expect(await clerk.call(cardInfos.get, { id: chip.id })).toMatchObject({ state: 'reserved', userCardId: id, issueTime: null })

  const answer = await clerk.call(cardInfos.save, { ...confirm(chip, payload), query: { expand: 'userCard.user,company' } })
  expect(answer).toMatchObject({
    state: 'issued',
    issueType: 10,
    issueTime: noon.toISOString(),
    keyVersion: 1,
    userCard: { id, user: { name: 'Wang Fang' } },
  })
  expect(await clerk.call(userCards.get, { id, query: { expand: 'cardInfos' } })).toMatchObject({
    issueTime: noon.toISOString(),
    physicalNumber: chip.uuid,
    cardInfos: [{ id: chip.id }],
  })
  // Each step may be said again.
  expect(await clerk.call(cardInfos.save, confirm(chip, payload))).toMatchObject({ state: 'issued' })
  expect((await audits()).map(({ action }) => action).filter(action => /^(chip|card)\./.test(action))).toEqual([
    'card.open',
    'chip.reserve',
    'chip.issue',
    'card.issue',
  ])
  expect((await events()).filter(({ topic }) => topic === 'card.issued')).toHaveLength(1)
  const life = await clerk.call(cardInfos.life, { id: chip.id })
  expect(life.content.map(({ act }) => act)).toEqual(['import', 'prepare', 'stock', 'reserve', 'issue'])
})

// @req CRD-012 CRD-048
test('until it is confirmed the account is not used; what nobody confirms within two minutes is given up', async () => {
  const { clerk, admin, sell, open, reserve, confirm, ...place } = await counter()
  const chip = await addChip(place)
  const { id } = await open(chip.number)
  const { payload } = await reserve(chip, id)
  const order = await sell()
  const stationId = place.station.id
  expect(await clerk.refused(chargeUserCard, { id, body: { stationId, amountCents: 100_00, payType: 'cash', withoutReceipt: true } })).toBe(
    'card.notIssued',
  )
  expect(await admin.refused(orderPayments.card, { id: order.id, body: { cardNumber: chip.number, amountCents: 1_00 } })).toBe(
    'card.notIssued',
  )
  expect(await clerk.refused(cardStops.loss, { id, body: {} })).toBe('card.notIssued')

  setClock(new Date(noon.getTime() + reservedMs))
  expect(await clerk.refused(cardInfos.save, confirm(chip, payload))).toBe('cardInfo.notReserved')
  await runDueJobs(chipModule.tasks, new Date(noon.getTime() + reservedMs))
  expect(await clerk.call(cardInfos.get, { id: chip.id })).toMatchObject({ state: 'stock', userCardId: null, issueTime: null })
  expect(await clerk.call(userCards.get, { id, query: {} })).toMatchObject({ issueTime: null, physicalNumber: null })

  // The account is there still, and begins again with the same chip.
  const again = await reserve(chip, id)
  expect(await clerk.call(cardInfos.save, confirm(chip, again.payload))).toMatchObject({ state: 'issued' })
})

// @req CRD-012
test('an issue that is given up leaves no binding and no issue time; said again it changes nothing', async () => {
  const { clerk, open, reserve, confirm, ...place } = await counter()
  const chip = await addChip(place)
  const { id } = await open(chip.number)
  const { payload } = await reserve(chip, id)
  for (const _ of [1, 2]) {
    const given = await clerk.call(cardInfos.set, { id: chip.id, body: { issueType: 9 } }).catch(String)
    // The second time there is nothing to give up, and an employee prepares no chips.
    if (typeof given === 'object') expect(given).toMatchObject({ state: 'stock', userCardId: null, issueTime: null })
  }
  expect(await clerk.refused(cardInfos.save, confirm(chip, payload))).toBe('cardInfo.notReserved')
})

describe('what was read back decides', () => {
  test.each([
    ['another number', { number: '6201999999' }, 'cardInfo.differs'],
    ['another chip’s number', { uuid: '04FFFFFFFFFFFF' }, 'cardInfo.differs'],
    ['still prepared only', { issueType: 9, kind: null }, 'cardInfo.differs'],
    ['another kind', { kind: 'anonymous' }, 'cardInfo.differs'],
    ['a MAC that is not ours', { mac: '0011223344556677' }, 'cardInfo.notGenuine'],
    ['no MAC', { mac: '', algorithm: 0, keyVersion: 0 }, 'cardInfo.differs'],
    ['a key that there never was', { keyVersion: 9 }, 'cardInfo.differs'],
  ] as const)('%s: nothing is issued', async (_, over, code) => {
    const { clerk, open, reserve, confirm, ...place } = await counter()
    const chip = await addChip(place)
    const { id } = await open(chip.number)
    const { payload } = await reserve(chip, id)
    const read = { ...payload, ...over } as CardRecord
    expect(await clerk.refused(cardInfos.save, confirm(chip, read))).toBe(code)
    expect(await clerk.call(userCards.get, { id, query: {} })).toMatchObject({ issueTime: null })
    expect(await clerk.call(cardInfos.save, confirm(chip, payload))).toMatchObject({ state: 'issued' })
  })
})

test('a key that is changed between writing and confirming does no harm; a company without one writes without a MAC', async () => {
  const { clerk, admin, open, reserve, confirm, ...place } = await counter()
  const chip = await addChip(place)
  const { id } = await open(chip.number)
  const { payload } = await reserve(chip, id)
  await admin.call(cardKeys.set, { id: place.company.id, body: { key: 'FEDCBA98765432100123456789ABCDEF' } })
  expect(await clerk.call(cardInfos.save, confirm(chip, payload))).toMatchObject({ keyVersion: 1 })
  expect(await admin.call(cardInfos.keyUse, { id: place.company.id })).toEqual({ version: 2, current: 0, older: 1 })

  const bare = await counter({ withKey: false })
  const plain = await addChip(bare)
  const unsigned = await bare.reserve(plain, (await bare.open(plain.number)).id)
  expect(unsigned.payload).toMatchObject({ keyVersion: 0, algorithm: 0, mac: '' })
  expect(await bare.clerk.call(cardInfos.save, bare.confirm(plain, unsigned.payload))).toMatchObject({ state: 'issued', keyVersion: 0 })
})

// @req CRD-024 CRD-025 CRD-026 CRD-027 CRD-035 CRD-036
describe('a chip that cannot be issued', () => {
  test.each([
    ['a mother card', { issueType: 5, cardType: 4 }, {}, 'cardInfo.notUserCard'],
    ['of another maker than was chosen', {}, { supplier: 0 }, 'cardInfo.otherMaker'],
    ['of another type than was chosen', {}, { cardType: 1 }, 'cardInfo.otherType'],
    ['that no company has been given', { companyId: 0 }, {}, 'cardInfo.otherCompany'],
    ['that is blank', { issueType: 8 }, {}, 'cardInfo.notPrepared'],
    ['whose printed number is another', {}, { number: '6201555555' }, 'cardInfo.otherNumber'],
  ] as const)('%s', async (_, chip, { number, ...body }: { number?: string; supplier?: number; cardType?: 1 }, code) => {
    const { clerk, open, ...place } = await counter()
    const made = await addChip(place, chip)
    const { id } = await open(number ?? made.number)
    expect(await clerk.refused(cardInfos.set, { id: made.id, body: { issueType: 10, userCardId: id, ...body } })).toBe(code)
  })

  test('is scrapped, issued to another, issued already, or just being issued to another', async () => {
    const { clerk, admin, open, reserve, confirm, ...place } = await counter()
    const chip = await addChip(place)
    const { id } = await open(chip.number)
    const body = { issueType: 10, userCardId: id } as const
    const scrapped = await addChip(place, { number: '6201700001' })
    await admin.call(cardInfos.scrap, { id: scrapped.id, body: { remark: 'bent' } })
    expect(await clerk.refused(cardInfos.set, { id: scrapped.id, body })).toBe('cardInfo.disabled')
    const { payload } = await reserve(chip, id)
    const other = await open('6201700002')
    expect(await clerk.refused(cardInfos.set, { id: chip.id, body: { issueType: 10, userCardId: other.id } })).toBe('cardInfo.reserved')
    await clerk.call(cardInfos.save, confirm(chip, payload))
    expect(await clerk.refused(cardInfos.set, { id: chip.id, body })).toBe('cardInfo.issued')
    expect(await clerk.refused(cardInfos.set, { id: chip.id, body: { issueType: 10, userCardId: other.id } })).toBe('cardInfo.boundToOther')
    expect(await admin.refused(cardInfos.scrap, { id: chip.id, body: {} })).toBe('cardInfo.issued')
    const second = await addChip(place, { number: '6201700003' })
    expect(await clerk.refused(cardInfos.set, { id: second.id, body })).toBe('card.alreadyIssued')
  })

  test('is another company’s: it is not found', async () => {
    const { clerk, open } = await counter()
    const theirs = await addChip(await world())
    const { id } = await open(theirs.number)
    expect(await clerk.refused(cardInfos.set, { id: theirs.id, body: { issueType: 10, userCardId: id } })).toBe('notFound')
  })
})

test('who takes another card from the box gives the first one up', async () => {
  const { clerk, open, reserve, ...place } = await counter()
  const [one, other] = [await addChip(place), await addChip(place)]
  const { id } = await open(one.number)
  await reserve(one, id)
  expect(await clerk.refused(cardInfos.set, { id: other.id, body: { issueType: 10, userCardId: id } })).toBe('cardInfo.otherNumber')
  expect(await clerk.call(cardInfos.get, { id: one.id })).toMatchObject({ state: 'reserved' })
})

test('forty at once reserve one chip for forty accounts: one has it', async () => {
  const { clerk, open, ...place } = await counter()
  const chip = await addChip(place, { number: '6201800000' })
  const first = await open('6201800000')
  // All have the number of the chip, as if the database did not keep numbers apart.
  const accounts = await Promise.all(Array.from({ length: 39 }, (_, turn) => open(`62018000${String(turn + 1).padStart(2, '0')}`)))
  const outcomes = await Promise.all(
    [first, ...accounts].map(({ id }) => clerk.refused(cardInfos.set, { id: chip.id, body: { issueType: 10, userCardId: id } })),
  )
  expect(outcomes.filter(outcome => outcome === 'allowed')).toHaveLength(1)
  const bound = await place.rows(`select user_card_id from card_info where company_id = $1 and user_card_id is not null`, [
    place.company.id,
  ])
  expect(bound).toHaveLength(1)
})

describe('the proof', () => {
  test.each([
    ['a way that no chip goes', `update card_info set life = life || '[{"act": "prepare"}]' where id = $1`, 'I22'],
    ['a chip under another number than the register has', `update card_uuid set number = '0000' where id = $1`, 'I22'],
    ['an account that is issued without its chip', `update user_card set issue_time = now() where id = $2`, 'I23'],
    ['an account that names a chip that it has not', `update user_card set physical_number = '04AA' where id = $2`, 'I23'],
  ] as const)('names %s', async (_, statement, invariant) => {
    const place = await counter()
    const chip = await addChip(place)
    const { id } = await place.open(chip.number)
    await place.reserve(chip, id)
    const wrong = async () => (await invariantsOf(place)).filter(({ breaches }) => breaches > 0).map(found => found.invariant)
    expect(await wrong()).toEqual([])
    await place.rows(statement.replace('$2', '$1'), [statement.includes('$2') ? id : chip.id])
    expect(await wrong()).toContain(invariant)
  })
})
