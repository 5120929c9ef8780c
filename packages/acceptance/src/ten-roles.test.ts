import {
  clockFaults,
  groups,
  pages,
  permissionsOf,
  resources,
  sections,
  type MenuGroup,
  type Page as PageSpec,
  type Role,
} from '@forecourt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawn } from '../../server/src/testing/sampling.ts'
import { appFixture, tell } from './app-fixture.ts'
import { settled } from './visitor.ts'

const front = appFixture()
const all = pages as readonly PageSpec[]
/** What a role's menu holds, by the contract: its own pages, under the headings they stand in. */
const menuOf = (role: Role) => all.filter(({ hidden, bare, roles }) => !hidden && !bare && Array.isArray(roles) && roles.includes(role))
const forbidden = (role: Role) =>
  all.filter(({ roles, bare, path }) => Array.isArray(roles) && !roles.includes(role) && !bare && !path.includes('{'))

/** By hand, who comes to see which sections: the least that a station would agree with on its first day (C10). */
const headings = {
  superAdmin: [
    'queryStatistics',
    'oilOperate',
    'notFuel',
    'memberCenter',
    'stationCards',
    'marketCenter',
    'scoreStore',
    'stationMge',
    'oilCompanyOperate',
    'oilCompanyMge',
    'maintenance',
  ],
  admin: [
    'queryStatistics',
    'oilOperate',
    'notFuel',
    'memberCenter',
    'stationCards',
    'marketCenter',
    'scoreStore',
    'stationMge',
    'oilCompanyOperate',
    'oilCompanyMge',
    'maintenance',
  ],
  company_group: ['queryStatistics', 'oilOperate', 'notFuel', 'memberCenter', 'marketCenter', 'scoreStore'],
  company_user: [
    'queryStatistics',
    'oilOperate',
    'notFuel',
    'memberCenter',
    'stationCards',
    'marketCenter',
    'scoreStore',
    'stationMge',
    'oilCompanyOperate',
    'oilCompanyMge',
  ],
  station_master: ['queryStatistics', 'oilOperate', 'notFuel', 'memberCenter', 'stationCards', 'marketCenter', 'scoreStore', 'stationMge'],
  station_leader: ['queryStatistics', 'oilOperate', 'notFuel', 'memberCenter', 'stationCards', 'marketCenter', 'scoreStore', 'stationMge'],
  station_employee: ['queryStatistics', 'oilOperate', 'notFuel', 'memberCenter', 'stationCards', 'marketCenter', 'scoreStore'],
  station_salesman: ['queryStatistics', 'oilOperate', 'notFuel', 'memberCenter', 'marketCenter'],
  station_bill: ['queryStatistics', 'oilOperate', 'notFuel', 'memberCenter'],
} as const satisfies Partial<Record<Role, readonly string[]>>

/** Every link of the menu, section after section, for only one is open at a time. */
async function shownMenu(page: Page, language: 'zh' | 'en'): Promise<Set<string>> {
  const menu = page.getByRole('navigation', { name: language === 'zh' ? '菜单' : 'Menu', exact: true })
  const seen = new Set<string>()
  const look = async () => {
    const links = await menu.getByRole('link').all()
    for (const link of links)
      seen.add(entryOf((await link.innerText()).trim(), new URL(await link.evaluate(a => (a as HTMLAnchorElement).href)).pathname))
  }
  const open = async (heading: MenuGroup) => {
    // Its icon is named before it.
    const item = menu.getByRole('menuitem', { name: new RegExp(`${heading[language]}$`) }).and(page.locator('[aria-expanded]'))
    if ((await item.count()) === 0) return
    // Unfolded by a key, a section does not lead to its first page.
    if ((await item.getAttribute('aria-expanded')) === 'false') await item.press('Enter')
    await expect.poll(() => item.getAttribute('aria-expanded')).toBe('true')
    await look()
  }
  await look()
  for (const section of sections) {
    await open(section)
    for (const group of groups) await open(group)
  }
  return seen
}

/** Two pages may be called the same: their addresses tell them apart. */
const entryOf = (label: string, path: string) => `${label} ${path}`

const holders = Object.keys(headings) as (keyof typeof headings)[]

// @req ACC-085 SEC-029 NAV-017
/** The tables of who may what hold for all of them (matrix/); their pages are opened by four with `npm test`. */
test.each(drawn('roles', holders, 4))(
  '%s: the menu is the role’s, and a forbidden address shows the no-access page without a word from the server, zh and en',
  async role => {
    const { url, enter } = front()
    const page = await enter(role)
    const wanted = menuOf(role)
    expect(new Set(wanted.flatMap(({ section }) => section ?? []))).toEqual(new Set(headings[role]))
    for (const language of ['zh', 'en'] as const) {
      if (language === 'en') await page.addInitScript(() => localStorage.setItem('smartLanguage', 'en'))
      const strange = language === 'zh' ? forbidden(role)[0] : forbidden(role).at(-1)
      if (strange) expect(await askedOf(page, url, strange, language, role)).toEqual([])
      else await page.goto(`${url}/home`)
      await settled(page)
      // The menu stands beside that page as beside any other.
      const menu = await shownMenu(page, language)
      const entry = (each: PageSpec) => entryOf(each[language], each.path)
      expect(wanted.map(entry).filter(each => !menu.has(each))).toEqual([])
      const others = forbidden(role).filter(({ hidden }) => !hidden)
      expect(others.map(entry).filter(each => menu.has(each))).toEqual([])
    }
    await front().leave(page)
  },
)

/** Opens a page that is not the role's, is refused, and returns what else the server was asked for. */
async function askedOf(page: Page, url: string, { name, path, zh, en }: PageSpec, language: 'zh' | 'en', role: Role): Promise<string[]> {
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.goto(`${url}${path}`)
  await page.waitForURL(`**/noAccess?page=${name}`)
  const words = language === 'zh' ? `您无权进入“${zh}”` : `You do not have access to “${en}”`
  await page.getByRole('heading', { level: 1, name: words }).waitFor()
  await settled(page)
  const mine = new Set(['bootstrap', 'users', 'live', ...own(role)])
  return asked.filter(call => call.startsWith('/api/') && !mine.has(call.split('/')[3]!))
}

/** What the shell itself may ask for besides the session and the way into the live channel: records that the role reads. */
const own = (role: Role) =>
  [...[...resources.values()].flatMap(({ list, name }) => (list ? [{ permission: list.permission, name }] : [])), clockAlarm]
    .filter(({ permission }) => permissionsOf(role).has(permission))
    .map(({ name }) => name)
/** Home asks whether the clocks differ; it is no list of records. */
const clockAlarm = { permission: clockFaults.status.permission, name: 'clockFaults' }

// @req ACC-085
test('a member may not sign in and is told so; a passer-by has no account to sign in with', async () => {
  const { url, demo, enter, visit } = front()
  const { code, accounts } = demo.companies[0]!
  const password = accounts[0]!.password
  const manager = await enter('superAdmin')
  const mobile = '13933330001'
  const made = { name: '会员', mobile, password, roles: [{ defaultRole: 'user' }] }
  const { id } = await tell<{ id: number }>(manager, 'POST', '/users', made)
  expect(id).toBeGreaterThan(0)
  const nameless = { ...made, mobile: '13933330002', roles: [{ defaultRole: 'anonymous' }] }
  await expect(tell(manager, 'POST', '/users', nameless)).rejects.toThrow('user.roleAbove')
  for (const [language, words, labels] of [
    ['zh', '您无法登录，请联系管理员', ['油企编码', '邮箱或手机号', '密码', '登录']],
    ['en', 'You cannot log in, contact the administrator', ['Company code', 'E-mail or mobile number', 'Password', 'Sign in']],
  ] as const) {
    const page = await visit({ language })
    await page.goto(`${url}/login`)
    await page.getByLabel(labels[0]).fill(code)
    await page.getByLabel(labels[1]).fill(mobile)
    await page.getByLabel(labels[2], { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByText(words).first().waitFor()
    expect(await page.evaluate(() => localStorage.getItem('smartToken'))).toBeNull()
    await front().leave(page)
  }
})
