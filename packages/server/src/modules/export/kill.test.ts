import { exports, type ExportColumn } from '@forecourt/contract'
import { expect, test, vi } from 'vitest'
import { signedIn } from '../../testing/access.ts'
import { incoming, kill, startInstance } from '../../testing/instances.ts'
import { manyOrders } from '../../testing/many-orders.ts'
import { setClock, world } from '../../testing/world.ts'

// Each instance is a process of its own; a machine that is busy takes its time.
vi.setConfig({ testTimeout: 900_000 })
const columns: ExportColumn[] = ['orderNo', 'createdDate', 'stationId', 'totalCents', 'payType'].map(path => ({ path, title: path }))

// Fault F1: kill -9 in the middle of an export.
test('a server that is killed in the middle of an export leaves nothing of it; another writes all of it, once', async () => {
  const now = new Date()
  setClock(now)
  const it = await world()
  // Fewer are written before anybody can be killed.
  const count = 300_000
  await manyOrders(it, count, now)
  const lin = await signedIn(it.company, { roles: ['admin'] })
  const from = new Date(now.getTime() - 10 * 86_400_000).toISOString()
  const asked = { query: { type: 'orders', search: `createdDate>=${from}`, sort: 'createdDate,asc' }, body: { name: 'All', columns } }
  const { id } = await lin.call(exports.ask, asked)
  const row = () => lin.call(exports.get, { id })

  const victim = await startInstance()
  await expect.poll(async () => (await row()).rows, { timeout: 300_000, interval: 20 }).toBeGreaterThan(0)
  await kill(victim)
  expect(await row()).toMatchObject({ status: 'running', size: null })
  expect(await lin.refused(exports.file, { id })).toBe('export.notDone')
  expect(incoming().some(name => name.startsWith(`export-${id}-`))).toBe(true)

  await startInstance()
  await expect.poll(async () => (await row()).status, { timeout: 300_000, interval: 200 }).toBe('done')
  const text = (await lin.raw('GET', `/exports/${id}/file?download=true`)).rawPayload.toString('utf8')
  const lines = text.trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(count)
  expect(new Set(lines.map(line => line.slice(0, 10))).size).toBe(count)
  const cents = lines.reduce((sum, line) => sum + Number(line.split(',')[3]!.replace('.', '')), 0)
  expect(cents).toBe((count * (count + 1)) / 2)
  expect(incoming().filter(name => name.startsWith('export-'))).toEqual([])
  expect(await it.rows(`select count(*)::int as kept from attachment where company_id = $1`, [it.company.id])).toEqual([{ kept: 1 }])
})
