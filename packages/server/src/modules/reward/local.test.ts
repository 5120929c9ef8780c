import { endpoints, points, pointsCards } from '@forecourt/contract'
import { afterAll, expect, test } from 'vitest'
import { systemActor } from '../../platform/execution/command.ts'
import { serve } from '../../platform/http/http.ts'
import { db, noon, world } from '../../testing/world.ts'
import { handlersOf } from '../index.ts'

const it = await world()
const actor = { ...systemActor(it.company.id, 'test', 'Asia/Shanghai'), permissions: { has: () => true } as unknown as ReadonlySet<string> }
const local = await serve(handlersOf('local'), { db, clock: () => noon, secure: false, authenticate: () => Promise.resolve(actor) })
afterAll(() => local.close())

// @req PTS-007
test('a station that runs by itself answers no call of the points store; points are earned and shown there as well', async () => {
  const gone = endpoints.filter(({ permission }) => /^(reward|redemption)\./.test(permission))
  expect(gone.length).toBeGreaterThan(12)
  for (const { method, path } of gone) {
    const { statusCode } = await local.inject({ method, url: `/api/v1${path.replace(':id', '1')}`, payload: {} })
    expect([method, path, statusCode]).toEqual([method, path, 404])
  }
  for (const { path } of [pointsCards.list, points.owed])
    expect((await local.inject({ method: 'GET', url: `/api/v1${path}` })).statusCode).toBe(200)
})
