import { baseFuels, depots, fileKinds, purchaseContracts, suppliers, trucks, type Sent } from '@forecourt/contract'
import { form } from './file.ts'
import { unique, world } from './world.ts'

/** A company that buys diesel and petrol into two depots. */
export async function supplyWorld() {
  const it = await world()
  const lin = await it.staff({ role: 'company_user' })
  const fuel = async (name: string, type: 'gasoline' | 'diesel', densityKgM3: number) =>
    (await lin.call(baseFuels.create, { body: { code: `F${unique()}`, name, type, densityKgM3 } })).id
  const diesel = await fuel('0# diesel', 'diesel', 838)
  const petrol = await fuel('92# petrol', 'gasoline', 735)
  const depot = async (name: string, ...fuels: number[]) =>
    (await lin.call(depots.create, { body: { name, baseFuels: fuels.map(baseFuelId => ({ baseFuelId })) } })).id
  const harbour = await depot('Harbour depot', diesel, petrol)
  const hill = await depot('Hill depot', diesel, petrol)
  const refinery = (await lin.call(suppliers.create, { body: { name: 'Refinery' } })).id
  const carrier = (await lin.call(suppliers.create, { body: { name: 'Long haul', sellsFuel: false, carries: true } })).id
  const contract = (over: Partial<Sent<typeof purchaseContracts.create>['body']> = {}) => ({
    day: '2026-04-10',
    number: `PC-${unique()}`,
    depotId: harbour,
    baseFuelId: diesel,
    supplierId: refinery,
    density: 838,
    priceCentsPerT: 7_845_50,
    taxRate: 13,
    weightKg: 31_580,
    ...over,
  })
  return {
    ...it,
    lin,
    diesel,
    petrol,
    harbour,
    hill,
    refinery,
    carrier,
    contract,
    buy: (over?: Parameters<typeof contract>[0]) => lin.call(purchaseContracts.create, { body: contract(over) }),
    truck: (over: object = {}) =>
      lin.call(trucks.create, {
        body: { carrierId: carrier, plate: `沪A${10_000 + unique()}`, compartments: [{ volumeCl: 8000_00 }], ...over },
      }),
    putUp: async (text: string | Buffer, name = 'contracts.csv') => {
      const { payload, headers } = form({ filename: name, mime: fileKinds.csv.mime, bytes: Buffer.from(text as string) })
      return lin.raw('POST', '/upload?type=purchaseImport', payload, headers)
    },
  }
}
export type SupplyWorld = Awaited<ReturnType<typeof supplyWorld>>
