import { cars, employeeActs, employeeImportProblems, employeeImports, fleetEmployees } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { form } from '../../testing/file.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { someMobile as mobile, twoFleets } from '../../testing/fleet.ts'
import { importTask } from './import.ts'
import { readEmployees } from './read-file.ts'

type Fleets = Awaited<ReturnType<typeof importing>>

/** Two fleets, and somebody with an account who brings files. */
async function importing() {
  const it = await twoFleets()
  const [user] = await it.rows<{ id: number }>(
    `insert into user_account (company_id, name, is_staff) values ($1, 'Lin', true) returning id`,
    [it.company.id],
  )
  const lin = await it.staff({ role: 'group_master', over: { fleetId: it.jianghai, id: user!.id, key: `user:${user!.id}` } })
  const putUp = async (text: string | Buffer) => {
    const { payload, headers } = form({ filename: 'drivers.csv', mime: 'text/csv', bytes: Buffer.from(text as string) })
    return (await lin.raw('POST', '/upload?type=employeeImport', payload, headers)).json().id as number
  }
  const bring = async (text: string | Buffer) => {
    const { id } = await lin.call(employeeImports.begin, { id: it.jianghai, body: { attachmentId: await putUp(text) } })
    expect(await lin.call(employeeImports.get, { id })).toMatchObject({ status: 'importing', total: 0, finishedDate: null })
    await runDueJobs([importTask])
    const batch = await lin.call(employeeImports.get, { id })
    const problems = await lin.call(employeeImportProblems.list, { query: { search: `employeeImportId:${id}`, size: 500 } })
    return { batch, problems: problems.content.map(({ line, reason, value }) => [line, reason, value]) }
  }
  return { ...it, lin, putUp, bring }
}
const state = ({ rows, company }: Fleets) =>
  rows(
    `select (select json_agg(e order by id) from fleet_employee e where company_id = $1) as employees,
      (select json_agg(c order by id) from car c where company_id = $1) as cars,
      (select count(*) from user_account where company_id = $1) as users`,
    [company.id],
  )

// @req FLT-010 FLT-003 FLT-009
test('thirty employees come with their vehicles, three lines are told wrong, and the same file again changes nothing', async () => {
  const it = await importing()
  const taken = await it.add(it.oasis)
  const good = Array.from({ length: 27 }, (_, turn) => `${mobile()},Driver ${turn},Long haul,d${turn}@example.com,沪D${10_000 + turn},柴油`)
  good[0] = good[0]!.replace(',柴油', ';沪AD20001,柴油')
  const wrong = ['12345,Short,,,,', `${mobile()},No Fuel,,,沪E10000,`, `${taken.mobile},Of Oasis,,,,`]
  const text = ['手机号,姓名,部门,邮箱,车牌号,油品', ...good, ...wrong].join('\r\n')
  const first = await it.bring(text)
  expect(first.batch).toMatchObject({ status: 'partial', total: 30, added: 27, changed: 0, known: 0, wrong: 3, fileName: 'drivers.csv' })
  expect(first.problems).toEqual([
    [29, 'mobile', '12345'],
    [30, 'fuel', ''],
    [31, 'otherFleet', taken.mobile],
  ])
  const { content } = await it.lin.call(fleetEmployees.list, { query: { search: 'email:d0@example.com' } })
  expect(content).toMatchObject([{ department: 'Long haul', email: 'd0@example.com', plates: '沪AD20001 沪D10000' }])

  const before = await state(it)
  const second = await it.bring(text)
  expect(second.batch).toMatchObject({ status: 'partial', added: 0, changed: 0, known: 27, wrong: 3 })
  expect(await state(it)).toEqual(before)

  const third = await it.bring(good.slice(0, 2).join('\n').replace('Long haul', 'Night').replace('沪D10000', '沪D10000;沪D99999'))
  expect(third.batch).toMatchObject({ status: 'success', total: 2, added: 0, changed: 1, known: 1, wrong: 0 })
  expect((await it.lin.call(cars.list, { query: { search: 'plate:沪D99999' } })).totalElements).toBe(1)
})

// @req FLT-010
test.each([
  ['no line at all', '', 'empty'],
  ['titles alone', 'mobile,name\n', 'empty'],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x81]), 'notText'],
  ['too many lines', '13500000000,A\n'.repeat(5_001), 'tooMany'],
])('a file of %s fails as a whole', async (_, text, reason) => {
  const { employees, problems } = readEmployees(Buffer.from(text as string))
  expect([employees, problems]).toEqual([[], [{ line: 1, reason, value: '' }]])
})

test('a file of wrong lines fails, and a leader brings none into another fleet', async () => {
  const it = await importing()
  const { batch } = await it.bring('letter\n')
  expect(batch).toMatchObject({ status: 'fail', total: 1, added: 0, wrong: 1 })
  const attachmentId = await it.putUp('13500000001,A')
  expect(await it.lin.refused(employeeImports.begin, { id: it.oasis, body: { attachmentId } })).toBe('notFound')
  expect(await it.lin.refused(employeeImports.begin, { id: it.jianghai, body: { attachmentId: 987_654_321 } })).toBe('notFound')
})

const line = (text: string) => readEmployees(Buffer.from(text)).problems.map(({ reason, value }) => [reason, value])
test.each([
  ['13500000001,', [['name', '']]],
  ['13500000001,A,,no-mail', [['email', 'no-mail']]],
  ['13500000001,A,,,沪AD1A234,柴油', [['plate', '沪AD1A234']]],
  ['13500000001,A,,,沪A12345,steam', [['fuel', 'steam']]],
  ['13500000001,A\n13500000001,B', [['mobileTwice', '13500000001']]],
  ['13500000001,A,,,沪a·12345,0#\n13500000002,B,,,沪A12345,92', [['plateTwice', '沪A12345']]],
  ['13500000001,A,,,,', []],
])('the lines %j: %j', (text, problems) => expect(line(text)).toEqual(problems))

test('a member of staff is not made an employee of a fleet', async () => {
  const it = await importing()
  const number = mobile()
  await it.rows(`insert into user_account (company_id, name, mobile, is_staff) values ($1, 'Clerk', $2, true)`, [it.company.id, number])
  expect((await it.bring(`${number},Clerk`)).problems).toEqual([[1, 'mobileOfStaff', number]])
  expect(await it.lin.refused(employeeActs.add, { id: it.jianghai, body: { mobile: number, name: 'Clerk' } })).toBe('member.mobileOfStaff')
})
