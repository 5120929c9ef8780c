import { commandSearch, foundMost } from '@forecourt/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { addChip } from '../../testing/chip.ts'
import { shop } from '../../testing/order.ts'
import { statementsOf, world } from '../../testing/world.ts'
import { after } from '../../platform/search/beginnings.ts'

type Someone = Awaited<ReturnType<Awaited<ReturnType<typeof world>>['staff']>>
const nothing = { members: [], users: [], userCards: [], orders: [] }
const find = (who: Someone, text: string) => who.call(commandSearch, { query: { text } })

test('a member is found by the start of their mobile number, a card by its number as people write it, an order by its number', async () => {
  const here = await shop()
  const { staff, station, sell } = here
  const card = await makeCard(here, { number: '620000010042' })
  await addChip(here, { number: '620000010042', uuid: '04A1B2C3D4E5F6', userCardId: card.id })
  const { orderNo } = await sell()
  const lin = await staff({ role: 'station_master', stationIds: [station.id], over: { stationId: station.id } })

  const [holder] = await here.rows<{ name: string; mobile: string }>('select name, mobile from user_account where id = $1', [card.userId])
  const byMobile = await find(lin, holder!.mobile.slice(0, 9))
  expect(byMobile).toEqual({ ...nothing, members: [{ id: card.userId, ...holder }] })

  const found = { id: card.id, number: '620000010042', kind: 'personal', status: 'normal', holder: holder!.name }
  for (const text of ['620000010042', '6200 0001 0042', '62000001', '04A1B2C3D4E5F6', '04A1']) {
    expect((await find(lin, text)).userCards, text).toEqual([found])
  }
  for (const text of [orderNo, orderNo.slice(0, -2)]) {
    expect((await find(lin, text)).orders, text).toMatchObject([{ orderNo, status: 'open', totalCents: 240_00 }])
  }
  // The number on a receipt, as it is read out at the counter: its zeros and the station are understood.
  expect((await find(lin, String(Number(orderNo.split('-')[1])))).orders).toMatchObject([{ orderNo }])
})

test('at most five of each are shown, orders with the latest first', async () => {
  const here = await shop()
  const numbers: string[] = []
  for (let turn = 0; turn < foundMost + 2; turn++) {
    await makeCard(here, { number: `71000000${turn}` })
    numbers.push((await here.sell()).orderNo)
  }
  expect((await find(here.lin, '71000')).userCards.map(({ number }) => number)).toEqual(
    Array.from({ length: foundMost }, (_, turn) => `71000000${turn}`),
  )
  const { orders } = await find(here.lin, `${here.station.code}-0000`)
  expect(orders.map(({ orderNo }) => orderNo)).toEqual(numbers.toReversed().slice(0, foundMost))
})

describe('nobody finds what they may not see', () => {
  test.each([
    ['member.read', 'members'],
    ['card.userCard.read', 'userCards'],
    ['order.sale.read', 'orders'],
  ] as const)('%s is needed to find %s, and is enough', async (permission, kind) => {
    const here = await shop()
    const card = await makeCard(here, { number: '138000000001' })
    await here.rows(`update user_account set mobile = '13800000001' where id = $1`, [card.userId])
    const { orderNo } = await here.sell()
    const text = kind === 'orders' ? orderNo : '13800000'
    expect((await find(await here.staff('org.station.read'), text))[kind]).toEqual([])
    expect((await find(await here.staff(permission), text))[kind]).toHaveLength(1)
  })

  test('not in another company, nor at another station, nor further back than their limit', async () => {
    const [here, elsewhere] = [await shop(), await shop()]
    await makeCard(here, { number: '880000000001' })
    const { orderNo } = await here.sell()
    const stranger = await elsewhere.staff()
    expect(await find(stranger, '88000000')).toEqual(nothing)
    expect((await find(stranger, orderNo)).orders).toEqual([])

    const other = await here.addStation('Riverside West')
    const west = await here.staff({ role: 'station_master', stationIds: [other.id], over: { stationId: other.id } })
    expect((await find(west, orderNo)).orders).toEqual([])
    expect((await find(west, '1')).orders).toEqual([])

    const limited = await here.staff({ over: { since: { orderDays: new Date('2027-01-01T00:00:00Z') } } })
    expect((await find(limited, orderNo)).orders).toEqual([])
    expect((await find(await here.staff(), orderNo)).orders).toHaveLength(1)
  })

  test('staff are not members, and a fleet’s leader finds no members', async () => {
    const here = await world()
    await here.rows(`insert into user_account (company_id, name, mobile, is_staff) values ($1, 'Clerk', '13912340000', true)`, [
      here.company.id,
    ])
    await here.rows(`insert into user_account (company_id, name, mobile) values ($1, 'Member', '13912340001')`, [here.company.id])
    expect((await find(await here.staff(), '139123400')).members.map(({ name }) => name)).toEqual(['Member'])
    const leader = await here.staff('member.read', { role: 'group_master', over: { fleetId: 1 } })
    expect((await find(leader, '139123400')).members).toEqual([])
  })
})

test('who works in stations finds the staff of those stations, and not the colleagues of another', async () => {
  const here = await world()
  const [own, other] = [here.station, await here.addStation('Riverside West')]
  for (const [name, mobile, station] of [
    ['Clerk East', '13912350000', own],
    ['Clerk West', '13912350001', other],
  ] as const)
    await here.rows(
      `with clerk as (insert into user_account (company_id, name, mobile, is_staff) values ($1, $2, $3, true) returning id)
       insert into user_role (company_id, user_id, default_role, station_id) select $1, id, 'station_employee', $4 from clerk`,
      [here.company.id, name, mobile, station.id],
    )
  const found = async (...given: Parameters<typeof here.staff>) =>
    (await find(await here.staff(...given), '139123500')).users.map(({ name }) => name)
  expect(await found()).toEqual(['Clerk East', 'Clerk West'])
  expect(await found({ role: 'station_master', stationIds: [own.id] })).toEqual(['Clerk East'])
})

describe('people are found by name', () => {
  const named = async () => {
    const here = await world()
    const add = (name: string, staff = false) =>
      here.rows<{ id: number }>(`insert into user_account (company_id, name, is_staff) values ($1, $2, $3) returning id`, [
        here.company.id,
        name,
        staff,
      ])
    for (const name of ['王小芳', '曾婷', 'Wang Fang', '100%', '王国']) await add(name)
    await add('王站员', true)
    return here
  }
  const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)

  test.each([
    ['小芳', ['王小芳'], []],
    ['王', ['王国', '王小芳'], ['王站员']],
    ['wxf', ['王小芳'], []],
    ['WX', ['王小芳'], []],
    ['wf', ['Wang Fang'], []],
    ['wang f', ['Wang Fang'], []],
    ['zt', ['曾婷'], []],
    ['wzy', [], ['王站员']],
    ['xf', [], []],
    ['w', [], []],
    ['芳%', [], []],
    ['a%', [], []],
    ["'; drop table station; --", [], []],
  ])('%s finds members %j and staff %j', async (text, members, users) => {
    const lin = await (await named()).staff('member.read', 'access.user.read')
    const found = await find(lin, text)
    expect([names(found.members), names(found.users)]).toEqual([members, users])
  })

  test('each kind by those who may read it, in their own company alone', async () => {
    const here = await named()
    expect(await find(await here.staff('org.station.read'), '王')).toEqual(nothing)
    expect(names((await find(await here.staff('member.read'), '王')).users)).toEqual([])
    expect(names((await find(await here.staff('access.user.read'), '王')).members)).toEqual([])
    expect(names((await find(await here.staff('access.user.read'), '王')).users)).toEqual(['王站员'])
    expect(await find(await (await world()).staff('member.read', 'access.user.read'), 'wxf')).toEqual(nothing)
    const leader = await here.staff('member.read', 'access.user.read', { role: 'group_master', over: { fleetId: 1 } })
    expect(await find(leader, '王')).toEqual(nothing)
  })
})

test.each(['138', '(％)', '--', '%%%%', '1380_0000'])('%s looks nothing up and breaks nothing', async text => {
  const here = await world()
  const lin = await here.staff()
  const statements = await statementsOf(async () => {
    expect(await find(lin, text)).toEqual(nothing)
  })
  expect(statements.filter(statement => /user_account|user_card|sale_order/.test(statement) && statement.includes('limit'))).toEqual([])
})

test('what begins so lies between a text and the one after it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-Za-z]{1,8}$/), fc.stringMatching(/^[0-9A-Za-z]{0,4}$/), (text, rest) => {
      const to = after(text)
      expect(text + rest >= text && (to === undefined || text + rest < to)).toBe(true)
    }),
  )
})
