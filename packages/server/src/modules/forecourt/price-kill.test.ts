import { priceChanges } from '@forecourt/contract'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { kill, passLeases, startInstance } from '../../testing/instances.ts'
import { twoStations } from '../../testing/price-change.ts'
import { dice, scaled, seed } from '../../testing/sampling.ts'
import { tell } from '../../testing/servers.ts'
import { setClock } from '../../testing/world.ts'

const kills = scaled(2, 20)

// @req FUE-007
test(`changes of two servers, one of which is killed at the instant, ${kills} times: each fires once, at most five seconds late`, {
  timeout: 600_000,
}, async () => {
  const it = await twoStations()
  const draw = dice(seed)
  const instances = [await startInstance(), await startInstance()]
  const late: number[] = []
  for (let turn = 0; turn < kills; turn++) {
    setClock(new Date())
    const due = new Date(Date.now() + 2000)
    const ids: number[] = []
    for (let nth = 0; nth < 5; nth++) {
      const prices = it.fuels.map((productId, at) => ({ productId, priceCents: 800 + 100 * at + 5 * turn + nth }))
      const body = it.change({ strategy: 'scheduled', fromAt: due.toISOString(), prices })
      ids.push((await it.boss.call(priceChanges.add, { body })).id)
    }
    await wait(due.getTime() - Date.now() + draw() * 400)
    await kill(instances[turn % 2]!)
    const open = async () =>
      (await it.rows(`select from price_change_station where change_id = any($1) and fired_date is null`, [ids])).length
    await expect.poll(open, { timeout: 30_000, interval: 20 }).toBe(0)
    const parts = await it.rows<{ lateMs: number }>(
      `select extract(epoch from fired_date - from_at)::float8 * 1000 as "lateMs" from price_change_station where change_id = any($1)`,
      [ids],
    )
    late.push(...parts.map(({ lateMs }) => lateMs))
    const [rows] = await it.rows<{ prices: number; lines: number }>(
      `select count(price.id)::int as prices, count(*)::int as lines from price_change_line line
        left join product_price price on price.id = line.id and price.from_at = line.from_at and price.price_cents = line.price_cents
        where line.change_id = any($1)`,
      [ids],
    )
    expect(rows).toEqual({ prices: ids.length * 4, lines: ids.length * 4 })
    await passLeases()
    instances[turn % 2] = await startInstance()
  }
  tell(`${kills} kills at the instant`, { changes: kills * 5, latestMs: Math.max(...late) })
  expect(Math.max(...late)).toBeLessThanOrEqual(5000)
  const fired = (await it.audits()).filter(({ action }) => action === 'price.fire').map(({ subject }) => subject)
  expect(fired.length).toBe(new Set(fired).size)
  expect(fired.length).toBe(kills * 5)
})
