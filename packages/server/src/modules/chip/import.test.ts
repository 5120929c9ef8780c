import { cardImportProblems, cardImports, cardInfos, cardSuppliers, megabyte } from '@forecourt/contract'
import { describe, expect, test } from 'vitest'
import { form } from '../../testing/file.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { owned, unique, world } from '../../testing/world.ts'
import { importTask } from './import.ts'
import { readChips } from './read-file.ts'

type Someone = Awaited<ReturnType<typeof administrator>>

/** An administrator with an account, as those are who import. */
async function administrator() {
  const place = await world()
  const [user] = await place.rows<{ id: number }>(
    `insert into user_account (company_id, name, is_staff) values ($1, '林', true) returning id`,
    [place.company.id],
  )
  return { ...(await place.staff({ role: 'admin', over: { id: user!.id, key: `user:${user!.id}` } })), place }
}

/** As the browser puts a file up. */
async function putUp(who: Someone, name: string, bytes: Buffer) {
  const { payload, headers } = form({ filename: name, mime: 'text/csv', bytes })
  const reply = await who.raw('POST', '/upload?type=cardImport', payload, headers)
  return reply.json() as { id: number; code?: string }
}

async function bring(who: Someone, text: string | Buffer, given: { supplier?: number; cardType?: 1 | 2 | 3 | 4; name?: string } = {}) {
  const { supplier = 1, cardType = 2, name = 'chips.csv' } = given
  const { id: attachmentId } = await putUp(who, name, Buffer.isBuffer(text) ? text : Buffer.from(text))
  const { id } = await who.call(cardImports.begin, { body: { attachmentId, supplier, cardType } })
  const begun = await who.call(cardImports.get, { id })
  expect(begun).toMatchObject({ status: 'importing', total: 0, finishedDate: null, fileName: name })
  await runDueJobs([importTask])
  const batch = await who.call(cardImports.get, { id, query: { expand: 'user' } })
  const problems = await who.call(cardImportProblems.list, { query: { search: `cardImportId:${id}`, size: 500 } })
  return { batch, problems: problems.content.map(({ line, reason, value }) => [line, reason, value]) }
}
const uuid = () => `04${String(1e12 + unique()).slice(1)}`
const lines = (count: number) => Array.from({ length: count }, () => [`6299${unique()}`, uuid()].join(','))

// @req CRD-049 CRD-002 CRD-005 CRD-006
test('a file of a maker becomes chips of nobody, each with what stands in its line; a second time it brings nothing', async () => {
  const lin = await administrator()
  const [number, chip, mother] = [`6299${unique()}`, uuid(), uuid()]
  const text = `卡号,芯片号,编码,发卡类型\n${number},${chip.toLowerCase()},MH-7,8\n${number}9,${mother},,5\n${lines(8).join('\n')}\n`
  const { batch, problems } = await bring(lin, text)
  expect(batch).toMatchObject({ status: 'success', total: 10, added: 10, known: 0, wrong: 0, supplier: 1, cardType: 2 })
  expect(problems).toEqual([])
  const seen = await lin.call(cardInfos.list, { query: { search: `number:${number}` } })
  expect(seen.content).toEqual([
    expect.objectContaining({
      number,
      uuid: chip,
      code: 'MH-7',
      supplier: 1,
      cardType: 2,
      issueType: 8,
      status: 'normal',
      state: 'imported',
      companyId: null,
      userCardId: null,
      productionTime: null,
      issueTime: null,
    }),
  ])
  expect((await lin.call(cardInfos.list, { query: { search: `number:${number}9` } })).content).toMatchObject([
    { issueType: 5, state: 'special' },
  ])
  const numbersOf = async (search: string) =>
    (await lin.call(cardInfos.list, { query: { search: `number:(${number}|${number}9),${search}`, sort: 'issueType,desc' } })).content.map(
      found => found.number,
    )
  expect(await numbersOf('cardType:2')).toEqual([number, `${number}9`])
  expect(await numbersOf('issueType:(5|7)')).toEqual([`${number}9`])
  expect(await numbersOf('cardType:(1|3)')).toEqual([])
  expect((await bring(lin, text)).batch).toMatchObject({ status: 'success', total: 10, added: 0, known: 10, wrong: 0 })
  expect((await lin.call(cardInfos.life, { id: seen.content[0]!.id })).content).toMatchObject([{ act: 'import' }])
})

test('of a thousand lines seven are wrong, and each is told by its number and what is wrong with it', async () => {
  const lin = await administrator()
  const good = lines(994)
  const [first] = good
  const [number, chip] = first!.split(',') as [string, string]
  await bring(lin, `${first}\n`)
  const wrong = [
    `62 99,${uuid()}`,
    `6299${unique()},04ZZ`,
    `6299${unique()}`,
    `6299${unique()},${uuid()},,10`,
    `${good[5]!.split(',')[0]},${uuid()}`,
    `6299${unique()},${chip}`,
    `${number},${uuid()}`,
  ]
  const { batch, problems } = await bring(lin, [...good.slice(1), ...wrong].join('\r\n'))
  expect(batch).toMatchObject({ status: 'partial', total: 1000, added: 993, known: 0, wrong: 7 })
  expect(problems.map(([line, reason]) => [line, reason])).toEqual([
    [994, 'number'],
    [995, 'uuid'],
    [996, 'columns'],
    [997, 'issueType'],
    [998, 'numberTwice'],
    [999, 'uuidTaken'],
    [1000, 'numberTaken'],
  ])
})

describe('a file is read', () => {
  const one = { number: '62990001', uuid: '0411223344', code: 'A', issueType: 8 }
  test.each([
    [
      'with titles in Chinese, as a Chinese spreadsheet writes it',
      Buffer.from('bfa8bac52cd0beC6acbac52cb1e0c2eb0a'.toLowerCase(), 'hex').toString('latin1') + '62990001,0411223344,A\n',
      'latin1',
    ],
    ['with titles in English', 'Card number,UID,Code\n62990001,04 11 22 33 44,A\n', 'utf8'],
    ['by tabs, without titles', '62990001\t0411223344\tA\n', 'utf8'],
    ['by semicolons, columns in another order', 'code;uid;number\nA;04-11-22-33-44;62990001', 'utf8'],
    ['with a byte order mark and blank lines', '\ufeff62990001,0411223344,A\r\n\r\n', 'utf8'],
  ] as const)('%s', (_, text, encoding) => {
    expect(readChips(Buffer.from(text, encoding))).toMatchObject({ chips: [one], problems: [] })
  })
  test.each([
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x81]), 'notText'],
    ['nothing', Buffer.from(''), 'empty'],
    ['titles alone', Buffer.from('number,uuid\n'), 'empty'],
  ])('%s: it says so', (_, bytes, reason) => {
    expect(readChips(bytes)).toMatchObject({ chips: [], problems: [{ line: 1, reason }] })
  })
})

test('a file without one chip fails as a whole', async () => {
  const lin = await administrator()
  expect((await bring(lin, 'Dear customer\nplease find\n', { name: 'letter.txt' })).batch).toMatchObject({
    status: 'fail',
    added: 0,
    wrong: 2,
  })
})

// @req CRD-049
test.each([
  ['another ending', 'chips.xlsx', 100, 'file.kind'],
  ['more than 10 MB', 'chips.csv', 10 * megabyte + 1, 'file.tooLarge'],
  ['10 MB', 'chips.csv', 10 * megabyte, undefined],
  ['10 MB of text', 'chips.txt', 10 * megabyte, undefined],
])('a file of %s: %s, %i bytes: %s', async (_, name, size, code) => {
  const lin = await administrator()
  expect((await putUp(lin, name, Buffer.alloc(size, '1'))).code).toBe(code)
})

// @req CRD-049
test('one file is put up at a time: a second one beside it is refused, and neither is kept', async () => {
  const lin = await administrator()
  const one = { filename: 'chips.csv', mime: 'text/csv', bytes: Buffer.from('62990001,0411223344') }
  const { payload, headers } = form(one, { ...one, name: 'file2', filename: 'more.csv' })
  const reply = await lin.raw('POST', '/upload?type=cardImport', payload, headers)
  expect(reply.statusCode).toBe(400)
  expect(await lin.place.rows('select id from attachment where company_id = $1', [lin.place.company.id])).toEqual([])
})

test.each([
  ['a maker that is not there', { supplier: 77 }],
  ['the unknown maker', { supplier: 0 }],
  ['a file of another company', { attachmentId: 'theirs' }],
])('%s: nothing is read', async (_, given) => {
  const lin = await administrator()
  const wu = await administrator()
  const { id } = await putUp('attachmentId' in given ? wu : lin, 'chips.csv', Buffer.from('1'))
  const body = { supplier: 1, ...given, attachmentId: id, cardType: 2 } as const
  expect(await lin.refused(cardImports.begin, { body })).toBe('notFound')
  expect((await lin.call(cardImports.list, {})).totalElements).toBe(0)
})

// @req CRD-009
test('makers are a list of their own: 1 is mh, a code has one name', async () => {
  const lin = await administrator()
  expect((await lin.call(cardSuppliers.list, {})).content).toEqual(expect.arrayContaining([{ code: 1, name: 'mh' }]))
  const code = 1000 + unique()
  await lin.call(cardSuppliers.save, { body: { code, name: `Maker ${code}` } })
  expect(await lin.refused(cardSuppliers.save, { body: { code: code + 5000, name: 'mh' } })).toBe('cardSupplier.nameTaken')
  expect(await lin.refused(cardSuppliers.save, { body: { code: 0, name: 'nobody' } })).toBe('validation')
  await lin.call(cardSuppliers.save, { body: { code, name: `Maker B${code}` } })
  expect((await lin.call(cardSuppliers.list, {})).content).toEqual(expect.arrayContaining([{ code, name: `Maker B${code}` }]))
})

test('two who import the same file at once have its chips once', async () => {
  const [lin, wu] = [await administrator(), await administrator()]
  const text = lines(200).join('\n')
  const batches = await Promise.all(
    [lin, wu].map(async who => {
      const { id: attachmentId } = await putUp(who, 'chips.csv', Buffer.from(text))
      return { who, place: who.place, ...(await who.call(cardImports.begin, { body: { attachmentId, supplier: 1, cardType: 2 } })) }
    }),
  )
  await Promise.all(batches.map(({ id, place }) => place.within(ctx => importTask.action!(ctx, { id }))))
  const done = await Promise.all(batches.map(({ who, id }) => who.call(cardImports.get, { id })))
  expect(done.map(({ added }) => added).toSorted((one, other) => one - other)).toEqual([0, 200])
  const [{ count }] = (await owned<{ count: number }>(`select count(*)::int from card_uuid where number = any($1)`, [
    text.split('\n').map(line => line.split(',')[0]),
  ])) as [{ count: number }]
  expect(count).toBe(200)
})
