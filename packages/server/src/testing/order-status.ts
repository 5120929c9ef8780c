import { makeCard } from './card.ts'

type World = Parameters<typeof makeCard>[0]

/** What is sent for each act on an order, for the test of what may be done in which status. */
export const sentToOrder = {
  card: async (id: number, it: World) => ({ id, body: { userCardId: (await makeCard(it, { principalCents: 500_00 })).id } }),
  cash: (id: number) => ({ id, body: {} }),
  free: (id: number) => ({ id, body: { reason: 'Spilt', pinProof: 'none' } }),
  platform: (id: number) => ({ id, body: { payType: 'wx', externalSerialNo: `4200${id}` } }),
  fail: (id: number) => ({ id, body: { reason: 'cancelled' } }),
  close: (id: number) => ({ id, body: { reason: 'left' } }),
  revoke: (id: number) => ({ id, body: { pinProof: 'none' } }),
  rate: (id: number) => ({ id, body: { rating: 5 } }),
}
