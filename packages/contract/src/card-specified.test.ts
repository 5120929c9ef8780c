import { expect, test } from 'vitest'
import { cardImports, cardInfos, cardLimits, roles } from './index.ts'
import { groups } from './menu.ts'
import { pageOf, pages, pagesOf, type Page } from './pages.ts'
import { deviceServicePort, readerCalls } from './reader/reader-calls.ts'

// Calls are named and asked as the specification writes them: a page, a device service or a client of another maker relies on each letter.

// @req CRD-050 CRD-051 CRD-052 CRD-053 CRD-054 CRD-055
test.each([
  ['readCard', 'POST /api/GetCPUphyCardno'],
  ['issueCard', 'POST /api/issueRfUserCard'],
  ['validateCard', 'POST /api/validateRfUserCard'],
  ['issueFactoryCard', 'POST /api/issueFactoryRfUserCard'],
  ['labels', 'GET /api/v1/labels'],
  ['dogStatus', 'GET /api/v1/dog/status'],
] as const)('the device service is asked to %s by %s', (name, asked) => {
  const { method, path } = readerCalls[name]
  expect(`${method} ${path}`).toBe(asked)
})

// @req CRD-058 CRD-059 CRD-060 CRD-061 CRD-062 CRD-064
test.each([
  ['a chip on its way', 'PUT /cardInfos/:id', cardInfos.set],
  ['a chip that was written, or is new', 'POST /cardInfos', cardInfos.save],
  ['a chip by its own number or the printed one', 'GET /cardInfos/uuid', cardInfos.lookUp],
  ['the limits that a card may have', 'GET /description', cardLimits.description],
  ['an import', 'POST /cardInfos/import', cardImports.begin],
] as const)('%s is asked for by %s', (_, asked, { method, path }) => expect(`${method} ${path}`).toBe(asked))

// @req CRD-067
test('the device service answers on port 9200', () => expect(deviceServicePort).toBe(9200))

type Row = readonly [name: string, path: string, level: string, hidden: boolean, zh: string, en: string, open: string]
/** Who opens a page unless it was changed for them. */
const opens = { admins: 'superAdmin admin', leaders: 'superAdmin admin company_user station_master station_leader' }
const desk = 'superAdmin admin company_user station_master station_employee station_leader'
const factsOf = (name: string): Row => {
  const page: Page = pageOf(name)!
  const open = roles.filter(role => pagesOf(role).some(each => each === name))
  return [name, page.path, page.level, page.hidden === true, page.zh, page.en, open.join(' ')]
}

// @req CRD-069 CRD-070 CRD-071 CRD-072 CRD-073
test.each<Row>([
  ['importCards', '/maintenance/cardBusiness/importCards', 'platform', false, 'IC卡批量导入', 'Import chip cards', opens.admins],
  ['importResult', '/maintenance/cardBusiness/importResult', 'platform', true, '导入结果', 'Import result', opens.admins],
  ['issueCards', '/maintenance/cardBusiness/issueCards', 'platform', false, '批量发卡', 'Prepare cards', opens.admins],
  ['cardSearch', '/maintenance/cardBusiness/cardSearch', 'platform', false, '卡片查询', 'Chip cards', opens.admins],
  ['icCard', '/maintenance/cardBusiness/icCard', 'platform', false, 'IC卡测试', 'Card reader test', opens.admins],
])('card production: %s is at %s', (...row) => expect(factsOf(row[0])).toEqual(row))

// @req CRD-075 CRD-076 CRD-077 CRD-078 CRD-079 CRD-080
test.each<Row>([
  ['readCardQuery', '/stationCards/readCardQuery', 'company', false, '读卡查询', 'Read a card', desk],
  ['employeeCard', '/stationCards/employeeCard', 'company', false, '员工卡', 'Employee cards', desk],
  ['anonymousCard', '/stationCards/anonymousCard', 'company', false, '不记名卡', 'Bearer cards', desk],
  ['cardCostHistory', '/stationCards/cardCostHistory/{userCardId}', 'company', true, '卡消费记录', 'Card history', desk],
  ['cardStorage', '/stationCards/cardStorage', 'company', false, '卡入库', 'Receive cards', opens.leaders],
  ['cardQuery', '/stationCards/cardQuery', 'company', false, '卡片查询', 'All cards', desk],
])('the card desk: %s is at %s', (...row) => expect(factsOf(row[0])).toEqual(row))

// @req CRD-068 CRD-074
test('the headings lead to their pages, in this order, and are no pages themselves', () => {
  const under = (path: string) => pages.filter(page => page.path.startsWith(`${path}/`) && !page.hidden).map(({ name }) => name)
  expect(under('/maintenance/cardBusiness')).toEqual(['importCards', 'issueCards', 'cardSearch', 'icCard'])
  expect(under('/stationCards').slice(0, 5)).toEqual(['readCardQuery', 'employeeCard', 'anonymousCard', 'cardStorage', 'cardQuery'])
  expect(groups.find(({ name }) => name === 'cardBusiness')).toMatchObject({ path: '/maintenance/cardBusiness' })
  for (const path of ['/maintenance/cardBusiness', '/stationCards']) expect(pages.some(page => page.path === path)).toBe(false)
})
