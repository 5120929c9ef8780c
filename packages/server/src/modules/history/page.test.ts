import { historyImports, historyPartNames, historyParts, historyTitles, issueUserCard, orders } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { askedOfHistory as asked, historyScene as scene, putHistoryFile as put, smallHistory as good } from '../../testing/history.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { noon, setClock } from '../../testing/world.ts'
import { history } from './index.ts'

afterEach(() => setClock(noon))

test('a history comes in from the page: checked without a trace, then brought in once, however often', async () => {
  const { lin, counts, audits } = await scene()
  const { id } = await lin.call(historyImports.check, await asked(lin))
  expect(await lin.refused(historyImports.run, { id })).toBe('history.notChecked')
  await runDueJobs(history.tasks)
  expect(await lin.call(historyImports.get, { id })).toMatchObject({
    status: 'checked',
    problems: 0,
    found: { stations: 1, products: 3, customers: 2, sales: 3 },
  })
  expect(await counts()).toEqual({ orders: 0, cards: 0 })

  await lin.call(historyImports.run, { id })
  await runDueJobs(history.tasks)
  expect(await lin.call(historyImports.get, { id })).toMatchObject({ status: 'done', brought: { cards: 2, orders: 2, sales: 3 } })
  expect(await counts()).toEqual({ orders: 2, cards: 2 })
  expect(await lin.call(orders.totals, { query: {} })).toMatchObject({ count: 2, paidCents: 952_71 })

  const again = await lin.call(historyImports.check, await asked(lin))
  await runDueJobs(history.tasks)
  await lin.call(historyImports.run, again)
  await runDueJobs(history.tasks)
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
  await runDueJobs(history.tasks)
  await lin.call(historyImports.run, made)
  await runDueJobs(history.tasks)
  expect(await rows(`select name from station where company_id = $1 and name like '滨江%'`, [company.id])).toEqual([{ name: '滨江东站' }])
})

test.each(historyPartNames.flatMap(part => (['zh', 'en'] as const).map(language => [part, language] as const)))(
  'a file of %s whose columns are called as in the template (%s) needs nothing more to be said',
  async (part, language) => {
    const { lin } = await scene()
    const titles = historyTitles[part] as Record<string, Record<'zh' | 'en', string>>
    const head = historyParts[part].map(field => titles[field]![language])
    const id = await put(lin, `${part}.csv`, Buffer.from(`\uFEFF${head.join(',')}\r\n`))
    const { likely } = await lin.call(historyImports.look, { id, query: { part } })
    expect(likely).toEqual(Object.fromEntries(historyParts[part].map((field, at) => [field, head[at]])))
  },
)

test('with something wrong anywhere nothing comes in, and each is named, on the page and in a file', async () => {
  const { lin, counts } = await scene()
  const sales = good.sales.replace('2012-08-24,23:59:00', '2012-13-40,23:59:00').replace(',18,430.72', ',18,=1+1')
  const { id } = await lin.call(historyImports.check, await asked(lin, { sales }))
  await runDueJobs(history.tasks)
  const row = await lin.call(historyImports.get, { id })
  expect(row).toMatchObject({ status: 'refused', problems: 2 })
  expect(row.examples.map(({ file, line, column, words }) => [file, line, column, words.en, words.zh])).toEqual([
    ['sales.csv', 2, 'Price', 'not a number: =1+1', '不是数字: =1+1'],
    ['sales.csv', 4, 'Date', 'not a date: 2012-13-40', '不是有效日期: 2012-13-40'],
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
  await runDueJobs(history.tasks)
  expect(await lin.call(historyImports.get, { id })).toMatchObject({ status: 'cancelled' })
  expect(await lin.refused(historyImports.cancel, { id })).toBe('history.underWay')
})

test('the check says already that a sale differs from what came before; nothing of the files comes in', async () => {
  const { lin, counts } = await scene()
  const first = await lin.call(historyImports.check, await asked(lin))
  await runDueJobs(history.tasks)
  await lin.call(historyImports.run, first)
  await runDueJobs(history.tasks)
  const sales = `${good.sales.replace('430.72', '430.73')}4,2012-08-26,10:00:00,7,550134,1,2,1,7.50\n`
  const { id } = await lin.call(historyImports.check, await asked(lin, { sales }))
  await runDueJobs(history.tasks)
  const row = await lin.call(historyImports.get, { id })
  expect(row).toMatchObject({ status: 'refused', step: null, problems: 1 })
  expect(row.examples[0]).toMatchObject({ line: 2, column: 'TransactionID', words: { en: 'differs from what was imported before: 1' } })
  expect(await counts()).toEqual({ orders: 2, cards: 2 })
})

test('what has such a number here already, and is none of this history, is named by the check; once known, it is its own', async () => {
  const { lin, counts, company, rows } = await scene()
  await rows(`insert into station (company_id, code, name, time_zone) values ($1, '1', 'East', 'Asia/Shanghai')`, [company.id])
  await rows(`insert into product (company_id, code, name, classification, tax_rate) values ($1, '5', '95#', 'gasoline', 0)`, [company.id])
  const [{ cardId }] = (await rows(
    `insert into card (company_id, name, type, created_date) values ($1, 'Own', 'debit', now()) returning id as "cardId"`,
    [company.id],
  )) as [{ cardId: number }]
  await lin.call(issueUserCard, { body: { number: '550134', cardId, kind: 'anonymous' } })
  const first = await lin.call(historyImports.check, await asked(lin))
  await runDueJobs(history.tasks)
  const row = await lin.call(historyImports.get, first)
  expect(row.examples.map(({ file, line, column, words }) => `${file}:${line} ${column}: ${words.en}`)).toEqual([
    'stations.csv:2 油站编号: already exists here and was not imported from this source: 1',
    'products.csv:3 ProductID: already exists here and was not imported from this source: 5',
    'sales.csv:2 CardID: already exists here and was not imported from this source: 550134',
  ])

  await rows(`update station set code = 'own' where company_id = $1 and code = '1'`, [company.id])
  await rows(`update product set code = 'own' where company_id = $1`, [company.id])
  await rows(`update user_card set number = 'own' where company_id = $1`, [company.id])
  for (const sales of [3, 0]) {
    const { id } = await lin.call(historyImports.check, await asked(lin))
    await runDueJobs(history.tasks)
    await lin.call(historyImports.run, { id })
    await runDueJobs(history.tasks)
    expect(await lin.call(historyImports.get, { id })).toMatchObject({ status: 'done', brought: sales > 0 ? { sales } : {} })
  }
  expect(await counts()).toEqual({ orders: 2, cards: 3 })
})

test('one history of a company comes in at a time; what failed in the middle goes on where it was', async () => {
  const { lin, counts, company, rows } = await scene()
  const [{ id }, other] = [await lin.call(historyImports.check, await asked(lin)), await lin.call(historyImports.check, await asked(lin))]
  await runDueJobs(history.tasks)
  await lin.call(historyImports.run, { id })
  expect(await lin.refused(historyImports.run, other)).toBe('history.oneAtATime')

  // Something stands against one of the cards: the slice cannot be kept, however often it is tried.
  await rows(`alter table user_card add constraint "against" check (number <> '684220' or company_id <> ${company.id}) not valid`)
  await rows(`update job set attempts = 9 where task = 'history.bring' and company_id = $1`, [company.id])
  await runDueJobs(history.tasks)
  expect(await lin.call(historyImports.get, { id })).toMatchObject({ status: 'fail', step: null, brought: { stations: 1, sales: 0 } })
  expect(await counts()).toEqual({ orders: 0, cards: 0 })

  await rows('alter table user_card drop constraint "against"')
  await lin.call(historyImports.run, { id })
  await runDueJobs(history.tasks)
  expect(await lin.call(historyImports.get, { id })).toMatchObject({
    status: 'done',
    brought: { stations: 1, cards: 2, orders: 2, sales: 3 },
  })
  expect(await counts()).toEqual({ orders: 2, cards: 2 })
})

test('what was found right waits a quarter of an hour for the second word; of what was found wrong nothing stays', async () => {
  const { lin, rows, counts } = await scene()
  const now = new Date()
  setClock(now)
  const waiting = async () => {
    const found = await Promise.all(['history_row', 'history_sale', 'history_problem'].map(table => rows(`select from ${table}`)))
    return found.flat().length
  }
  await lin.call(historyImports.check, await asked(lin, { sales: good.sales.replace('430.72', 'x') }))
  await runDueJobs(history.tasks, now)
  expect(await waiting()).toBe(0)
  const { id } = await lin.call(historyImports.check, await asked(lin))
  await runDueJobs(history.tasks, now)
  expect(await waiting()).toBeGreaterThan(0)
  const later = new Date(now.getTime() + 16 * 60_000)
  setClock(later)
  await runDueJobs(history.tasks, later)
  expect(await waiting()).toBe(0)

  // Forgotten, the files are read again.
  await lin.call(historyImports.run, { id })
  await runDueJobs(history.tasks, later)
  expect(await lin.call(historyImports.get, { id })).toMatchObject({ status: 'done', brought: { cards: 2, sales: 3 } })
  expect(await counts()).toEqual({ orders: 2, cards: 2 })
  expect(await waiting()).toBe(0)

  const left = await lin.call(historyImports.check, await asked(lin, { sales: `${good.sales}4,2012-08-26,10:00:00,7,550134,1,2,1,7.50\n` }))
  await runDueJobs(history.tasks, later)
  await lin.call(historyImports.cancel, left)
  await runDueJobs(history.tasks, later)
  expect(await waiting()).toBe(0)
})

test('the very same files are known by their content, and read again where they are read otherwise', async () => {
  const { lin, rows } = await scene()
  const once = async (over: Parameters<typeof asked>[1] = {}) => {
    const { id } = await lin.call(historyImports.check, await asked(lin, over))
    await runDueJobs(history.tasks)
    const read = (await rows('select from history_sale')).length > 0
    await lin.call(historyImports.run, { id })
    await runDueJobs(history.tasks)
    const { status, found, brought } = await lin.call(historyImports.get, { id })
    return { read, status, found, sales: brought?.['sales'] }
  }
  const found = { stations: 1, products: 3, customers: 2, sales: 3 }
  expect(await once()).toEqual({ read: true, status: 'done', found, sales: 3 })
  expect(await once()).toEqual({ read: false, status: 'done', found, sales: 0 })
  const sales = `${good.sales}4,2012-08-26,10:00:00,7,550134,1,2,1,7.50\n`
  expect(await once({ sales })).toEqual({ read: true, status: 'done', found: { ...found, sales: 4 }, sales: 1 })
  expect(await once()).toEqual({ read: false, status: 'done', found, sales: 0 })
  // A line more, though it says nothing: other content, that is read.
  expect(await once({ stations: `${good.stations}\n` })).toEqual({ read: true, status: 'done', found, sales: 0 })
})
