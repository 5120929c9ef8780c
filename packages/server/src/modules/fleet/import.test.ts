import { cars, employeeActs, employeeImportProblems, employeeImports, fileKinds, fleetEmployees, members } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { form } from '../../testing/file.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { someMobile as mobile, twoFleets } from '../../testing/fleet.ts'
import { workbook } from '../../testing/workbook.ts'
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
  const putUp = async (text: string | Buffer, name: string) => {
    const mime = name.endsWith('.xlsx') ? fileKinds.xlsx.mime : 'text/csv'
    const { payload, headers } = form({ filename: name, mime, bytes: Buffer.from(text as string) })
    return (await lin.raw('POST', '/upload?type=employeeImport', payload, headers)).json().id as number
  }
  const bring = async (text: string | Buffer, name = 'drivers.csv') => {
    const { id } = await lin.call(employeeImports.begin, { id: it.jianghai, body: { attachmentId: await putUp(text, name) } })
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
  const good = Array.from(
    { length: 27 },
    (_, turn) => `${mobile()},Driver ${turn},Long haul,d${turn}@example.com,,沪D${10_000 + turn},柴油`,
  )
  good[0] = good[0]!.replace(',柴油', ';沪AD20001,柴油')
  const wrong = ['12345,Short,,,,,', `${mobile()},No Fuel,,,,沪E10000,`, `${taken.mobile},Of Oasis,,,,,`]
  const text = ['手机号,姓名,部门,邮箱,身份证号,车牌号,油品', ...good, ...wrong].join('\r\n')
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
  ['a workbook that is none', Buffer.from('PK\u0003\u0004 and nothing'), 'notText', true],
])('a file of %s fails as a whole', async (_, text, reason, isWorkbook = false) => {
  const { employees, problems } = await readEmployees(Buffer.from(text as string), isWorkbook)
  expect([employees, problems]).toEqual([[], [{ line: 1, reason, value: '' }]])
})

test('a file of wrong lines fails, and a leader brings none into another fleet', async () => {
  const it = await importing()
  const { batch } = await it.bring('letter\n')
  expect(batch).toMatchObject({ status: 'fail', total: 1, added: 0, wrong: 1 })
  const attachmentId = await it.putUp('13500000001,A', 'drivers.csv')
  expect(await it.lin.refused(employeeImports.begin, { id: it.oasis, body: { attachmentId } })).toBe('notFound')
  expect(await it.lin.refused(employeeImports.begin, { id: it.jianghai, body: { attachmentId: 987_654_321 } })).toBe('notFound')
})

const line = async (text: string) => (await readEmployees(Buffer.from(text), false)).problems.map(({ reason, value }) => [reason, value])
test.each([
  ['13500000001,', [['name', '']]],
  ['13500000001,A,,no-mail', [['email', 'no-mail']]],
  ['13500000001,A,,,110105200002290014', [['idNumber', '110105********0014']]],
  ['13500000001,A,,,1101052000', [['idNumber', '**********']]],
  ['13500000001,A,,,,110105200002290013,柴油', [['plate', '110105********0013']]],
  ['13500000001,A,,,,沪AD1A234,柴油', [['plate', '沪AD1A234']]],
  ['13500000001,A,,,,沪A12345,steam', [['fuel', 'steam']]],
  ['13500000001,A\n13500000001,B', [['mobileTwice', '13500000001']]],
  ['13500000001,A,,,,沪a·12345,0#\n13500000002,B,,,,沪A12345,92', [['plateTwice', '沪A12345']]],
  ['13500000001,A,,,,,', []],
])('the lines %j: %j', async (text, problems) => expect(await line(text)).toEqual(problems))

test('a member of staff is not made an employee of a fleet', async () => {
  const it = await importing()
  const number = mobile()
  await it.rows(`insert into user_account (company_id, name, mobile, is_staff) values ($1, 'Clerk', $2, true)`, [it.company.id, number])
  expect((await it.bring(`${number},Clerk`)).problems).toEqual([[1, 'mobileOfStaff', number]])
  expect(await it.lin.refused(employeeActs.add, { id: it.jianghai, body: { mobile: number, name: 'Clerk' } })).toBe('member.mobileOfStaff')
})

const canary = '110105200002290013'
const fileTitles = ['手机号', '姓名', '部门', '邮箱', '身份证号', '车牌号', '油品']

// @req FLT-010 FLT-003 MEM-041
test('a workbook brings ID numbers into the profiles of members, where they are sealed; none stands anywhere in clear', async () => {
  const it = await importing()
  const [wang, zhao] = [mobile(), mobile()]
  const known = await it.master.call(members.create, { body: { name: 'Zhao Min', mobile: zhao } })
  const lines = [
    [wang, 'Wang Fang', 'Night', '', canary, '沪D20001;沪D20002', '柴油'],
    [zhao, 'Zhao Min', '', '', '11010519491231002x', '', ''],
    [mobile(), 'No ID', '', '', canary.replace(/3$/, '4'), '', ''],
  ]
  const file = await workbook([fileTitles, ...lines])
  const first = await it.bring(file, 'drivers.xlsx')
  expect(first.batch).toMatchObject({ status: 'partial', added: 2, changed: 0, known: 0, wrong: 1 })
  expect(first.problems).toEqual([[4, 'idNumber', '110105********0014']])

  const { content } = await it.lin.call(fleetEmployees.list, { query: { sort: 'name,asc' } })
  expect(content.map(({ name, idNumberMask, plates }) => [name, idNumberMask, plates])).toEqual([
    ['Wang Fang', '110105********0013', '沪D20001 沪D20002'],
    ['Zhao Min', '110105********002X', null],
  ])
  expect(await it.master.call(members.identity, { id: content[0]!.userId })).toMatchObject({ idNumber: canary })
  expect((await it.master.call(members.byIdentity, { body: { idNumber: canary } })).content).toMatchObject([{ mobile: wang }])
  expect(await it.master.call(members.identity, { id: known.id })).toMatchObject({ idNumber: '11010519491231002X' })

  const before = await state(it)
  expect((await it.bring(file, 'drivers.xlsx')).batch).toMatchObject({ added: 0, changed: 0, known: 2, wrong: 1 })
  expect(await state(it)).toEqual(before)

  const written = await Promise.all(
    [
      'audit_entry',
      'job',
      'employee_import',
      'employee_import_problem',
      'fleet_employee',
      'user_account',
      'member_profile',
      'outbox_event',
    ].map(table => it.rows(`select row_to_json(r)::text as text from ${table} r where company_id = $1`, [it.company.id])),
  )
  for (const secret of [canary, '11010519491231002X']) expect(JSON.stringify([first, content, written])).not.toContain(secret)
  const kept = `select id from attachment where company_id = $1 and type = 'employeeImport'`
  expect(await it.rows(kept, [it.company.id])).toEqual([])
})

// @req FLT-010
test('a fleet completes what is known of a member and changes no ID number, by file or by hand', async () => {
  const it = await importing()
  const [number, other] = [mobile(), '440524188001010014']
  const { id } = await it.master.call(members.create, { body: { name: 'Sun Li', mobile: number, idNumber: canary } })
  const said = (idNumber: string) => `${fileTitles.join()}\n${number},Sun Li,,,${idNumber},,`
  expect((await it.bring(said(other))).problems).toEqual([[2, 'otherIdentity', number]])
  const body = { mobile: number, name: 'Sun Li', idNumber: other }
  expect(await it.lin.refused(employeeActs.add, { id: it.jianghai, body })).toBe('employee.otherIdentity')
  expect(await it.master.call(members.identity, { id })).toMatchObject({ idNumber: canary })

  // What the station knows of a member is not shown to a fleet that has not said it.
  expect(await it.lin.call(employeeActs.add, { id: it.jianghai, body: { mobile: number, name: 'Sun Li' } })).toMatchObject({
    idNumberMask: null,
  })
  expect((await it.bring(said(canary))).batch).toMatchObject({ status: 'success', changed: 1 })
  expect((await it.lin.call(fleetEmployees.list, {})).content).toMatchObject([{ idNumberMask: '110105********0013' }])
  const fresh = { mobile: mobile(), name: 'Qian', idNumber: '110105491231002' }
  expect(await it.lin.call(employeeActs.add, { id: it.jianghai, body: fresh })).toMatchObject({ idNumberMask: '110105*****1002' })
})
