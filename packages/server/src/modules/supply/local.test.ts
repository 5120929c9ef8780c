import { endpoints, suppliers } from '@forecourt/contract'
import { afterAll, expect, test } from 'vitest'
import { serve } from '../../platform/http/http.ts'
import { systemActor } from '../../platform/execution/command.ts'
import { db, noon, world } from '../../testing/world.ts'
import { handlersOf } from '../index.ts'

const it = await world()
const actor = { ...systemActor(it.company.id, 'test', 'Asia/Shanghai'), permissions: { has: () => true } as unknown as ReadonlySet<string> }
const serveAs = (profile: 'standard' | 'local') =>
  serve(handlersOf(profile), { db, clock: () => noon, secure: false, authenticate: () => Promise.resolve(actor) })
const [standard, local] = [await serveAs('standard'), await serveAs('local')]
afterAll(() => Promise.all([standard.close(), local.close()]))

// @req SUP-016 SUP-017
test('a station that runs by itself answers no call of supply but those of suppliers, which receipts choose from', async () => {
  const calls = endpoints.filter(({ permission }) => permission.startsWith('supply.'))
  const gone = calls.filter(({ permission }) => !permission.startsWith('supply.supplier.'))
  expect(gone.map(({ path }) => path.split('/')[1])).toEqual(
    expect.arrayContaining(['depots', 'depotTransfers', 'trucks', 'purchaseContracts']),
  )
  for (const { method, path } of gone) {
    const url = `/api/v1${path.replace(':id', '1')}`
    const [here, there] = [await local.inject({ method, url, payload: {} }), await standard.inject({ method, url, payload: {} })]
    expect([method, path, here.statusCode]).toEqual([method, path, 404])
    expect([method, path, there.json().detail?.path]).toEqual([method, path, undefined])
  }
  for (const app of [standard, local])
    expect((await app.inject({ method: 'GET', url: `/api/v1${suppliers.list.path}` })).statusCode).toBe(200)
})
