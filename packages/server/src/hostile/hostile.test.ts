import { endpoints, type Endpoint } from '@forecourt/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attacksOn, type Attack } from './attacks.ts'
import { attack, hostileServer, callerOf, type HostileServer } from './hostile-server.ts'
import { dice, seed, some, whole } from '../testing/sampling.ts'

/** Each call gets so many, drawn by the seed of the run; CHECK=whole sends everything. */
const each = whole ? Number.POSITIVE_INFINITY : 30

const all = endpoints.filter(({ path }) => !path.startsWith('/fixture'))
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
let place: HostileServer
const counted = { made: 0, sent: 0, refused: 0, borne: 0 }
const codes = new Map<string, number>()
beforeAll(async () => {
  place = await hostileServer()
}, 120_000)
afterAll(async () => {
  const summary = [...codes].toSorted((a, b) => b[1] - a[1]).map(([code, times]) => `${code} ${times}`)
  console.info(`seed ${seed}: ${JSON.stringify(counted)}; ${summary.join(', ')}`)
  await place.app.close()
})

/** Sends a batch; where all of it is refused, the rows are as they were. */
async function attackAll(endpoint: Endpoint, attacks: readonly Attack[]): Promise<string[]> {
  const wrong: string[] = []
  const caller = callerOf(endpoint)
  const send = async (given: Attack, turn: number) => {
    const request = { ...given.request, headers: { language: turn % 2 ? 'en' : 'zh', ...caller, ...given.request.headers } }
    const { status, code, wrong: fault } = await attack(place.app, { ...given, request })
    counted.sent++
    counted[status === 200 ? 'borne' : 'refused']++
    codes.set(code || String(status), (codes.get(code || String(status)) ?? 0) + 1)
    if (fault) wrong.push(`${given.kind}: ${given.what}: ${fault}`)
    return status
  }
  const unchanged = async (batch: readonly Attack[]) => {
    const before = await place.stamp()
    const taken: Attack[] = []
    for (const [turn, attack] of batch.entries()) if ((await send(attack, turn)) === 200) taken.push(attack)
    if (taken.length === 0 && (await place.stamp()) !== before) wrong.push('rows changed though everything was refused')
    return batch.filter(attack => !taken.includes(attack))
  }
  await unchanged(attacks.filter(({ refused }) => refused))
  // What happened to be refused is sent again by itself.
  await unchanged(await unchanged(attacks.filter(({ refused }) => !refused)))
  const { statusCode } = await place.app.inject('/healthz')
  if (statusCode !== 200) wrong.push(`after it the server answers ${statusCode}`)
  return wrong
}

// @req SEC-024
// Guarantees §3.7: whatever is sent is refused in words or borne, and changes nothing when refused.
describe('bad input', () => {
  test.each(all.map(endpoint => [nameOf(endpoint), endpoint] as const))(
    '%s',
    async (name, endpoint) => {
      const attacks = attacksOn(endpoint, place.idOf)
      counted.made += attacks.length
      const roll = dice(seed ^ [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7))
      expect(await attackAll(endpoint, some(attacks, each, roll))).toEqual([])
    },
    whole ? 1_200_000 : 60_000,
  )

  test('nothing of it was a fault of ours: no error stands in the log, and no line holds two', () => {
    const failed = place.lines.filter(line => JSON.parse(line).level >= 50)
    expect(failed.slice(0, 5)).toEqual([])
    expect(place.lines.filter(line => line.trimEnd().includes('\n'))).toEqual([])
  })

  test('the corpus is as large as it claims', () => {
    expect(counted.made).toBeGreaterThan(10_000)
    expect(counted.sent).toBeGreaterThan(all.length * 10)
  })
})
