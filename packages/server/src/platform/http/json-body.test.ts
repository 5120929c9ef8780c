import { fuelCodes, stations } from '@forecourt/contract'
import { beforeAll, expect, test } from 'vitest'
import { app, world } from '../../testing/world.ts'
import { parseJson } from './json-body.ts'

type World = Awaited<ReturnType<typeof world>>
let lin: Awaited<ReturnType<World['staff']>>, stationId: number
beforeAll(async () => {
  const { staff, station } = await world()
  stationId = station.id
  lin = await staff('fuel.code.read', 'fuel.code.write', 'org.station.read')
})
const json = { 'content-type': 'application/json' }
const refusal = async (payload: string | Buffer, headers: Record<string, string> = json) => {
  const reply = await lin.raw('POST', '/fuelCodes', payload, headers)
  return [reply.statusCode, reply.json().code]
}
const good = () => `{"stationId":${stationId},"code":"092","type":"gasoline","description":"92#"}`

test.each([
  ['a field said twice', '{"code":"091","code":"092","type":"gasoline"}'],
  ['a field said twice, once in disguise', String.raw`{"code":"091","\u0063ode":"092","type":"gasoline"}`],
  ['half a character', String.raw`{"code":"092","type":"gasoline","description":"\ud800"}`],
  ['a NUL', String.raw`{"code":"092","type":"gasoline","description":"a\u0000b"}`],
  ['a prototype', '{"__proto__":{"code":"092"}}'],
  ['bytes that are no UTF-8', Buffer.from([...Buffer.from('{"description":"'), 0xc0, 0xaf, ...Buffer.from('"}')])],
  ['a tower of brackets', `${'['.repeat(5000)}${']'.repeat(5000)}`],
])('%s is no request', async (_, payload) => {
  expect(await refusal(payload)).toEqual([400, 'request.malformed'])
})

test('only JSON in UTF-8 is taken, and only unpacked', async () => {
  for (const type of ['text/plain', 'application/json; charset=gbk', 'application/jsonp', 'application/x-www-form-urlencoded'])
    expect([type, ...(await refusal(good(), { 'content-type': type }))]).toEqual([type, 415, 'request.unsupportedType'])
  expect(await refusal(good(), { ...json, 'content-encoding': 'gzip' })).toEqual([415, 'request.unsupportedType'])
  expect((await lin.raw('POST', '/fuelCodes', good(), { 'content-type': 'Application/JSON; charset="UTF-8"' })).statusCode).toBe(200)
})

test('the same field in two records, and brackets and quotes within text, mean what they say', () => {
  for (const text of ['[{"a":1},{"a":2}]', '{"a":{"a":{"a":1}},"b":"\\"{a:\\\\"}', '{"a":"x:y","b":["a","a"]}', ' 7 ', '"a"'])
    expect(parseJson(text)).toEqual(JSON.parse(text))
})

// @req ORG-032
test('text that does not show as what it is, is refused with its field: the input is wrong, in the language of the page', async () => {
  for (const [hidden, language, message, words] of [
    ['admin\u202Etxt', 'en', 'Some entries are not valid. Please check the marked fields.', 'Contains invisible control characters'],
    ['\u001b[31m', 'zh', '输入有误，请检查标出的字段', '含有看不见的控制字符'],
  ] as const) {
    const reply = await lin.raw('POST', '/fuelCodes', { stationId, code: '093', type: 'gasoline', description: hidden }, { language })
    expect(reply.json()).toMatchObject({ code: 'validation', message, field: 'description', detail: { issues: [{ message: words }] } })
  }
  await lin.call(fuelCodes.create, { body: { stationId, code: '094', type: 'gasoline', description: 'عربي 👩‍👩‍👧 e\u0301 = and\ttab' } })
})

test('anyone who sends ten thousand wrong fields is answered with a hundred sentences', async () => {
  const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, at]))
  const reply = await lin.raw('POST', '/fuelCodes', body)
  expect([reply.statusCode, reply.json().detail.issues.length]).toEqual([400, 100])
  expect(reply.body.length).toBeLessThan(20_000)
})

test('an id that no record can have is not found, however long and however written', async () => {
  for (const id of ['0', '00012', '1e3', '%EF%BC%91', '9'.repeat(5000)]) {
    const reply = await app.inject({ url: `/api/v1/stations/${id}`, headers: { authorization: 'x', language: 'en' } })
    expect(reply.statusCode).toBe(401)
    expect((await lin.raw('GET', `/stations/${id}`)).json().code).toBe('notFound')
  }
  expect(await lin.refused(stations.get, { id: 12 })).toBe('notFound')
})
