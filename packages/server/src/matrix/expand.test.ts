import { resources, type Endpoint, type Resource, type Role } from '@forecourt/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { expandOf, shownBy, stepOf, type Expand } from '../platform/search/fields.ts'
import { limits } from '../platform/search/parse.ts'
import { owned } from '../testing/world.ts'
import { expected, signingIn } from './expected.ts'
import { makeScene, requestOf, type Person, type Scene } from './scene.ts'

type Row = Record<string, unknown>
interface Found {
  readonly of: Resource
  readonly where: string
  readonly row: Row
}

let scene: Scene
beforeAll(async () => {
  scene = await makeScene()
  // Cards in the hands of staff: of the head office, of each station, and of nobody's station.
  await owned(
    `update user_card set user_id = held.user_id from (
       select row_number() over (order by id) as place, user_id from user_role where company_id = $1
     ) as held
     where user_card.id = (select id from user_card where company_id = $1 order by id offset held.place - 1 limit 1)`,
    [scene.riverside.id],
  )
  await owned(`update user_account set email = id || '@riverside.example', remark = 'a note on ' || name where company_id = $1`, [
    scene.riverside.id,
  ])
}, 120_000)

const lists = [...resources.values()].filter(({ list, name }) => list && !name.startsWith('fixture'))

/** Every relation of a resource, and every relation of those, as paths. */
function pathsOf(of: Resource): string[] {
  const relations = (at: Resource) =>
    [...shownBy(at).flatMap(field => (field.endsWith('Id') ? field.slice(0, -2) : [])), 'company', 'station', ...Object.keys(at.many ?? {})]
      .filter((name, nth, all) => all.indexOf(name) === nth && stepOf(at, name) !== undefined)
      .filter(name => !at.later || !Object.hasOwn(at.later, name))
  const allowed = (path: string) => {
    try {
      return expandOf(of, [path]).size > 0
    } catch {
      return false
    }
  }
  return relations(of)
    .flatMap(name => [name, ...relations(stepOf(of, name)!.target).map(next => `${name}.${next}`)])
    .filter(allowed)
}

/** Every related record in the rows, with the resource that it is a record of. */
function relatedIn(rows: readonly Row[], tree: Map<string, Expand>, where: string): Found[] {
  return [...tree].flatMap(([name, { step, then }]) => {
    const related = rows.flatMap(row => [row[name] ?? []].flat() as Row[])
    const here = `${where}.${name}`
    return [...related.map(row => ({ of: step.target, where: here, row })), ...relatedIn(related, then, here)]
  })
}

const ask = (who: Person, endpoint: Endpoint, given: Parameters<typeof requestOf>[1]) =>
  scene.app.inject(requestOf(endpoint, { ...given, headers: who.headers }))

async function foundBy(who: Person): Promise<Found[]> {
  const found: Found[] = []
  for (const of of lists.filter(({ list }) => expected.get(list.permission)!.has(who.role))) {
    const paths = pathsOf(of)
    // Roles of users bring their station along: one path is left for it.
    const most = limits.terms - 1
    for (let from = 0; from < paths.length; from += most) {
      const part = paths.slice(from, from + most)
      const tree = expandOf(of, part)
      const reply = await ask(who, of.list, { ask: { size: '50', expand: part.join(',') } })
      expect([of.name, part, reply.statusCode]).toEqual([of.name, part, 200])
      const { content } = reply.json() as { content: Row[] }
      found.push(...relatedIn(content, tree, of.name))
      const [first] = content
      if (!of.get || !first) continue
      const one = await ask(who, of.get, { id: first['id'] as number, ask: { expand: part.join(',') } })
      expect([of.name, part, one.statusCode]).toEqual([of.name, part, 200])
      found.push(...relatedIn([one.json()], tree, `one of ${of.name}`))
    }
  }
  return found
}

/** What the caller reads of a record by its own call: the record, or nothing. */
async function ownCall(who: Person, of: Resource, id: number): Promise<Row | undefined> {
  if (of.get) {
    const reply = await ask(who, of.get, { id })
    return reply.statusCode === 200 ? reply.json() : undefined
  }
  const reply = of.list && (await ask(who, of.list, { ask: { search: `id:${id}` } }))
  return reply?.statusCode === 200 ? reply.json().content[0] : undefined
}

/** So many records of a resource are read by their own call; of users, whose sight differs most from record to record, all. */
const readMost = 10

async function beyondSight(who: Person): Promise<{ wrong: string[]; whole: number; labels: number }> {
  const wrong = new Set<string>()
  let [whole, labels] = [0, 0]
  const found = await foundBy(who)
  for (const [of, records] of Map.groupBy(found, ({ of }) => of)) {
    const byId = Map.groupBy(records, ({ row }) => row['id'] as number)
    const ids = [...byId.keys()].slice(0, of.name === 'users' ? undefined : readMost)
    for (const id of ids) {
      // What has no call of its own goes with those that it belongs to.
      const own = of.get || of.list ? await ownCall(who, of, id) : expected.get(`${of.permission}.read`)!.has(who.role) && 'parts'
      for (const { where, row } of byId.get(id)!) {
        const beyond = Object.keys(row).filter(field => shownBy(of).includes(field) && field !== 'id' && !of.label?.includes(field))
        if (own === undefined || own === false) beyond.forEach(field => wrong.add(`${where} shows ${field}`))
        else if (own !== 'parts')
          beyond.filter(field => !Object.hasOwn(own, field)).forEach(field => wrong.add(`${where} shows ${field}, its own call does not`))
        if (beyond.length > 0) whole++
        else labels++
        if (of.name === 'users' && own === undefined && row['mobile'] && (await isStaff(id)))
          wrong.add(`${where} shows a colleague's mobile`)
      }
    }
  }
  return { wrong: [...wrong], whole, labels }
}

async function isStaff(id: number): Promise<boolean> {
  const [user] = await owned<{ isStaff: boolean }>('select is_staff as "isStaff" from user_account where id = $1', [id])
  return user!.isStaff
}

// @req SEC-029
describe('a related record shows what its own call would show, and of any other no more than its label', { timeout: 120_000 }, () => {
  test.each(signingIn)('%s: on every path of every list, and of one record of each', async role => {
    const { wrong, whole } = await beyondSight(scene.people.get(role)!)
    expect(wrong).toEqual([])
    expect(whole).toBeGreaterThan(role === 'company_group' || role === 'group_master' ? 0 : 20)
  })
})

test.each(['station_master', 'station_leader'] satisfies Role[])(
  '%s sees a colleague of another station by name alone, also in search and order, and those of the own station whole',
  async role => {
    const who = scene.people.get(role)!
    const cards = resources.get('userCards')!
    const { content } = (await ask(who, cards.list, { ask: { size: '100', expand: 'user.roles' } })).json() as { content: Row[] }
    const users = content.flatMap(({ user }) => (user ? [user as Row] : []))
    const kinds = new Set(users.map(user => Object.keys(user).toSorted().join(' ')))
    expect(kinds).toContain('id name')
    expect(kinds).toContain('id mobile name')
    expect(users.some(user => 'email' in user && (user['roles'] as Row[]).length > 0)).toBe(true)
    const stranger = users.find(user => Object.keys(user).length === 2)!
    const search = (text: string) =>
      ask(who, cards.list, { ask: { search: `user.id:${String(stranger['id'])},${text}` } }).then(reply => reply.json().totalElements)
    expect(await search(`user.name:${String(stranger['name'])}`)).toBeGreaterThan(0)
    for (const text of ['user.email:*riverside*', 'user.mobile:*1*', 'user.remark:*note*', 'user.roles.id>0', 'user.company.code:*r*'])
      expect([text, await search(text)]).toEqual([text, 0])
    expect(await ask(who, cards.list, { ask: { sort: 'user.email,asc' } }).then(({ statusCode }) => statusCode)).toBe(200)
  },
)
