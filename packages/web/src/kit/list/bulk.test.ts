import { beforeAll, expect, test, vi } from 'vitest'

vi.hoisted(() => Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => undefined } }))

type Bulk = typeof import('./bulk.ts')
type Api = typeof import('../../core/api.ts')
let bulk: Bulk, api: Api
beforeAll(async () => {
  bulk = await import('./bulk.ts')
  api = await import('../../core/api.ts')
})
const refusal = (status: number, code: string, detail = {}) => new api.ApiError(status, { code: code as never, message: code, detail })

test('each is done once and in its order, never more than a few at a time', async () => {
  const done: number[] = []
  let now = 0,
    most = 0
  const act = async (item: number) => {
    most = Math.max(most, ++now)
    await Promise.resolve()
    done.push(item)
    now--
  }
  const items = Array.from({ length: 40 }, (_, item) => item)
  await bulk.inTurn(items, act, () => false)
  expect(done.toSorted((a, b) => a - b)).toEqual(items)
  expect(most).toBe(3)
})

test('told to stop, it begins nothing more', async () => {
  const done: number[] = []
  await bulk.inTurn(
    [1, 2, 3, 4, 5],
    async item => void done.push(item),
    () => done.length >= 2,
    1,
  )
  expect(done).toEqual([1, 2])
})

test('too much at once is tried again after the time that the server names; another refusal stands', async () => {
  const waited: number[] = []
  let tries = 0
  const answer = await bulk.patiently(
    async () => {
      if (++tries < 3) throw refusal(429, 'request.tooMany', { retryAfter: 7 })
      return 'done'
    },
    async seconds => void waited.push(seconds),
  )
  expect([answer, waited]).toEqual(['done', [7, 7]])
  const inUse = () => Promise.reject(refusal(409, 'inUse'))
  await expect(bulk.patiently(inUse, async () => undefined)).rejects.toMatchObject({ code: 'inUse' })
  const always = () => Promise.reject(refusal(503, 'server.busy'))
  await expect(bulk.patiently(always, async () => undefined)).rejects.toMatchObject({ code: 'server.busy' })
})
