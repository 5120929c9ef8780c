import { exports, memberPurchases, members, memberTags, orderPayments, tags } from '@forecourt/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { purgeExpired } from '../../maintenance.ts'
import { signedIn } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { shop } from '../../testing/order.ts'
import { db, noon, owned, setClock, world } from '../../testing/world.ts'
import { exporting } from '../export/index.ts'
import { addUpMembers } from '../statistics/index.ts'
import { tag as moduleOfTags } from './index.ts'
import { memberHoldings } from './member-holdings.ts'

beforeEach(() => setClock(noon))
const byHand = { name: 'Drivers’ club', description: 'Monthly outings', rule: null }
const names = ({ content }: { content: readonly { name: string }[] }) => content.map(({ name }) => name).toSorted()

/** Three members with cards, and somebody who looks after the tags. */
async function club() {
  const it = await world()
  const lin = await it.staff()
  const cards = [await makeCard(it), await makeCard(it), await makeCard(it)]
  const [wang, zhao, chen] = cards.map(({ userId }) => userId!)
  return { ...it, lin, wang: wang!, zhao: zhao!, chen: chen! }
}

describe('by hand', () => {
  // @req MKT-004
  test('a tag is given to members and taken from them; lists and the member know who carries it', async () => {
    const { lin, wang, zhao, chen, company } = await club()
    const { id, ...tag } = await lin.call(tags.create, { body: byHand })
    expect(tag).toMatchObject({ ...byHand, kind: 'hand', companyId: company.id, createdById: lin.actor.id, memberCount: 0 })

    expect(await lin.call(tags.give, { body: { tagId: id, userIds: [wang, zhao, wang] } })).toEqual({ id, changed: 2, memberCount: 2 })
    expect(await lin.call(tags.give, { body: { tagId: id, userIds: [zhao, chen] } })).toEqual({ id, changed: 1, memberCount: 3 })
    const carrying = (search: string) => lin.call(members.list, { query: { search } })
    expect((await carrying(`tag.id:${id}`)).totalElements).toBe(3)
    expect((await carrying('tag.name:Drivers*')).totalElements).toBe(3)
    expect((await carrying(`tags.tag.id<>${id}`)).totalElements).toBe(0)

    expect(await lin.call(tags.take, { id, body: { userIds: [wang] } })).toEqual({ id, changed: 1, memberCount: 2 })
    expect(await lin.call(tags.take, { id, body: { userIds: [wang] } })).toEqual({ id, changed: 0, memberCount: 2 })
    const { content } = await lin.call(memberTags.list, { query: { search: `user.id:${zhao}`, expand: ['tag'] } })
    expect(content).toMatchObject([{ tagId: id, createdById: lin.actor.id, tag: { name: byHand.name } }])
    expect((await lin.call(tags.list, { query: {} })).content).toMatchObject([{ id, memberCount: 2 }])
  })

  // @req MKT-024
  test('tags are searched by their company, and by a station of it', async () => {
    const { lin, company, station } = await club()
    await lin.call(tags.create, { body: byHand })
    const found = async (search: string) => (await lin.call(tags.list, { query: { search } })).totalElements
    expect(await found(`company.id:${company.id}`)).toBe(1)
    expect(await found(`company.id:${company.id},company.stations.id:${station.id}`)).toBe(1)
    expect(await found('company.stations.id:1')).toBe(0)
  })

  // @req MEM-044
  test('a file of members names the tags of each', async () => {
    const { company, wang, zhao } = await club()
    const lin = await signedIn(company, { roles: ['company_user'] })
    for (const name of ['Regulars', 'Club']) {
      const { id } = await lin.call(tags.create, { body: { name, rule: null } })
      await lin.call(tags.give, { body: { tagId: id, userIds: name === 'Club' ? [wang, zhao] : [wang] } })
    }
    const columns = ['id', 'tags'].map(path => ({ path, title: path }))
    const { id } = await lin.call(exports.ask, { query: { type: 'members' }, body: { name: 'Members', columns } })
    await runDueJobs(exporting.tasks, noon)
    const file = (await lin.raw('GET', `/exports/${id}/file?download=true`)).rawPayload.toString('utf8')
    expect(file).toContain('Club、Regulars')
    expect(file.match(/Club/g)).toHaveLength(2)
  })

  test('two tags of one name, a member of another company and a deleted tag', async () => {
    const { lin, wang } = await club()
    const { id } = await lin.call(tags.create, { body: byHand })
    expect(await lin.refused(tags.create, { body: byHand })).toBe('tag.nameTaken')
    const other = await club()
    expect(await lin.refused(tags.give, { body: { tagId: id, userIds: [wang, other.wang] } })).toBe('notFound')
    expect(await other.lin.refused(tags.give, { body: { tagId: id, userIds: [other.wang] } })).toBe('notFound')
    expect(await lin.refused(tags.give, { body: { tagId: id, userIds: [lin.actor.id] } })).toBe('notFound')
    await lin.call(tags.give, { body: { tagId: id, userIds: [wang] } })
    await lin.call(tags.delete, { id })
    expect(await owned('select 1 from tag_member where tag_id = $1', [id])).toEqual([])
  })
})

/** Buys of three members on the days that are given, each of 100 litres for 800.00. */
async function buyers() {
  const it = await shop()
  const admin = await it.staff()
  const cards = [0, 1, 2].map(() => makeCard(it, { principalCents: 10_000_00 }))
  const [wang, zhao, chen] = await Promise.all(cards)
  const buy = async (card: { id: number }, at: string) => {
    setClock(`${at}T04:00:00Z`)
    const { id } = await it.sell({ lineItems: [{ volumeCl: 100_00 }] })
    await it.lin.call(orderPayments.card, { id, body: { userCardId: card.id } })
  }
  await buy(wang!, '2026-02-20')
  await buy(zhao!, '2026-04-10')
  await buy(wang!, '2026-04-20')
  setClock(noon)
  await addUpMembers(db, noon)
  const apply = (now = noon) => runDueJobs(moduleOfTags.tasks, now)
  const carry = async (id: number) => {
    const { content } = await admin.call(members.list, { query: { search: `tag.id:${id}` } })
    return content.map(row => row.id).toSorted((a, b) => a - b)
  }
  return {
    ...it,
    admin,
    wang: wang!.userId!,
    zhao: zhao!.userId!,
    chen: chen!.userId!,
    apply,
    carry,
    cards: { wang: wang!, zhao: zhao! },
    buy,
  }
}

describe('members', () => {
  test('of two who are merged, the one who stays carries the tags of both; who leaves carries none', async () => {
    const { lin, wang, zhao, chen, within, company } = await club()
    const [one, other] = [
      await lin.call(tags.create, { body: byHand }),
      await lin.call(tags.create, { body: { name: 'Regulars', rule: null } }),
    ]
    await lin.call(tags.give, { body: { tagId: one.id, userIds: [wang, zhao, chen] } })
    await lin.call(tags.give, { body: { tagId: other.id, userIds: [zhao] } })
    await within(ctx => memberHoldings.unite!(ctx, { id: zhao, companyId: company.id }, wang))
    await within(ctx => memberHoldings.end(ctx, { id: chen, companyId: company.id }, ''))
    const carried = async (userId: number) =>
      (await lin.call(memberTags.list, { query: { search: `user.id:${userId}` } })).content
        .map(({ tagId }) => tagId)
        .toSorted((a, b) => a - b)
    expect([await carried(wang), await carried(zhao), await carried(chen)]).toEqual([[one.id, other.id].toSorted((a, b) => a - b), [], []])
    const { content } = await lin.call(tags.list, { query: { sort: 'name' } })
    expect(content.map(({ memberCount }) => memberCount)).toEqual([1, 1])
  })
})

describe('by rule', () => {
  // @req MKT-004
  test('a rule is a search over members with what they bought; its count is known before it is saved', async () => {
    const { admin, wang, zhao, station } = await buyers()
    const count = async (rule: string) => (await admin.call(tags.count, { body: { rule } })).count
    expect(await admin.call(tags.count, { body: { rule: 'fills90>=1' } })).toEqual({ count: 2, members: 3 })
    expect(await count('spent90Cents>=160000')).toBe(1)
    expect(await count('spent30Cents:80000,bought30Cl:10000,fills30:1')).toBe(2)
    expect(await count('lastPurchaseDay<today-15')).toBe(1)
    expect(await count('lastPurchaseDay:null')).toBe(1)
    expect(await count('fills365:0')).toBe(1)
    expect(await count('keptBalanceCents<900000')).toBe(1)
    expect(await count(`purchases.station.id:${station.id},purchases.lastDay>=2026-04-15`)).toBe(1)
    const { content } = await admin.call(memberPurchases.list, { query: { search: `user.id:${wang}` } })
    expect(content).toMatchObject([{ stationId: station.id, lastDay: '2026-04-20' }])
    expect(await admin.refused(tags.count, { body: { rule: 'shoeSize:42' } })).toBe('search_unknown_field')
    expect(await admin.refused(tags.count, { body: { rule: ' ' } })).toBe('tag.ruleEmpty')
    expect(zhao).toBeGreaterThan(0)
  })

  test('who fits carries the tag as soon as it is saved; as days pass and rules change, others do', async () => {
    const { admin, wang, zhao, apply, carry } = await buyers()
    const { id, version } = await admin.call(tags.create, { body: { name: 'Active', rule: 'fills30>=1' } })
    await apply()
    expect(await carry(id)).toEqual([wang, zhao].toSorted((a, b) => a - b))
    expect(await admin.call(tags.get, { id })).toMatchObject({ kind: 'rule', memberCount: 2, countedDate: noon.toISOString() })

    // Thirty days after Zhao bought, in the night.
    const later = new Date('2026-05-10T20:00:00Z')
    setClock(later)
    await addUpMembers(db, later)
    await purgeExpired(db, later)
    await apply(later)
    expect(await carry(id)).toEqual([wang])

    await admin.call(tags.update, { id, body: { name: 'Once active', description: '', rule: 'fills365>=1', version } })
    await apply(later)
    expect(await carry(id)).toHaveLength(2)
  })

  test('nobody is given a tag by hand that has a rule, and a tag stays what it is', async () => {
    const { admin, wang } = await buyers()
    const rule = await admin.call(tags.create, { body: { name: 'Active', rule: 'fills30>=1' } })
    const hand = await admin.call(tags.create, { body: byHand })
    expect(await admin.refused(tags.give, { body: { tagId: rule.id, userIds: [wang] } })).toBe('tag.byRule')
    expect(await admin.refused(tags.take, { id: rule.id, body: { userIds: [wang] } })).toBe('tag.byRule')
    expect(await admin.refused(tags.refresh, { id: hand.id })).toBe('tag.byHand')
    const as = (rule_: string | null, { id, version }: typeof hand) =>
      admin.refused(tags.update, { id, body: { name: 'X', description: '', rule: rule_, version } })
    expect(await as('fills30>=1', hand)).toBe('tag.kindFixed')
    expect(await as(null, rule)).toBe('tag.kindFixed')
    expect(names(await admin.call(tags.list, { query: { search: 'kind:rule' } }))).toEqual(['Active'])
  })
})
