import { expect, test } from 'vitest'
import { pages, pagesOf } from '../pages.ts'

// Each page has the address, the place in the menu and the name of the specification.

// @req PAY-014 PAY-015 PAY-016 PAY-017
test.each([
  ['/stationMge/otherPay', 'station', 'stationMge', undefined, '其他支付方式', 'Other payment methods'],
  ['/stationMge/payTemplate', 'company', 'stationMge', undefined, '支付模板', 'Payment templates'],
  ['/ext/extAccountRatio', 'station', 'ext', true, '账户分配比例', 'Account split'],
  ['/stationMge/stationAuthToken', 'station', 'stationMge', undefined, '油站支付授权', 'Station merchant accounts'],
  ['/maintenance/authToken', 'platform', 'maintenance', undefined, '支付授权', 'Merchant accounts'],
] as const)('accounts at payment platforms: %s', (path, level, section, hidden, zh, en) => {
  expect(pages.find(page => page.path === path)).toMatchObject({ level, section, zh, en })
  expect(pages.find(page => page.path === path)!.hidden).toBe(hidden)
})

// @req PAY-016 PAY-017
test('administrators add accounts, masters of stations assign them', () => {
  const ofStations = ['extAccountRatio', 'otherPay', 'payTemplate', 'stationAuthToken']
  const opens = (role: Parameters<typeof pagesOf>[0]) =>
    pagesOf(role)
      .filter(name => /authToken|Pay$|^pay|Ratio$/i.test(name))
      .toSorted()
  expect(opens('admin')).toEqual(['authToken', ...ofStations])
  for (const role of ['company_user', 'station_master'] as const) expect(opens(role)).toEqual(ofStations)
  for (const role of ['station_leader', 'station_employee', 'station_bill'] as const) expect(opens(role)).toEqual([])
})
