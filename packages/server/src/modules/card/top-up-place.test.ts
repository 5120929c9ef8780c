import { chargeUserCard, fuelCodes } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { world } from '../../testing/world.ts'

/** Two stations of one company, and one of a company that is no business of the first. */
async function riverside() {
  const it = await world()
  const west = await it.addStation('Riverside West')
  const harbour = await world()
  const card = await makeCard(it, { principalCents: 50_00 })
  const charge = (stationId: number) => ({
    id: card.id,
    body: { stationId, amountCents: 20_00, payType: 'cash' as const, withoutReceipt: true },
  })
  return { ...it, west, harbour, card, charge }
}

test('someone who works at one station cannot take money into another station’s till, nor enter records there', async () => {
  const { staff, station, west, harbour, card, charge } = await riverside()
  const lin = await staff({ role: 'station_master', stationIds: [station.id], over: { stationId: station.id } })
  const code = (stationId: number) => ({ body: { stationId, code: '092', type: 'gasoline' as const } })
  for (const elsewhere of [west, harbour.station]) {
    expect(await lin.refused(chargeUserCard, charge(elsewhere.id))).toBe('notFound')
    expect(await lin.refused(fuelCodes.create, code(elsewhere.id))).toBe('notFound')
  }
  expect((await pursesOf(card.id)).principal).toBe(50_00)
  expect(await lin.refused(chargeUserCard, charge(station.id))).toBe('allowed')
  expect(await lin.refused(fuelCodes.create, code(station.id))).toBe('allowed')
  expect((await pursesOf(card.id)).principal).toBe(70_00)
})

test('someone who sees two companies can top a card up only at stations of the company that issued it', async () => {
  const { staff, company, west, harbour, card, charge } = await riverside()
  const mo = await staff({ role: 'admin', over: { companyIds: [company.id, harbour.company.id] } })
  expect(await mo.refused(chargeUserCard, charge(harbour.station.id))).toBe('notFound')
  expect((await pursesOf(card.id)).principal).toBe(50_00)
  expect(await mo.refused(chargeUserCard, charge(west.id))).toBe('allowed')
})
