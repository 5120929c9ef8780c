import { historyImports, historyPartNames, orders, type HistoryPart } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { runDueJobs } from '../../testing/jobs.ts'
import { world } from '../../testing/world.ts'
import { tasks } from './index.ts'

const good: Record<HistoryPart, string> = {
  stations: '油站编号;油站名称;国家\n1;滨江东站;CHN\n',
  products: 'ProductID,Description\n2,0# 柴油\n5,92# 汽油\n11,洗车\n',
  customers: 'CustomerID,Segment\n7,老王\n8,李家物流\n',
  sales: `TransactionID,Date,Time,CustomerID,CardID,GasStationID,ProductID,Amount,Price
1,2012-08-24,10:03:00,7,550134,1,2,18,430.72
2,2012-08-24,10:03:00,7,550134,1,11,1,121.99
3,2012-08-24,23:59:00,8,684220,1,5,10,400
`,
}
type Scene = Awaited<ReturnType<typeof world>>
type Staff = Awaited<ReturnType<Scene['staff']>>

async function put(lin: Staff, name: string, bytes: string | Buffer): Promise<number> {
  const form = Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n--b--\r\n'),
  ])
  const reply = await lin.raw('POST', '/upload?type=history', form, { 'content-type': 'multipart/form-data; boundary=b' })
  return reply.json().id
}

/** What the page sends when nobody changes what it proposes. */
async function asked(lin: Staff, files: Partial<Record<HistoryPart, string | Buffer>> = {}, source = 'old-system') {
  const parts = {} as Record<HistoryPart, { attachmentId: number; columns: Record<string, string> }>
  for (const part of historyPartNames) {
    const attachmentId = await put(lin, `${part}.csv`, files[part] ?? good[part])
    const { likely } = await lin.call(historyImports.look, { id: attachmentId, query: { part } })
    parts[part] = { attachmentId, columns: likely }
  }
  return { body: { source, ...parts, kinds: { gasoline: ['*汽油*'], diesel: ['*柴油*'], gas: [] } } }
}
/** A manager with an account, so that records may say whose they are. */
async function scene() {
  const it = await world()
  const [user] = await it.rows<{ id: number }>(
    `insert into user_account (company_id, name, mobile, is_staff) values ($1, '林', '13900000001', true) returning id`,
    [it.company.id],
  )
  const lin = await it.staff({ role: 'company_user', over: { id: user!.id } })
  const counts = async () =>
    (
      await it.rows(
        `select (select count(*)::int from sale_order where company_id = $1) as orders,
           (select count(*)::int from user_card where company_id = $1) as cards`,
        [it.company.id],
      )
    )[0]
  return { ...it, lin, counts }
}

test('a history comes in from the page: checked without a trace, then brought in once, however often', async () => {
  const { lin, counts, audits } = await scene()
  const { id } = await lin.call(historyImports.check, await asked(lin))
  expect(await lin.refused(historyImports.run, { id })).toBe('history.notChecked')
  await runDueJobs(tasks)
  expect(await lin.call(historyImports.get, { id })).toMatchObject({
    status: 'checked',
    problems: 0,
    found: { stations: 1, products: 3, customers: 2, sales: 3 },
  })
  expect(await counts()).toEqual({ orders: 0, cards: 0 })

  await lin.call(historyImports.run, { id })
  await runDueJobs(tasks)
  expect(await lin.call(historyImports.get, { id })).toMatchObject({ status: 'done', brought: { cards: 2, orders: 2, sales: 3 } })
  expect(await counts()).toEqual({ orders: 2, cards: 2 })
  expect(await lin.call(orders.totals, { query: {} })).toMatchObject({ count: 2, paidCents: 952_71 })

  const again = await lin.call(historyImports.check, await asked(lin))
  await runDueJobs(tasks)
  await lin.call(historyImports.run, again)
  await runDueJobs(tasks)
  expect(await lin.call(historyImports.get, again)).toMatchObject({ status: 'done', brought: { orders: 0, sales: 0 } })
  expect(await counts()).toEqual({ orders: 2, cards: 2 })
  expect((await audits()).map(({ action }) => action)).toEqual(expect.arrayContaining(['history.check', 'history.run', 'history.import']))
})

const gbk = (text: string) => Buffer.from(gbkOf(text))
/** The few letters of the story as GBK has them, found by asking the decoder for every pair of bytes. */
function gbkOf(text: string): number[] {
  const pairs = new Map<string, number[]>()
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) pairs.set(new TextDecoder('gbk').decode(Buffer.from([high, low])), [high, low])
  return [...text].flatMap(letter => (letter < '\u0080' ? letter.charCodeAt(0) : pairs.get(letter)!))
}

test.each([
  ['UTF-8 with its mark', 'utf-8', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', 'utf-16le', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['GBK', 'gbk', gbk],
])('a file in %s is read', async (_, encoding, write) => {
  const { lin, rows, company } = await scene()
  const id = await put(lin, 'stations.csv', write(good.stations))
  expect(await lin.call(historyImports.look, { id, query: { part: 'stations' } })).toMatchObject({
    encoding,
    delimiter: ';',
    titles: ['油站编号', '油站名称', '国家'],
    likely: { id: '油站编号', name: '油站名称', country: '国家' },
  })
  const asking = await asked(lin, { stations: write(good.stations) })
  const made = await lin.call(historyImports.check, asking)
  await runDueJobs(tasks)
  await lin.call(historyImports.run, made)
  await runDueJobs(tasks)
  expect(await rows(`select name from station where company_id = $1 and name like '滨江%'`, [company.id])).toEqual([{ name: '滨江东站' }])
})

test('with something wrong anywhere nothing comes in, and each is named, on the page and in a file', async () => {
  const { lin, counts } = await scene()
  const sales = good.sales.replace('2012-08-24,23:59:00', '2012-13-40,23:59:00').replace(',18,430.72', ',18,=1+1')
  const { id } = await lin.call(historyImports.check, await asked(lin, { sales }))
  await runDueJobs(tasks)
  const row = await lin.call(historyImports.get, { id })
  expect(row).toMatchObject({ status: 'refused', problems: 2 })
  expect(row.examples.map(({ words }) => words.en)).toEqual([
    'sales.csv:2 Price: not a number: =1+1',
    'sales.csv:4 Date: not a date: 2012-13-40',
  ])
  expect(await lin.refused(historyImports.run, { id })).toBe('history.notChecked')
  const file = await lin.raw('GET', `/historyImports/${id}/problems?download=true`)
  expect(file.rawPayload.toString().split('\r\n')).toHaveLength(4)
  expect(await counts()).toEqual({ orders: 0, cards: 0 })
})

test('what a column was said to be is known the next time', async () => {
  const { lin } = await scene()
  const customers = 'Nr,Wer\n7,老王\n8,李家物流\n'
  const asking = await asked(lin, { customers })
  expect(asking.body.customers.columns).toEqual({})
  expect(await lin.refused(historyImports.check, asking)).toBe('history.column')
  asking.body.customers.columns = { id: 'Nr', name: 'Wer' }
  await lin.call(historyImports.check, asking)
  expect((await asked(lin, { customers })).body.customers.columns).toEqual({ id: 'Nr', name: 'Wer' })
})

test('another company has neither the files nor the import; what is left is left', async () => {
  const [{ lin }, other] = [await scene(), await scene()]
  const asking = await asked(lin)
  const { id } = await lin.call(historyImports.check, asking)
  expect(await other.lin.refused(historyImports.get, { id })).toBe('notFound')
  expect(await other.lin.refused(historyImports.run, { id })).toBe('notFound')
  expect(await other.lin.refused(historyImports.check, asking)).toBe('notFound')
  expect((await other.lin.raw('GET', `/historyImports/${id}/problems`)).statusCode).toBe(404)
  await lin.call(historyImports.cancel, { id })
  await runDueJobs(tasks)
  expect(await lin.call(historyImports.get, { id })).toMatchObject({ status: 'cancelled' })
  expect(await lin.refused(historyImports.cancel, { id })).toBe('history.underWay')
})
