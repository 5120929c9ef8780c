import { endpoints, resources, transferUserCard, userCards, type Endpoint } from '@forecourt/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { handlers } from '../modules/index.ts'
import type { Handler } from '../platform/execution/command.ts'
import { owned } from '../testing/world.ts'
import { expected } from './expected.ts'
import { fingerprint, leaked, makeScene, requestOf, serveWith, type Scene } from './scene.ts'

interface Card {
  readonly id: number
  readonly kind: string
}
let scene: Scene, mine: Card[], theirs: Card[], otherFleet: number, notMine: Set<number>

beforeAll(async () => {
  scene = await makeScene()
  const [led, other] = (await owned('select id from fleet where company_id = $1 order by id', [scene.riverside.id])) as { id: number }[]
  const cardsOf = (fleet: number) => owned<Card>('select id, kind from user_card where group_id = $1 order by id', [fleet])
  ;[mine, theirs, otherFleet] = [await cardsOf(led!.id), await cardsOf(other!.id), other!.id]
  notMine = await everythingBut(led!.id)
}, 120_000)

/** Every id of both companies that is neither the leader's fleet, nor of its cards, nor on what they paid. */
async function everythingBut(fleet: number): Promise<Set<number>> {
  const tables = [...new Set([...resources.values()].filter(({ list, scope }) => list && scope !== 'headOffice').map(({ table }) => table))]
  const ids = new Set<number>()
  for (const table of tables) for (const { id } of await owned<{ id: number }>(`select id from ${table} limit 20000`)) ids.add(id)
  const own = await owned<{ id: number }>(
    `select id from fleet where id = $1
     union select unnest(array[id, user_id, card_id]) from user_card where group_id = $1
     union select unnest(array[d.id, order_id, station_id, d.operator_id, shift_id, reverses_id]) from user_card_detail d
       join user_card c on c.id = d.user_card_id where c.group_id = $1
     union select unnest(array[j.id, j.order_id, j.station_id]) from card_judgement j
       join user_card c on c.id = j.user_card_id where c.group_id = $1
     union select unnest(array[id, user_id]) from fleet_employee where group_id = $1
     union select unnest(array[id, user_id]) from car where group_id = $1
     union select id from fleet_agreement where group_id = $1 union select id from fleet_bill where group_id = $1
     union select id from allocation_plan where group_id = $1 union select id from allocation_run where group_id = $1
     union select id from allocation_run_line where group_id = $1
     union select id from fleet_bill_line where group_id = $1 union select id from fleet_bill_card where group_id = $1
     union select unnest(array[id, order_id]) from fill_alert where group_id = $1
     union select user_id from fleet where id = $1 union select $2`,
    [fleet, scene.riverside.id],
  )
  for (const { id } of own) ids.delete(id)
  return ids
}

const leader = () => scene.people.get('group_master')!
const ask = (endpoint: Endpoint, given: Parameters<typeof requestOf>[1] = {}, app = scene.app) =>
  app.inject(requestOf(endpoint, { ...given, headers: { ...leader().headers, ...given.headers } }))
const open = endpoints.filter(({ permission }) => expected.get(permission)?.has('group_master'))
const lists = [...resources.values()].filter(({ list }) => list && expected.get(list.permission)?.has('group_master'))
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

// @req SEC-029 FLT-018 ACC-087
describe('another fleet of the same company', { timeout: 60_000 }, () => {
  test('is there, with a master card and a sub card of its own', () => {
    // It earns points and growth, in two accounts of its own.
    expect(mine.map(({ kind }) => kind)).toEqual(['master', 'sub', 'sub', 'sub', 'master', 'master'])
    expect(theirs.map(({ kind }) => kind)).toEqual(['master', 'sub'])
    expect(open.length).toBeGreaterThan(10)
    expect(notMine.size).toBeGreaterThan(1000)
  })

  test('its records answer as if they were not there, and stay as they are', async () => {
    const before = await fingerprint(scene.riverside.id)
    expect(await reaches()).toEqual([])
    expect(await fingerprint(scene.riverside.id)).toBe(before)
  })

  test('a leader lists their own cards, movements and drivers, and no id of anything else of the company', async () => {
    for (const resource of lists) {
      const relations = [...Object.keys(resource.many ?? {}), 'user', 'card', 'group', 'parent', 'station', 'order', 'operator', 'company']
      for (const query of [{ size: '500' }, { search: `id:${otherFleet}` }, ...relations.map(expand => ({ size: '500', expand }))]) {
        const reply = await ask(resource.list, { ask: query as never })
        expect([resource.name, query, leaked(reply.body, notMine)]).toEqual([resource.name, query, []])
      }
    }
    const { content } = (await ask(userCards.list, { ask: { size: '100', expand: 'user' } })).json()
    expect(new Set(content.map((card: Card) => card.id))).toEqual(new Set(mine.map(({ id }) => id)))
    expect(new Set(Object.keys(content.find(({ user }: { user: object | null }) => user !== null).user))).toEqual(
      new Set(['id', 'mobile', 'name']),
    )
  })

  test('money goes to their own sub cards only', async () => {
    const [master, sub] = mine
    const transfer = async (id: number, toId: number) =>
      (
        await scene.app.inject({
          ...requestOf(transferUserCard, { id, headers: leader().headers }),
          payload: { toId, type: 'assign', amountCents: 100 },
        })
      ).json().code
    expect(await transfer(master!.id, theirs[1]!.id)).toBe('notFound')
    expect(await transfer(theirs[0]!.id, theirs[1]!.id)).toBe('notFound')
    expect(await transfer(sub!.id, master!.id)).toBe('card.notOfMaster')
    expect(await transfer(master!.id, sub!.id)).toBeUndefined()
  })

  test('a hole planted in that wall would be seen', async () => {
    const withoutFleet = (handler: Handler): Handler => ({
      endpoint: handler.endpoint,
      run: (ctx, input) => handler.run({ ...ctx, scope: { companyIds: ctx.scope.companyIds, zone: ctx.scope.zone } }, input),
    })
    const app = await serveWith(handlers.map(each => (each.endpoint.path === '/userCards/:id/loss' ? withoutFleet(each) : each)))
    expect(await reaches(app)).toEqual(['POST /userCards/:id/loss by id: 200'])
    await app.close()
  })
})

async function reaches(app = scene.app): Promise<string[]> {
  const wrong: string[] = []
  for (const endpoint of open.filter(({ path }) => path.includes('/:id'))) {
    const missing = await ask(endpoint, {}, app)
    for (const id of endpoint.path.startsWith('/groups') ? [otherFleet] : theirs.map(card => card.id)) {
      const reply = await ask(endpoint, { id, reference: id }, app)
      if (reply.statusCode !== missing.statusCode || reply.json().code !== missing.json().code) {
        wrong.push(`${nameOf(endpoint)} by id: ${reply.statusCode}`)
        break
      }
    }
  }
  return wrong
}
