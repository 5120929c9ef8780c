import { endpoints, resources, type Endpoint } from '@forecourt/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { owned } from '../testing/world.ts'
import { attack, hostileServer, callerOf, type HostileServer } from './hostile-server.ts'
import { edgesOfCall } from './bounds.ts'
import { dice, seed, some, whole } from '../testing/sampling.ts'

/** Each call gets so many, drawn by the seed of the run; CHECK=whole sends everything. */
const each = whole ? Number.POSITIVE_INFINITY : 24

const all = endpoints.filter(({ path }) => !path.startsWith('/fixture'))
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
let place: HostileServer
let sent = 0
const codes = new Map<string, number>()
beforeAll(async () => {
  place = await hostileServer()
}, 120_000)
afterAll(async () => {
  console.info(`seed ${seed}: ${sent} sent; ${JSON.stringify([...codes].toSorted((a, b) => b[1] - a[1]))}`)
  await place.app.close()
})

/** An edit names the version that its record has now, so that it is not refused for that. */
async function asLastSeen({ path, body }: Endpoint, payload: string | undefined): Promise<{ payload?: string }> {
  const resource = resources.get(path.split('/')[1]!)
  if (!payload || !resource || !path.includes('/:id') || !('version' in ((body as z.ZodObject).shape ?? {}))) return {}
  const [row] = await owned<{ version: number }>(`select version from ${resource.table} where id = $1`, [place.idOf(resource.name)])
  return row ? { payload: payload.replace(/"version":\d+(?=[,}])/, `"version":${row.version}`) } : {}
}

const asked = all.filter(({ body, query }) => body || query)
describe('fields at their bounds, and just beyond', () => {
  test.each(asked.map(endpoint => [nameOf(endpoint), endpoint] as const))('%s', { timeout: 60_000 }, async (name, endpoint) => {
    const roll = dice(seed ^ [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7))
    const wrong: string[] = []
    for (const edge of some(edgesOfCall(endpoint, place.idOf), each, roll)) {
      const headers = { language: 'zh', station: String(place.idOf('stations')), ...edge.request.headers, ...callerOf(endpoint) }
      const request = {
        ...edge.request,
        headers,
        ...(!edge.what.startsWith('version ') && (await asLastSeen(endpoint, edge.request.payload as string | undefined))),
      }
      const { status, code, wrong: fault } = await attack(place.app, { ...edge, request })
      sent++
      codes.set(code || String(status), (codes.get(code || String(status)) ?? 0) + 1)
      if (fault) wrong.push(`${edge.kind}: ${edge.what}: ${fault}`)
    }
    expect(wrong).toEqual([])
  })

  // What was taken at its bound is added up by lists, statistics and the pages that show them.
  const read = all.filter(({ method, path, gives }) => method === 'GET' && !path.includes('/:id') && !gives)
  test.each(read.map(endpoint => [nameOf(endpoint), endpoint] as const))('afterwards %s still answers', async (_, endpoint) => {
    const days = 'from=2026-11-01&to=2026-11-20'
    const query = endpoint.path.startsWith('/statistics') || endpoint.path.startsWith('/reports') ? `?${days}` : ''
    const request = { method: 'GET', url: `/api/v1${endpoint.path}${query}`, headers: callerOf(endpoint) } as const
    const { wrong } = await attack(place.app, { refused: false, request })
    expect(wrong).toBeUndefined()
  })

  test('no error stands in the log, and as much was sent as is claimed', () => {
    expect(place.lines.filter(line => JSON.parse(line).level >= 50).slice(0, 5)).toEqual([])
    expect(sent).toBeGreaterThan(asked.length * 3)
  })
})
