import { exports, orders, resources, users, type ExportColumn, type RecordNamed } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { browser, password, signedIn } from '../../testing/access.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { serial, shop } from '../../testing/order.ts'
import { setTenantScope } from '../../platform/execution/command.ts'
import { db, noon, owned, setClock, tamper, world } from '../../testing/world.ts'
import { exporting } from './index.ts'

beforeEach(() => setClock(noon))
const lastMonth = 'createdDate>=2026-04-01,createdDate<=2026-05-01'
const column = (path: string, title = path, words?: Record<string, string>): ExportColumn => ({ path, title, ...(words && { words }) })
const plain = [column('orderNo'), column('createdDate'), column('totalCents'), column('payType')]
const ask = (over: { type?: string; search?: string; sort?: string; columns?: ExportColumn[]; name?: string } = {}) => ({
  query: { type: over.type ?? 'orders', search: over.search ?? lastMonth, ...(over.sort && { sort: over.sort }) },
  body: { name: over.name ?? 'Sales', columns: over.columns ?? plain },
})
const write = () => runDueJobs(exporting.tasks, noon)
/** A station with a few sales, and its leader, signed in. */
async function station() {
  const it = await shop()
  const at = (minutes: number) => new Date(noon.getTime() - minutes * 60_000).toISOString()
  await it.sell({ createdDate: at(3), payType: 'cash' })
  await it.sell({ createdDate: at(2), ...it.goodsSale(), payType: 'wx', externalSerialNo: serial() })
  await it.sell({ createdDate: at(1), payType: 'cash', lineItems: [{ volumeCl: 10_00 }, { itemId: it.goods.id, pieces: 3 }] })
  const leader = await signedIn(it.company, { roles: [{ role: 'station_leader', stationId: it.station.id }] })
  const fetch = async (id: number, as: ReturnType<typeof browser> = leader) => as.raw('GET', `/exports/${id}/file?download=true`)
  const text = async (id: number) => (await fetch(id)).rawPayload.toString('utf8')
  const lines = async (id: number) => (await text(id)).slice(1).trimEnd().split('\r\n')
  return { ...it, leader, fetch, text, lines }
}

// @req EXP-001 EXP-003 EXP-007 EXP-008 EXP-009
test('what a leader asks for is written in the background: rows, order and columns of their screen, under its name', async () => {
  const { leader, fetch, lines, audits } = await station()
  const { id } = await leader.call(exports.ask, ask({ name: '销售 / “四月”', sort: 'totalCents,asc' }))
  expect(await leader.refused(exports.ask, { ...ask(), query: { ...ask().query, background: 'false' as never } })).toBe('validation')
  const waiting = await leader.call(exports.get, { id })
  expect(waiting).toMatchObject({ status: 'waiting', type: 'orders', format: 'csv', rows: 0, name: '销售 / “四月”', userId: leader.id })
  expect(await leader.refused(exports.file, { id })).toBe('export.notDone')
  expect(await write()).toBe(1)
  const done = await leader.call(exports.list, { query: { expand: 'user' } })
  const reply = await fetch(id)
  const [at, expiresDate] = [noon.toISOString(), '2026-05-08T04:00:00.000Z']
  const times = { createdDate: at, startedDate: at, finishedDate: at, expiresDate }
  const facts = { type: 'orders', format: 'csv', status: 'done', rows: 3, rowsTotal: 3, userId: leader.id, size: reply.rawPayload.length }
  expect(done.content).toMatchObject([{ id, name: '销售 / “四月”', reason: null, ...facts, ...times }])
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['cache-control']).toBe('private, no-store')
  expect(reply.headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent('销售   “四月”-20260501-1200.csv')}`)
  const shown = await leader.call(orders.list, { query: { search: lastMonth, sort: 'totalCents,asc' } })
  expect(await lines(id)).toEqual([
    'orderNo,createdDate (Asia/Shanghai),totalCents,payType',
    ...shown.content.map(row => [row.orderNo, shanghai(row.createdDate), (row.totalCents / 100).toFixed(2), row.payType].join(',')),
  ])
  expect((await audits()).map(({ action }) => action)).toEqual(expect.arrayContaining(['export.ask', 'export.download']))
})
const shanghai = (at: string) =>
  Temporal.Instant.from(at).toZonedDateTimeISO('Asia/Shanghai').toString({ fractionalSecondDigits: 0 }).slice(0, 19).replace('T', ' ')

test('relations are written by their names, choices in the words of the screen, money that adds up to what the list says', async () => {
  const { leader, lines, ...it } = await station()
  const columns = [
    column('stationId', '油站'),
    column('payType', '支付方式', { cash: '现金', wx: '微信' }),
    column('late', '补传', { true: '是', false: '否' }),
    column('nozzleControlId'),
    column('paidCents'),
    column('goods'),
    column('fuelVolumeCl'),
  ]
  const { id } = await leader.call(exports.ask, ask({ columns, sort: 'createdDate,asc' }))
  await write()
  const [head, ...rows] = (await lines(id)).map(line => line.split(','))
  expect(head!.slice(0, 3)).toEqual(['油站', '支付方式', '补传'])
  expect(rows[0]!.slice(0, 3)).toEqual([it.station.name, '现金', '否'])
  expect(rows.map(row => row[6])).toEqual(['30.00', '0.00', '10.00'])
  const { paidCents } = await leader.call(orders.totals, { query: { search: lastMonth } })
  expect(rows.reduce((sum, row) => sum + Math.round(Number(row[4]) * 100), 0)).toBe(paidCents)
})

// @req EXP-006 SET-006
test.each<[string, search: string, outcome: string, type?: string]>([
  ['no period', 'status:success', 'export.window'],
  ['a beginning more than three months ago', 'createdDate>=2026-01-31', 'export.window'],
  ['three months to the day', 'createdDate>=2026-02-02', 'allowed'],
  ['four months long ago', 'createdDate>=2012-05-01,createdDate<=2012-08-31', 'export.window'],
  ['three months long ago', 'createdDate>=2012-05-01,createdDate<=2012-07-31', 'allowed'],
  ['an end alone', 'createdDate<=2026-05-01', 'export.window'],
  ['a period among others', '(createdDate>=2026-04-01|status:open)', 'export.window'],
  ['a day', 'createdDate:2026-04-01', 'allowed'],
  ['three months up to this moment', 'createdDate>=2026-02-01 12:00', 'allowed'],
  ['an hour more', 'createdDate>=2026-02-01 11:00', 'export.window'],
  ['shifts of more than three months', 'businessDay>=2026-01-31', 'export.window', 'classSettles'],
  ['shifts of three months', 'businessDay>=2026-02-02', 'allowed', 'classSettles'],
  ['settled days of more than three months', 'businessDay>=2026-01-31', 'export.window', 'daySettles'],
  ['settled days of three months', 'businessDay>=2026-02-02', 'allowed', 'daySettles'],
])('with %s an export is %s', async (_, search, outcome, type = 'orders') => {
  const { leader } = await station()
  const columns = [column(type === 'orders' ? 'orderNo' : 'salesCents')]
  expect(await leader.refused(exports.ask, ask({ search, type, columns }))).toBe(outcome)
})

test.each([
  ['a list that there is not', { type: 'noSuch' }, 'export.type'],
  ['a prototype', { type: '__proto__' }, 'export.type'],
  ['the exports themselves', { type: 'exports' }, 'export.type'],
  ['what they may not read', { type: 'auditLogs' }, /export.type|auth.forbidden/],
  ['a column that there is not', { columns: [column('passwordHash')] }, 'export.column'],
  ['a column of the prototype', { columns: [column('constructor')] }, 'export.column'],
  ['what is behind a relation and not shown', { columns: [column('employee.idCardNumber')] }, 'export.column'],
  ['a search that does not fit', { search: 'noSuch:1' }, 'search_unknown_field'],
  ['an order that does not fit', { sort: 'noSuch,asc' }, 'search_unknown_field'],
])('%s is refused before anything is written', async (_, over, code) => {
  const { leader, rows, company } = await station()
  expect(await leader.refused(exports.ask, ask(over))).toMatch(code)
  expect(await rows('select from export where company_id = $1', [company.id])).toEqual([])
})

// @req ACC-076
test('where the money went is not written for a bill clerk', async () => {
  const {
    company,
    station: { id: stationId },
    fetch,
  } = await station()
  const clerk = await signedIn(company, { roles: [{ role: 'station_bill', stationId }] })
  const columns = [column('orderNo'), column('moneyFlow')]
  const { id } = await clerk.call(exports.ask, ask({ columns }))
  await write()
  expect((await fetch(id, clerk)).rawPayload.toString().slice(1, 8)).toBe('orderNo')
  expect((await fetch(id, clerk)).rawPayload.toString()).not.toContain('moneyFlow')
  expect(await clerk.refused(exports.ask, ask({ columns: [column('moneyFlow')] }))).toBe('export.column')
})

// @req EXP-008
test('nobody else has it: not a colleague, not another company, not the owner once they may no longer', async () => {
  const {
    leader,
    company,
    fetch,
    addStation,
    station: { id: stationId },
  } = await station()
  const [colleague, stranger] = [
    await signedIn(company, { roles: ['admin'] }),
    await signedIn((await world()).company, { roles: ['admin'] }),
  ]
  const { id } = await leader.call(exports.ask, ask())
  await write()
  for (const other of [colleague, stranger]) {
    expect((await fetch(id, other)).statusCode).toBe(404)
    expect(await other.refused(exports.get, { id })).toBe('notFound')
    expect(await other.refused(exports.delete, { id })).toBe('notFound')
    expect((await other.call(exports.list, { query: {} })).content).toEqual([])
  }
  expect((await fetch(id)).statusCode).toBe(200)
  await owned('update user_role set station_id = $1 where user_id = $2', [(await addStation('West')).id, leader.id])
  expect((await fetch(id)).json()).toMatchObject({ code: 'export.outOfReach' })
  await owned('update user_role set station_id = $1 where user_id = $2', [stationId, leader.id])
  await owned('update user_account set disabled = true where id = $1', [leader.id])
  expect((await fetch(id)).statusCode).toBe(401)
})

test.each([
  ['is gone', 'update user_account set disabled = true where id = $1'],
  ['is no longer of the station', 'delete from user_role where user_id = $1'],
  ['may no longer read it', `update user_role set default_role = 'station_employee' where user_id = $1`],
])('when the user who asked %s before it is written, nothing is written', async (_, sql) => {
  const { leader, rows } = await station()
  const { id } = await leader.call(exports.ask, ask())
  await owned(sql, [leader.id])
  await write()
  expect(await rows('select status, reason, file_id, rows from export where id = $1', [id])).toEqual([
    { status: 'fail', reason: 'revoked', file_id: null, rows: 0 },
  ])
})
test('it is written as its user sees it: their stations alone, and no further back than their limit', async () => {
  const { leader, company, addStation, sell, fetch, lines } = await station()
  await sell({ createdDate: '2026-04-28T04:00:00.000Z', payType: 'cash' })
  const west = await addStation('West')
  const admin = await signedIn(company, { roles: ['admin'] })
  await tamper(
    `update sale_order set station_id = $1, device_id = null, sequence = null, nozzle_control_id = null, shift_id = null
     where company_id = $2 and pay_type = $3`,
    [west.id, company.id, 'wx'],
  )
  await owned('update user_account set search_order_days = 1 where id = $1', [leader.id])

  const all = await admin.call(exports.ask, ask({ columns: [column('stationId')] }))
  const own = await leader.call(exports.ask, ask({ columns: [column('stationId')] }))
  await write()
  const names = (await fetch(all.id, admin)).rawPayload.toString().trimEnd().split('\r\n').slice(1)
  expect(names.toSorted()).toEqual(['Riverside East', 'Riverside East', 'Riverside East', 'West'])
  expect((await lines(own.id)).slice(1)).toEqual(['Riverside East', 'Riverside East'])
})

// @req EXP-007
test('a file is kept seven days: then it is neither handed over nor there', async () => {
  const { leader, company, fetch, rows } = await station()
  const { id } = await leader.call(exports.ask, ask())
  await write()
  const kept = () => rows(`select id from attachment where company_id = $1 and type = 'export'`, [company.id])
  const sweep = (at: string) =>
    db.transaction().execute(async tx => {
      await exporting.maintenance[0]!(await setTenantScope(tx, [company.id]), new Date(at))
    })
  await sweep('2026-05-08T03:59:59.000Z')
  expect(await kept()).toHaveLength(1)
  setClock('2026-05-08T04:00:00.000Z')
  const back = await signedInAgain(company, leader)
  expect((await fetch(id, back)).json()).toMatchObject({ code: 'export.expired' })
  await sweep('2026-05-08T04:00:01.000Z')
  expect(await kept()).toEqual([])
  expect((await fetch(id, back)).statusCode).toBe(404)
})
/** The same person, a week later. */
async function signedInAgain({ code }: { code: string }, { mobile }: { mobile: string }) {
  const page = browser()
  await page.raw('POST', '/users/login', { mobile, password, companyId: code })
  return page
}

test('an export that is taken back is never written; a file that is deleted is gone', async () => {
  const { leader, company, fetch, rows } = await station()
  const [first, second] = [await leader.call(exports.ask, ask()), await leader.call(exports.ask, ask())]
  await leader.call(exports.delete, { id: first.id })
  await write()
  expect((await leader.call(exports.list, { query: {} })).content).toMatchObject([{ id: second.id, status: 'done' }])
  await leader.call(exports.delete, { id: second.id })
  expect((await fetch(second.id)).statusCode).toBe(404)
  expect(await rows(`select id from attachment where company_id = $1 and type = 'export'`, [company.id])).toEqual([])
})
test('of one user ten may wait, and not one more', async () => {
  const { leader } = await station()
  for (let turn = 0; turn < 10; turn++) await leader.call(exports.ask, ask())
  expect(await leader.refused(exports.ask, ask())).toBe('export.tooMany')
})

test('of a register everything is written, with the names that a spreadsheet would run kept as text', async () => {
  const { company, fetch } = await station()
  const admin = await signedIn(company, { name: '=cmd|calc', roles: ['admin'] })
  const { id } = await admin.call(
    exports.ask,
    ask({ type: users.name, search: `id:${admin.id}`, columns: [column('name'), column('mobile')] }),
  )
  await write()
  expect((await fetch(id, admin)).rawPayload.toString()).toMatch(/\uFEFFname,mobile\r\n'=cmd\|calc,138 \d{4} \d{4}\r\n/)
})

test('a file says what the screen says, around the same facts: nozzles, shifts, goods, what is unusual', async () => {
  const { leader, lines } = await station()
  const columns: ExportColumn[] = [
    { ...column('nozzleControlId'), say: { text: '{nozzleControl.logicNo} 号枪' } },
    {
      ...column('shiftId'),
      say: { text: '{shift.businessDay} 第 {shift.number} 班', when: { path: 'shift.isNatureDay', text: '{shift.businessDay} 自然日' } },
    },
    column('goods', 'goods', { fuel: '{name} {volume} 升', normal: '{name} × {count}', comma: '、' }),
    column('flags', 'flags', { late: '补传', comma: '、' }),
  ]
  const { id } = await leader.call(exports.ask, ask({ columns, sort: 'createdDate,asc' }))
  await write()
  const { content } = await leader.call(orders.list, {
    query: { search: lastMonth, sort: 'createdDate,asc', expand: ['nozzleControl', 'lineItems.item'] },
  })
  const wordsOf = ({ item, categoryType, volumeCl, pieces }: RecordNamed<'lineItems'>) =>
    categoryType === 'fuel' ? `${item?.name} ${(volumeCl / 100).toFixed(2)} 升` : `${item?.name} × ${pieces}`
  expect((await lines(id)).slice(1)).toEqual(
    content.map(row => `${row.nozzleControl?.logicNo} 号枪,2026-05-01 自然日,${row.lineItems?.map(wordsOf).join('、')},`),
  )
  expect(content[2]!.lineItems).toHaveLength(2)
})

test.each([
  ['a field that there is not', '{shift.noSuch}'],
  ['money, which is not written as it is kept', '{totalCents}'],
  ['what nobody is shown', '{employee.passwordHash}'],
])('words around %s are refused', async (_, text) => {
  const { leader } = await station()
  expect(await leader.refused(exports.ask, ask({ columns: [{ ...column('orderNo'), say: { text } }] }))).toBe('export.column')
})

// @req SAL-033
test('in no list is a bill clerk’s file shown where the money went', async () => {
  const { company, station: at, leader } = await station()
  const clerk = await signedIn(company, { roles: [{ role: 'station_bill', stationId: at.id }] })
  const wrong: string[] = []
  for (const of of [...resources.values()].filter(({ list, name }) => list && name !== exports.name)) {
    for (const path of ['moneyFlow', 'order.moneyFlow', 'orders.moneyFlow', 'transaction.order.moneyFlow']) {
      const request = ask({ type: of.name, columns: [column(path)] })
      if ((await clerk.refused(exports.ask, request)) === 'allowed') wrong.push(`${of.name} ${path}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await leader.refused(exports.ask, ask({ columns: [column('moneyFlow')] }))).toBe('allowed')
}, 300_000)
