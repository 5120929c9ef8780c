import { expect, test, vi } from 'vitest'
import { spendDeepLink, takeDeepLink } from './deep-link.ts'

const open = (url: string) => {
  const { pathname, search } = new URL(url, 'http://here')
  const replace = vi.fn<(url: string) => void>()
  takeDeepLink({ pathname, search }, replace)
  return { replaced: replace.mock.calls.map(([address]) => address), link: spendDeepLink() }
}

// @req ACC-038
test.each([
  ['/login?token=abc&expiration=1&client=crm&page=AllQuery', ['/login'], { code: 'abc', client: 'crm', page: 'AllQuery' }],
  ['/login?token=abc', ['/login'], { code: 'abc', client: 'web' }],
  ['/?token=abc&stationId=7', ['/login?stationId=7'], { code: 'abc', client: 'web' }],
  ['/login', [], undefined],
  ['/login?token=', [], undefined],
  ['/login?redirect=%2Fhome&client=crm', [], undefined],
])('%s is taken out of the address', (url, replaced, link) => {
  expect(open(url)).toEqual({ replaced, link })
})

test('a link is spent once', () => {
  takeDeepLink({ pathname: '/login', search: '?token=abc' }, () => undefined)
  expect(spendDeepLink()).toMatchObject({ code: 'abc' })
  expect(spendDeepLink()).toBeUndefined()
})
