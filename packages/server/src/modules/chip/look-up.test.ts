import { addFleet, cardInfos, cardKeys, type CardPayload, type CardRecord, issueUserCard } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { addChip } from '../../testing/chip.ts'
import { noon, setClock, unique, world } from '../../testing/world.ts'
import { freeze } from '../card/index.ts'

const expand = 'userCard.parent,userCard.card.group,userCard.user,company'

// @req CRD-060 CRD-061 CRD-002 CRD-065
test('a chip on the reader is found by its own number, and by the printed one; with the card, its holder and the company', async () => {
  const place = await world()
  const clerk = await place.staff({ role: 'station_employee' })
  const card = await makeCard(place, { number: `6201${String(1e6 + unique()).slice(1)}`, principalCents: 12_00 })
  const chip = await addChip(place, { number: card.number, userCardId: card.id })
  const { uuid, number, supplier } = chip
  const companyId = place.company.id
  for (const by of [{ uuid }, { uuid, companyId }, { number, companyId }])
    expect(await clerk.call(cardInfos.lookUp, { query: { ...by, supplier, expand } })).toMatchObject({
      id: chip.id,
      number,
      uuid,
      state: 'issued',
      company: { id: companyId },
      userCard: { id: card.id, value: 12_00, parent: null, card: { type: 'debit', group: null }, user: { name: 'Wang Fang' } },
    })
  expect(await clerk.refused(cardInfos.lookUp, { query: { uuid: '04FFFFFFFFFF', supplier } })).toBe('cardInfo.notImported')
  expect(await clerk.refused(cardInfos.lookUp, { query: { uuid, supplier: 0 } })).toBe('cardInfo.notImported')
  expect(await clerk.refused(cardInfos.lookUp, { query: { supplier } })).toBe('validation')
  expect(await clerk.refused(cardInfos.lookUp, { query: { supplier, uuid, number } })).toBe('validation')
})

// @req CRD-002 CRD-060 CRD-061 CRD-059
test('a chip of a sub card tells all that stands with it: its master, fleet and holder, what it holds and what is frozen', async () => {
  const place = await world()
  const clerk = await place.staff({ role: 'station_employee' })
  const admin = await place.staff({ role: 'admin' })
  const fleet = await admin.call(addFleet, { body: { name: 'Riverside Taxi' } })
  const master = await makeCard(place, { kind: 'master' })
  const sub = await makeCard(place, { kind: 'sub', parentId: master.id, cardId: master.cardId, principalCents: 12_00, giftCents: 3_00 })
  await place.rows('update user_card set group_id = $1 where id in ($2, $3)', [fleet.id, master.id, sub.id])
  await place.within(ctx => freeze(ctx, { userCardId: sub.id, amountCents: 5_00, ref: 'hold' }))
  const chip = await addChip(place, { number: sub.number, userCardId: sub.id, cardType: 1 })
  await place.rows(`update card_info set code = 'MH-7' where id = $1`, [chip.id])
  const { uuid, number, supplier } = chip
  const whole = {
    id: chip.id,
    number,
    uuid,
    supplier: 1,
    status: 'normal',
    cardType: 1,
    issueType: 10,
    code: 'MH-7',
    companyId: place.company.id,
    productionTime: '2026-04-01T00:00:00.000Z',
    issueTime: '2026-04-01T00:00:00.000Z',
    company: { id: place.company.id },
    userCard: {
      id: sub.id,
      kind: 'sub',
      value: 10_00,
      lockValue: 5_00,
      parent: { id: master.id, number: master.number },
      card: { id: master.cardId, type: 'debit', group: { id: fleet.id, name: 'Riverside Taxi' } },
      user: { id: sub.userId, name: 'Wang Fang' },
    },
  }
  const companyId = place.company.id
  for (const by of [
    { uuid, supplier },
    { uuid, supplier, companyId },
    { number, supplier, companyId },
  ])
    expect(await clerk.call(cardInfos.lookUp, { query: { ...by, expand } }), JSON.stringify(by)).toMatchObject(whole)
  expect(await clerk.call(cardInfos.save, { body: { uuid, supplier }, query: { expand } })).toMatchObject(whole)
  expect(await clerk.refused(cardInfos.lookUp, { query: { uuid, supplier, companyId: companyId + 1 } })).toBe('cardInfo.otherCompany')
  // Without the expand each is named by its id alone.
  const bare = await clerk.call(cardInfos.lookUp, { query: { uuid, supplier } })
  expect(bare).toMatchObject({ userCardId: sub.id, companyId })
  expect('userCard' in bare).toBe(false)
})

// @req CRD-032 CRD-037
test('a card of another company is said to be one to who has it on the reader, and nothing else; by its number there is none', async () => {
  setClock(noon)
  const place = await world()
  const clerk = await place.staff({ role: 'station_employee' })
  const { uuid, number, supplier } = await addChip(await world())
  const reply = await clerk.send(cardInfos.lookUp, { query: { uuid, supplier } })
  expect(reply.json()).toMatchObject({ code: 'cardInfo.otherCompany', message: 'The card does not belong to this company' })
  expect(JSON.stringify(reply.json())).not.toContain(number)
  const said = await clerk.send(cardInfos.lookUp, { query: { uuid, supplier } }, { language: 'zh' })
  expect(said.json()).toMatchObject({ code: 'cardInfo.otherCompany', message: '卡片不属于该油企' })
  for (const [language, message] of [
    ['zh', '卡片未导入或无效'],
    ['en', 'This card has not been imported or is not valid'],
  ] as const)
    expect((await clerk.send(cardInfos.lookUp, { query: { number, supplier } }, { language })).json()).toMatchObject({ message })
  expect(await clerk.refused(cardInfos.lookUp, { query: { number, supplier } })).toBe('cardInfo.notImported')
  expect((await place.audits()).filter(({ action }) => action === 'chip.foreign')).toHaveLength(2)
  for (let turn = 2; turn < 60; turn++) await clerk.refused(cardInfos.lookUp, { query: { uuid, supplier } })
  expect(await clerk.refused(cardInfos.lookUp, { query: { uuid, supplier } })).toBe('cardInfo.tooManyForeign')
  setClock(new Date(noon.getTime() + 3_600_001))
  expect(await clerk.refused(cardInfos.lookUp, { query: { uuid, supplier } })).toBe('cardInfo.otherCompany')
  setClock(noon)
})

test('a station reads a prepared chip of nobody that it is about to take into stock', async () => {
  const place = await world()
  const leader = await place.staff({ role: 'station_leader' })
  const { uuid, supplier } = await addChip(place, { companyId: 0 })
  expect(await leader.call(cardInfos.lookUp, { query: { uuid, supplier, expand } })).toMatchObject({
    companyId: null,
    company: null,
    state: 'prepared',
  })
})

// @req CRD-059
test('a chip that no file has brought is added by the station that has it, as its own', async () => {
  const place = await world()
  const leader = await place.staff({ role: 'station_leader' })
  const body = { uuid: `04${String(1e10 + unique()).slice(1)}`, supplier: 1, number: `6209${unique()}`, cardType: 2 } as const
  const clerk = await place.staff({ role: 'station_employee' })
  expect(await clerk.refused(cardInfos.save, { body })).toBe('auth.forbidden')
  expect(await leader.refused(cardInfos.save, { body: { uuid: body.uuid, supplier: 1 } })).toBe('cardInfo.notImported')
  const added = await leader.call(cardInfos.save, { body })
  expect(added).toMatchObject({ ...body, state: 'stock', issueType: 9, companyId: place.company.id })
  expect(await leader.call(cardInfos.save, { body })).toMatchObject({ id: added['id'] })
  const other = { ...body, uuid: `04${String(1e10 + unique()).slice(1)}` }
  expect(await leader.refused(cardInfos.save, { body: other })).toBe('cardInfo.numberTaken')
})

test('what stands on a chip is checked by its MAC: one of ours, of an older key, of another company, altered, without one', async () => {
  const place = await world()
  const { company, rows } = place
  const admin = await place.staff({ role: 'admin' })
  await admin.call(cardKeys.set, { id: company.id, body: { key: '0123456789ABCDEFFEDCBA9876543210' } })
  const [product] = await rows<{ id: number }>(`insert into card (company_id, name, type) values ($1, 'Card', 'debit') returning id`, [
    company.id,
  ])
  const chip = await addChip(place)
  const opened = await admin.call(issueUserCard, {
    body: { number: chip.number, kind: 'anonymous', cardId: product!.id, awaitsChip: true },
  })
  const reserved = await admin.call(cardInfos.set, { id: chip.id, body: { issueType: 10, userCardId: opened.id } })
  const { payload } = reserved as unknown as { payload: CardPayload }
  await admin.call(cardInfos.save, { body: { ...chip, id: undefined, readBack: payload } as never }).catch(() => undefined)
  await admin.call(cardInfos.save, { body: { uuid: chip.uuid, supplier: 1, readBack: payload } })

  const verify = (record: CardRecord) => admin.call(cardInfos.verify, { id: chip.id, body: { record } })
  expect(await verify(payload)).toEqual({ signature: 'genuine', keyVersion: 1, current: true })
  await admin.call(cardKeys.set, { id: company.id, body: { key: 'FEDCBA98765432100123456789ABCDEF' } })
  expect(await verify(payload)).toEqual({ signature: 'genuine', keyVersion: 1, current: false })
  for (const forged of [
    { kind: 'employee' },
    { mac: '0011223344556677' },
    { keyVersion: 2 },
    { keyVersion: 0, algorithm: 0, mac: '' },
    { number: '1234' },
  ])
    expect(
      await admin.refused(cardInfos.verify, { id: chip.id, body: { record: { ...payload, ...forged } as CardRecord } }),
      JSON.stringify(forged),
    ).toBe('cardInfo.notGenuine')
})
