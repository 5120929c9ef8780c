import { orders } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../testing/access.ts'
import { shop } from '../../testing/order.ts'
import { noon, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

test('anyone who looks at all stations of another company counts its days by that company’s clock', async () => {
  const root = await signedIn((await world()).company, { roles: ['superAdmin'] })
  const prague = await shop({ timeZone: 'Europe/Prague' })
  // 23:30 on 30 April in Prague, 05:30 on 1 May in Shanghai.
  await prague.sell({ createdDate: '2026-04-30T21:30:00.000Z' })
  const on = async (day: string) =>
    (await root.call(orders.totals, { query: { search: `createdDate:${day}` } }, { company: String(prague.company.id) })).count
  expect([await on('2026-04-30'), await on('2026-05-01')]).toEqual([1, 0])
})
