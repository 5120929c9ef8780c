import { attachments, deviceGaps, lineItems, orders, stations, userCardDetails, users } from '@forecourt/contract'
import { beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
vi.stubGlobal('__REVISION__', '')
interface Sent {
  url: string
  method: string | undefined
  headers: Record<string, string>
  body: unknown
}
let sent: Sent[] = []
/** The line to a server, which takes whatever it is sent. */
vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
  sent.push({ url, method, headers: headers as Record<string, string>, body: body && JSON.parse(String(body)) })
  return new Response('{}')
})

const { call, callFile } = await import('./api.ts')
const { urlOf } = await import('./request.ts')
const { enterStation, keepToken, useSession } = await import('./session.ts')
const { setLanguage } = await import('../i18n/index.ts')

beforeEach(() => {
  sent = []
  setLanguage('en')
  keepToken('secret', String(Date.now() + 3_600_000))
  enterStation({
    id: 5,
    name: 'East',
    timeZone: 'Asia/Shanghai',
    company: { id: 3, name: 'Riverside', currencyName: '元', symbol: '¥' },
  } as never)
  useSession.setState({
    profile: { defaultRole: 'station_master', roles: [{ id: 9, defaultRole: 'station_master', station: { id: 5 } }] } as never,
  })
})

// @req SEC-003 SEC-004 SEC-005 SEC-006 SEC-007
test('a call is JSON that no cache keeps, and names its user, its client and its language', async () => {
  await call(stations.list, { query: { page: 0, size: 10, expand: ['company', 'x'], search: 'name:*a b*' } })
  expect(sent[0]).toMatchObject({
    url: '/api/v1/stations?page=0&size=10&expand=company&expand=x&search=name%3A*a+b*',
    method: 'GET',
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache',
      Pragma: 'no-cache',
      Authorization: 'secret',
      client: 'web/1.0.1340',
      language: 'en',
    },
  })
  const headers = sent[0]!.headers
  await call(users.password, { id: 1, body: { password: 'x' } })
  expect(sent[1]).toMatchObject({ method: 'PUT', url: '/api/v1/users/1/password', headers, body: { password: 'x' } })
  const { 'Cache-Control': _cache, Pragma: _pragma, ...ofFile } = headers
  await callFile(attachments.file, { id: 3 })
  expect(sent[2]).toMatchObject({ url: '/api/v1/attachments/3', headers: ofFile })
  setLanguage('zh')
  useSession.setState({ token: undefined })
  await call(stations.list, {})
  expect(sent[3]!.headers['language']).toBe('zh')
  expect(sent[3]!.headers).not.toHaveProperty('Authorization')
})

// @req SEC-008 SEC-009 SEC-010
test('a call names the company, the station and the role it is made in', async () => {
  await call(stations.list, {})
  expect(sent[0]!.headers).toMatchObject({ company: '3', Station: '5', Role: 'station_master,9' })
  await call(stations.list, {}, { everywhere: true })
  expect(sent[1]!.headers).not.toHaveProperty('Station')
  expect(sent[1]!.headers).not.toHaveProperty('company')
  await call(stations.list, {}, { company: true })
  expect(sent[2]!.headers).toMatchObject({ company: '3', Role: 'station_master,9' })
  expect(sent[2]!.headers).not.toHaveProperty('Station')
})

// @req SEC-010
test.each([
  ['of a fleet’s leader', [{ id: 9, defaultRole: 'group_master', station: null }], 'group_master'],
  ['of a company', [{ id: 4, defaultRole: 'admin', station: null }], 'admin,4'],
  [
    'held at the selected station',
    [
      { id: 8, defaultRole: 'station_master', station: { id: 4 } },
      { id: 9, defaultRole: 'station_master', station: { id: 5 } },
    ],
    'station_master,9',
  ],
  [
    'that stands first, where none is of the selected station',
    [
      { id: 8, defaultRole: 'station_bill', station: { id: 4 } },
      { id: 7, defaultRole: 'station_bill', station: { id: 6 } },
    ],
    'station_bill,8',
  ],
])('the role is the one %s', async (_, roles, role) => {
  useSession.setState({ profile: { defaultRole: roles[0]!.defaultRole, roles } as never })
  await call(stations.list, {})
  expect(sent[0]!.headers['Role']).toBe(role)
})

// @req SEC-019
test('sums are read from the source that the deployment names, if it names one; a list only where it is asked for', async () => {
  const sums = [orders.totals, deviceGaps.totals, lineItems.totals, userCardDetails.totals]
  for (const each of sums) await call(each, { query: { search: 'id>0' } })
  vi.stubGlobal('window', { forecourt: { searchFrom: 'history' } })
  for (const each of sums) await call(each, { query: { search: 'id>0' } })
  await call(orders.totals, {})
  await call(orders.list, {})
  await call(orders.list, { query: { from: 'history' } })
  vi.stubGlobal('window', undefined)
  expect(sent.map(({ url }) => url.replace('/api/v1', ''))).toEqual([
    ...sums.map(({ path }) => `${path}?search=id%3E0`),
    ...sums.map(({ path }) => `${path}?search=id%3E0&from=history`),
    '/orders/statistics?from=history',
    '/orders',
    '/orders?from=history',
  ])
})

// @req SEC-001
test('paths are prefixed once', () => {
  expect(urlOf('/orders/:id', { id: 4, query: { a: '', b: undefined, c: [1, 2] } })).toBe('/api/v1/orders/4?c=1&c=2')
  expect(urlOf('/api/v1/export')).toBe('/api/v1/export')
})
