import { cardBatches, cardBatchRows, issueUserCard, userCards } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { form } from '../../testing/file.ts'
import { makeCard } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { shop } from '../../testing/order.ts'
import { noon, setClock, unique } from '../../testing/world.ts'
import type { Task } from '../../platform/jobs/task.ts'
import { batchTask } from './batch.ts'

/** A shift leader of a station, and a card product. */
async function counter() {
  setClock(noon)
  const it = await shop()
  const [user] = await it.rows<{ id: number }>(
    `insert into user_account (company_id, name, is_staff) values ($1, '林', true) returning id`,
    [it.company.id],
  )
  const over = { stationId: it.station.id, id: user!.id, key: `user:${user!.id}` }
  const leader = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over })
  const clerk = await it.staff({ role: 'station_employee', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const { cardId, number: taken } = await makeCard(it, {})
  const putUp = async (text: string | Buffer) => {
    const { payload, headers } = form({ filename: 'cards.csv', mime: 'text/csv', bytes: Buffer.isBuffer(text) ? text : Buffer.from(text) })
    const put: { id: number } = (await leader.raw('POST', '/upload?type=cardBatch', payload, headers)).json()
    return put.id
  }
  const range = (first: string, count: number, more: object = {}) => ({ body: { cardId, first, count, ...more } })
  const begin = async (body: object) => (await leader.call(cardBatches.begin, { body: { cardId, ...body } })).id
  const shown = (id: number) => leader.call(cardBatches.get, { id })
  const rowsOf = async (id: number, outcome = 'refused') =>
    (await leader.call(cardBatchRows.list, { query: { search: `cardBatch.id:${id},outcome:${outcome}`, size: 500 } })).content
  const accounts = (first: string) =>
    it.rows<{ number: string; issued: boolean; kind: string }>(
      `select number, issue_time is not null as issued, kind from user_card where company_id = $1 and number like $2 order by number`,
      [it.company.id, `${first}%`],
    )
  return { ...it, leader, clerk, cardId, taken, putUp, range, begin, shown, rowsOf, accounts }
}

// @req CRD-010
test('a range of numbers becomes as many accounts, and what is taken already is answered', async () => {
  const it = await counter()
  await it.clerk.call(issueUserCard, { body: { number: '77010005', kind: 'anonymous', cardId: it.cardId } })
  const id = await it.begin({ first: '77010001', count: 10, validUntil: '2027-12-31' })
  expect(await it.shown(id)).toMatchObject({ status: 'running', total: 10, issued: 0, refused: 0, first: '77010001', kind: 'anonymous' })
  await runDueJobs([batchTask])
  expect(await it.shown(id)).toMatchObject({ status: 'partial', total: 10, issued: 9, refused: 1, finishedDate: noon.toISOString() })
  expect(await it.rowsOf(id)).toMatchObject([{ line: 5, number: '77010005', reason: 'numberTaken', userCardId: null }])
  const { content } = await it.leader.call(userCards.list, { query: { search: 'number:77010010' } })
  expect(content).toMatchObject([
    { kind: 'anonymous', status: 'normal', validUntil: '2027-12-31', value: 0, issueTime: noon.toISOString() },
  ])
  expect((await it.rowsOf(id, 'issued')).at(-1)).toMatchObject({ number: '77010010', userCardId: content[0]!.id })
  expect((await it.audits()).filter(({ action }) => action === 'card.issue')).toHaveLength(11)
  expect((await invariantsOf(it)).filter(({ invariant, breaches }) => invariant !== 'I7' && breaches > 0)).toEqual([])
})

test('a file names each card with its holder; every row that cannot be issued says why', async () => {
  const it = await counter()
  const mobile = `139${String(1e8 + unique()).slice(1)}`
  const [staff] = await it.rows<{ mobile: string }>(
    `insert into user_account (company_id, name, mobile, is_staff) values ($1, '张', $2, true) returning mobile`,
    [it.company.id, `137${String(1e8 + unique()).slice(1)}`],
  )
  const lines = [
    '卡号,姓名,手机号',
    `77020001,王芳,${mobile}`,
    `77020002,王芳,${mobile}`,
    '77020003,,',
    '77020004,李娜,123',
    `77020005,张,${staff!.mobile}`,
    `77020001,李娜,${mobile}`,
    '7,李娜,13900000000',
    `${it.taken},李娜,13900000001`,
  ]
  const id = await it.begin({ kind: 'personal', attachmentId: await it.putUp(lines.join('\r\n')) })
  await runDueJobs([batchTask])
  expect(await it.shown(id)).toMatchObject({ status: 'partial', total: 8, issued: 2, refused: 6, fileName: 'cards.csv' })
  expect((await it.rowsOf(id)).map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'holderMissing'],
    [5, 'mobile'],
    [6, 'mobileOfStaff'],
    [7, 'numberTwice'],
    [8, 'number'],
    [9, 'numberTaken'],
  ])
  const holders = await it.rows<{ number: string; name: string }>(
    `select number, holder.name from user_card card join user_account holder on holder.company_id = card.company_id
       and holder.id = card.user_id where card.company_id = $1 and number like '7702%' order by number`,
    [it.company.id],
  )
  expect(holders).toEqual([
    { number: '77020001', name: '王芳' },
    { number: '77020002', name: '王芳' },
  ])
})

test('a file that a Chinese spreadsheet wrote is read as well', async () => {
  const it = await counter()
  // 卡号,姓名,手机号 / 77030001,王,13900000009
  const gbk = Buffer.concat([
    Buffer.from([0xbf, 0xa8, 0xba, 0xc5, 0x2c, 0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xca, 0xd6, 0xbb, 0xfa, 0xba, 0xc5, 0x0a]),
    Buffer.from('77030001,'),
    Buffer.from([0xcd, 0xf5]),
    Buffer.from(',13900000009\n'),
  ])
  const id = await it.begin({ kind: 'personal', attachmentId: await it.putUp(gbk) })
  await runDueJobs([batchTask])
  expect(await it.shown(id)).toMatchObject({ status: 'success', issued: 1 })
  expect(await it.rowsOf(id, 'issued')).toMatchObject([{ number: '77030001', holderName: '王' }])
})

test('cards that await their chips are not used before those are written', async () => {
  const it = await counter()
  await it.begin({ first: '77040001', count: 3, awaitsChip: true })
  await runDueJobs([batchTask])
  expect((await it.accounts('7704')).map(({ issued }) => issued)).toEqual([false, false, false])
})

test('whatever ends the job in its middle, again and again: exactly so many accounts as were asked for', async () => {
  const it = await counter()
  const id = await it.begin({ first: '7705000001', count: 1_600 })
  let stops = 0
  // The process ends after a portion was committed, or while one is written.
  const killed: Task = {
    ...batchTask,
    work: (job, payload) =>
      batchTask.work!(
        {
          ...job,
          within: async action => {
            const { parted, answer } = await job.within(async ctx => {
              const done = await action(ctx)
              stops += 1
              if (stops % 3 === 1 && stops < 9) throw new Error('killed')
              return { parted: stops % 3 === 2 && stops < 9, answer: done }
            })
            if (parted) throw new Error('killed')
            return answer
          },
        },
        payload,
      ),
  }
  for (let turn = 0; turn < 20 && (await it.shown(id)).status === 'running'; turn++)
    await runDueJobs([killed], new Date(noon.getTime() + turn * 86_400_000))
  expect(stops).toBeGreaterThan(5)
  expect(await it.shown(id)).toMatchObject({ status: 'success', total: 1_600, issued: 1_600, refused: 0 })
  const numbers = (await it.accounts('7705')).map(({ number }) => number)
  expect([numbers.length, new Set(numbers).size, numbers[0], numbers.at(-1)]).toEqual([1_600, 1_600, '7705000001', '7705001600'])
  const [purses] = await it.rows<{ count: number }>(
    `select count(*)::int as count from ledger_account where company_id = $1 and is_purse
       and owner_id in (select id from user_card where company_id = $1 and number like '7705%')`,
    [it.company.id],
  )
  expect(purses!.count).toBe(1_600 * 4)
})

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `88${String(1e6 + at)}`).join('\n')
test.each([
  ['validation', () => ({ first: '77060001', count: 10_001 })],
  ['validation', () => ({ first: '77060001' })],
  ['validation', () => ({})],
  ['cardBatch.range', () => ({ first: '7706-9', count: 2 })],
  ['cardBatch.range', () => ({ first: 'ABCD', count: 1 })],
  ['card.parentMissing', () => ({ kind: 'sub', first: '77060001', count: 2 })],
  ['notFound', () => ({ attachmentId: 999_999_999 })],
  ['cardBatch.tooMany', async (it: Awaited<ReturnType<typeof counter>>) => ({ attachmentId: await it.putUp(numbers(10_001)) })],
  ['cardBatch.empty', async (it: Awaited<ReturnType<typeof counter>>) => ({ attachmentId: await it.putUp('卡号,姓名\n') })],
])('is refused: %s', async (code, body) => {
  const it = await counter()
  const sent = { body: { cardId: it.cardId, ...(await Promise.resolve(body(it))) } }
  expect(await it.leader.refused(cardBatches.begin, sent)).toBe(code)
  expect(await it.clerk.refused(cardBatches.begin, sent)).toBe('auth.forbidden')
})
