import { companies, miniProgramTypes, miniprograms, type Parsed } from '@forecourt/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { decrypt } from '../../platform/config/encryption.ts'
import { asSent } from '../../testing/access.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'
import { secretPurpose } from './mini-program.ts'

beforeEach(() => setClock(noon))

type New = z.input<NonNullable<typeof miniprograms.create.body>>
const facts: New = { name: '加油小程序 Fuel app', type: 'wxUser', appId: 'wx5e1f0c7a93b2d846', linkPrefix: 'https://river.example/mp/' }
const secret = 'q7-Kestrel-0f3b9c61d2'

async function office() {
  const it = await world()
  const lin = await it.staff({ role: 'admin' })
  const add = (over: Partial<New> = {}) => lin.call(miniprograms.create, { body: { ...facts, ...over } })
  const refusedAdd = async (over: Partial<New> = {}) => {
    const reply = await lin.send(miniprograms.create, { body: { ...facts, ...over } })
    return reply.statusCode === 200 ? ['allowed'] : [reply.json().code, reply.json().field]
  }
  const edit = async (id: number, over: Partial<Parsed<typeof miniprograms.update>['body']>) =>
    ({ id, body: { ...asSent(miniprograms.update, await lin.call(miniprograms.get, { id })), ...over } }) as never
  const kept = async () => (await lin.call(miniprograms.list, {})).content
  return { ...it, lin, add, refusedAdd, edit, kept }
}

// @req MKT-007 MKT-012 MKT-026
test('one of each type is registered; they are listed, the latest first, a hundred to a page, in either spelling', async () => {
  const { lin, add, company, station, staff, audits } = await office()
  const ids: number[] = []
  for (const [turn, type] of miniProgramTypes.entries()) {
    const appId = type.startsWith('ali') ? `202100412638509${turn}` : `wx5e1f0c7a93b2d84${turn}`
    ids.unshift((await add({ name: `Program ${turn}`, type, appId })).id)
  }
  const page = await lin.call(miniprograms.list, {})
  expect(page.content.map(({ id }) => id)).toEqual(ids)
  expect(page.content.map(({ type }) => type)).toEqual(miniProgramTypes.toReversed())
  const shown = { companyId: company.id, linkPrefix: facts.linkPrefix, disabled: false, secretDate: null, version: 1 }
  expect(page.content[5]).toMatchObject({ name: 'Program 0', appId: 'wx5e1f0c7a93b2d840', ...shown })
  for (let more = 0; more < 95; more++) await add({ name: 'Old', appId: `wx5e1f0c7a93b${String(more).padStart(5, '0')}`, disabled: true })
  const first = await lin.call(miniprograms.list, {})
  expect([first.content.length, first.totalElements]).toEqual([100, 101])
  expect(await lin.call(miniprograms.list, { query: { page: 0, size: 100, sort: 'id,desc' } })).toEqual(first)
  expect((await lin.raw('GET', '/miniPrograms')).json()).toEqual(first)
  expect((await lin.raw('GET', `/miniPrograms/${ids[0]}`)).json()).toMatchObject({ type: 'aliManager' })
  expect((await lin.raw('GET', '/miniPrograms?noSuch=1')).json().code).toBe('validation')

  const hand = await staff({ role: 'station_employee', stationIds: [station.id] })
  const active = { query: { search: 'disabled:false,type:(wxUser|mpUser|aliUser)' } }
  expect((await hand.call(miniprograms.list, active)).totalElements).toBe(3)
  expect(await hand.refused(miniprograms.create, { body: facts })).toBe('auth.forbidden')
  expect((await audits()).filter(({ action }) => action === 'miniprograms.create')).toHaveLength(101)
})

// @req MKT-007 ORG-016 ORG-017
test('a company shows what it has registered, and nothing of another’s', async () => {
  const { lin, add, company } = await office()
  const made = await add({ secret })
  const [own] = (await lin.call(companies.list, { query: { expand: 'miniPrograms' } })).content
  expect(own!.miniPrograms).toMatchObject([{ id: made.id, name: facts.name, type: 'wxUser', secretDate: noon.toISOString() }])
  expect(await lin.call(companies.get, { id: company.id, query: { expand: 'miniPrograms,stations' } })).toMatchObject({
    miniPrograms: [{ id: made.id }],
    stations: [{}],
  })
  const other = await office()
  const theirs = await other.lin.call(companies.get, { id: other.company.id, query: { expand: 'miniPrograms' } })
  expect(theirs.miniPrograms).toEqual([])
  expect(await other.lin.refused(miniprograms.get, { id: made.id })).toBe('notFound')
  expect(await other.lin.refused(miniprograms.update, { id: made.id, body: { ...facts, version: 1 } })).toBe('notFound')
})

// @req MKT-012
test('of each type one is active: another waits until the first is disabled, and what is disabled is not enabled beside it', async () => {
  const { lin, add, refusedAdd, edit, audits } = await office()
  const first = await add()
  expect(await refusedAdd({ appId: 'wx70b9d3a1c5e8f264' })).toEqual(['miniProgram.typeTaken', 'type'])
  const second = await add({ name: 'Next', appId: 'wx70b9d3a1c5e8f264', disabled: true })
  expect(await lin.refused(miniprograms.update, await edit(second.id, { disabled: false }))).toBe('miniProgram.typeTaken')
  await lin.call(miniprograms.update, await edit(first.id, { disabled: true }))
  expect(await lin.call(miniprograms.update, await edit(second.id, { disabled: false }))).toMatchObject({ disabled: false, version: 2 })
  expect(await lin.refused(miniprograms.update, await edit(first.id, { disabled: false }))).toBe('miniProgram.typeTaken')
  const noted = (await audits()).filter(({ action }) => action === 'miniprograms.update').map(({ detail }) => detail.disabled)
  expect(noted).toEqual([
    { from: false, to: true },
    { from: true, to: false },
  ])
})

describe('the secret', () => {
  test('is kept sealed, replaced, and never answered; only when it was set is shown', async () => {
    const { lin, add, edit, audits, events, company } = await office()
    const { id } = await add()
    const shown = async () => (await lin.call(miniprograms.get, { id })).secretDate
    expect(await shown()).toBeNull()
    await lin.call(miniprograms.update, await edit(id, { secret }))
    expect(await shown()).toBe(noon.toISOString())
    setClock('2026-06-01T04:00:00Z')
    await lin.call(miniprograms.update, await edit(id, { name: 'Renamed' }))
    expect(await shown()).toBe(noon.toISOString())
    const next = 'Another-0f3b9c61d2a85e'
    const answer = await lin.send(miniprograms.update, await edit(id, { secret: next }))
    expect(await shown()).toBe('2026-06-01T04:00:00.000Z')

    const [row] = await owned<any>('select sealed, key_id, t::text as text from mini_program_secret t where company_id = $1', [company.id])
    expect(decrypt(secretPurpose, { bytes: row.sealed, keyId: row.key_id })).toBe(next)
    const listed = await lin.call(companies.list, { query: { expand: 'miniPrograms' } })
    const everything = JSON.stringify([
      answer.body,
      listed,
      await lin.call(miniprograms.list, {}),
      await audits(),
      await events(),
      row.text,
    ])
    expect(everything).toContain('miniprograms.secret')
    for (const one of [secret, next]) expect(everything).not.toContain(one)
    const noted = (await audits()).filter(({ action }) => action === 'miniprograms.secret')
    expect(noted.map(({ detail }) => [detail.secretDate.from, detail.secretDate.to])).toEqual([
      [null, noon.toISOString()],
      [noon.toISOString(), '2026-06-01T04:00:00.000Z'],
    ])
    for (const search of ['secret:*Kestrel*', 'sealed:1'])
      expect(await lin.refused(miniprograms.list, { query: { search } })).toBe('search_unknown_field')
  })

  test('goes with its AppID: another AppID has none until one is entered', async () => {
    const { lin, add, edit, rows, company } = await office()
    const { id } = await add({ secret })
    expect(await lin.call(miniprograms.update, await edit(id, { appId: 'wx70b9d3a1c5e8f264' }))).toMatchObject({ secretDate: null })
    expect(await rows('select * from mini_program_secret where company_id = $1', [company.id])).toEqual([])
    const both = await edit(id, { appId: 'wx5e1f0c7a93b2d846', secret })
    expect(await lin.call(miniprograms.update, both)).toMatchObject({ secretDate: noon.toISOString() })
  })
})

test.each<[string, Partial<New>, string, string]>([
  ['no name', { name: ' ' }, 'validation', 'name'],
  ['a type that there is not', { type: 'wxGuest' as never }, 'validation', 'type'],
  ['an AppID that is too short', { appId: 'wx5e1f' }, 'validation', 'appId'],
  ['an AppID of Alipay in WeChat', { appId: '2021004126385097' }, 'miniProgram.appIdUnfit', 'appId'],
  ['an AppID of WeChat in Alipay', { type: 'aliUser' }, 'miniProgram.appIdUnfit', 'appId'],
  ['an AppID that is registered', { type: 'mpUser', appId: 'wx00000000000000aa' }, 'miniProgram.appIdTaken', 'appId'],
  ['a secret that is too short', { secret: 'short' }, 'validation', 'secret'],
  ['a prefix without TLS', { linkPrefix: 'http://river.example/mp' }, 'validation', 'linkPrefix'],
  ['a prefix of another kind', { linkPrefix: 'javascript://river.example/%0aalert(1)' }, 'validation', 'linkPrefix'],
  ['a prefix that is no address', { linkPrefix: 'https://' }, 'validation', 'linkPrefix'],
  ['a prefix with a user', { linkPrefix: 'https://a:b@river.example/' }, 'validation', 'linkPrefix'],
  ['a prefix to a machine of the house', { linkPrefix: 'https://localhost/mp' }, 'validation', 'linkPrefix'],
  ['a prefix to a number', { linkPrefix: 'https://10.0.0.9/mp' }, 'validation', 'linkPrefix'],
  ['a prefix with a mark behind', { linkPrefix: 'https://river.example/#/mp' }, 'validation', 'linkPrefix'],
  ['a prefix that says what a code says', { linkPrefix: 'https://river.example/?s=1' }, 'validation', 'linkPrefix'],
  ['a company that is not the caller’s', { companyId: 987_654_321 }, 'notFound', 'companyId'],
])('%s is refused, and nothing is kept', async (_, over, code, field) => {
  const { add, refusedAdd, kept, audits } = await office()
  await add({ type: 'mpManager', appId: 'wx00000000000000aa' })
  expect(await refusedAdd(over)).toEqual([code, field])
  expect(await kept()).toHaveLength(1)
  expect(await audits()).toHaveLength(1)
})

test('an administrator of several companies names one of them; an edit that is stale is refused', async () => {
  const here = await office(),
    there = await world()
  const both = await here.staff({ role: 'superAdmin', over: { companyIds: [here.company.id, there.company.id] } })
  const made = await both.call(miniprograms.create, { body: { ...facts, secret, companyId: there.company.id } })
  expect(made).toMatchObject({ companyId: there.company.id, secretDate: noon.toISOString() })
  expect(await here.kept()).toEqual([])
  const again = await both.call(miniprograms.create, { body: facts })
  expect(again.companyId).toBe(here.company.id)
  expect(await both.refused(miniprograms.update, { id: made.id, body: { ...facts, version: 7 } })).toBe('stale')
  expect((await there.audits()).map(({ action }) => action)).toEqual(['miniprograms.create', 'miniprograms.secret'])
})
