import { expect, test } from 'vitest'
import { forecourt } from '../../testing/forecourt.ts'
import { world } from '../../testing/world.ts'

// @req SEC-013 SEC-014 SEC-016 SEC-017 ACC-042
test('a list is asked for over the wire as the specification writes it', async () => {
  const { staff, company, station, addStation } = await world()
  const north = await addStation('Riverside North')
  const lin = await staff('org.station.read')
  const of = async (query: string) => (await lin.raw('GET', `/stations?${query}`)).json()

  const search = encodeURIComponent(`name:*NORTH*,company.id:${company.id}`)
  expect(await of(`page=0&size=10&expand=company&search=${search}`)).toMatchObject({
    content: [{ id: north.id, name: 'Riverside North', company: { id: company.id, name: company.name } }],
    totalElements: 1,
  })
  for (const [text, total] of [
    [`name:*NORTH*`, 1],
    [`company.id:${company.id}`, 2],
    [`name:*NORTH*,company.id:${company.id + 1}`, 0],
    [`name:*nowhere*,company.id:${company.id}`, 0],
  ] as const)
    expect((await of(`search=${encodeURIComponent(text)}`)).totalElements, text).toBe(total)
  expect((await of(`search=id:${north.id}`)).content[0]).not.toHaveProperty('company')
  expect((await of('sort=name,asc&size=1')).content).toMatchObject([{ id: station.id }])
  expect((await of('sort=name,asc&size=1&page=0')).content).toMatchObject([{ id: station.id }])
  expect(Object.keys(await of('size=500'))).toEqual(['content', 'totalElements'])
  expect((await of('sort=name,asc&size=1&page=1')).content).toMatchObject([{ id: north.id }])
  expect(await of('sort=id&sort=name,desc&search=')).toMatchObject({ totalElements: 2 })
})

// @req SEC-017
test.each(['expand=station&expand=product', 'expand=station,product', 'expand=station&expand=product,item'])(
  'relations are named again or between commas: %s',
  async query => {
    const it = await world()
    const { productId } = await forecourt(it).nozzle()
    const lin = await it.staff({ role: 'admin' })
    const [tank] = (await lin.raw('GET', `/tanks?${query}`)).json().content
    expect(tank).toMatchObject({ station: { id: it.station.id, name: it.station.name }, product: { id: productId } })
    expect('item' in tank).toBe(query.endsWith('item'))
  },
)

// @req SEC-015
test('a list is sorted by field and direction, as pages of the specification ask for it', async () => {
  const it = await world()
  const stands = forecourt(it)
  const [{ id: seven }, { id: two }, { id: five }] = [
    await stands.nozzle({ logicNo: 7 }),
    await stands.nozzle({ logicNo: 2 }),
    await stands.nozzle({ logicNo: 5 }),
  ]
  await it.rows(`update nozzle_control set created_date = timestamptz '2026-01-01' + logic_no * interval '1 day'`)
  const lin = await it.staff({ role: 'admin' })
  const sorted = async (query: string) =>
    (await lin.raw('GET', `/nozzleControls?${query}`)).json().content.map(({ id }: { id: number }) => id)
  expect(await sorted('sort=logicNo,asc')).toEqual([two, five, seven])
  expect(await sorted('sort=logicNo')).toEqual([two, five, seven])
  expect(await sorted('sort=logicNo,desc')).toEqual([seven, five, two])
  expect(await sorted('sort=id,desc')).toEqual([five, two, seven])
  expect(await sorted('sort=createdDate,desc')).toEqual([seven, five, two])
  expect(await sorted('sort=physicalNo,desc&sort=logicNo,asc')).toEqual([two, five, seven])
  expect((await lin.raw('GET', '/orders?sort=modifiedDate,desc')).json()).toEqual({ content: [], totalElements: 0 })
})

// @req SEC-016
test('a refused search says what and where, in the language of anyone who asks', async () => {
  const lin = await (await world()).staff('org.station.read')
  const refusal = async (query: string, language: string) => {
    const reply = await lin.raw('GET', `/stations?${query}`, undefined, { language })
    return { status: reply.statusCode, ...reply.json() }
  }
  const bad = `search=${encodeURIComponent('name:a)')}`
  expect(await refusal(bad, 'en')).toEqual({
    status: 400,
    code: 'search_malformed',
    field: 'search',
    position: 6,
    detail: { reason: 'closer' },
    message: 'The search is malformed at character 6: unmatched closing bracket; as text write “\\” before it',
  })
  expect(await refusal(bad, 'zh')).toMatchObject({ message: '搜索条件有误（第 6 个字符）：多余的右括号，作为文字请在前面加“\\”' })
  expect(await refusal('search=name:a&search=name:b', 'en')).toMatchObject({
    status: 400,
    code: 'search_malformed',
    detail: { reason: 'twice' },
  })
  expect(await refusal('sort=secret', 'en')).toMatchObject({ status: 400, code: 'search_unknown_field', field: 'sort' })
  expect(await refusal('expand=secret', 'zh')).toMatchObject({ status: 400, code: 'expand.unknown', field: 'expand' })
})

// @req SEC-013
test.each([
  'page=-1',
  'page=x',
  'size=0',
  'size=501',
  'size=1.5',
  'from=2026',
  'filter=name:a',
  'page=0&page=1',
  'from=history&from=history',
])('%s is refused', async query => {
  const lin = await (await world()).staff('org.station.read')
  expect((await lin.raw('GET', `/stations?${query}`)).json()).toMatchObject({ code: 'validation' })
})
