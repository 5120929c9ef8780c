import type { Page } from 'playwright-core'
import { click, keySequence, keys, see, text, type Step } from './effort-model.ts'

/** What the demo needs to know: numbers that are in it. */
export interface Known {
  readonly order: string
  readonly card: string
  readonly mobile: string
}
export interface Task {
  readonly name: string
  readonly from: string
  readonly byKeys: readonly Step[]
  readonly byPointer: readonly Step[]
  readonly done: (page: Page) => Promise<boolean>
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu', exact: true })
const section = (name: string) => click(page => menu(page).locator('[aria-expanded]').filter({ hasText: name }).first())
const link = (name: string) => click(page => menu(page).getByRole('link', { name, exact: true }))
const button = (name: string | RegExp) => click(page => page.locator('#content .pane:visible').getByRole('button', { name }).first())
const top = (name: string | RegExp) => click(page => page.getByRole('banner').getByRole('button', { name }).first())
const option = click(page => page.getByRole('dialog').getByRole('option').first())
const item = (name: string) => click(page => page.getByRole('menuitem', { name, exact: true }))
const tag = (name: string) => click(page => page.getByRole('navigation', { name: 'Open pages' }).getByRole('button', { name, exact: true }))
const search = click(page => page.locator('#content .pane:visible [data-search]').first())

const at = (path: string) => (page: Page) => Promise.resolve(page.url().includes(path))
const shown = (name?: string) => (page: Page) =>
  page
    .getByRole('dialog', name ? { name } : {})
    .first()
    .isVisible()
const query = '/queryStatistics'
const boxOpen = see(page => page.getByRole('combobox', { name: 'Search and commands' }))
const box = (typed: string) => [
  ...keys('Control+k'),
  boxOpen,
  text(typed),
  see(page => page.getByRole('dialog').getByRole('option').first()),
  ...keys('Enter'),
]
const opener = top('Search')

/** What is looked up by what somebody reads out. */
const lookUps = ({ order, card, mobile }: Known): readonly Task[] => [
  {
    name: 'look an order up by its number',
    from: '/home',
    byKeys: box(order),
    byPointer: [opener, boxOpen, text(order), option],
    done: at('/allDetails/'),
  },
  {
    name: 'look a card up by its number',
    from: '/home',
    byKeys: box(card),
    byPointer: [opener, boxOpen, text(card), option],
    done: at('/cardCostHistory/'),
  },
  {
    name: 'find a member by their mobile number',
    from: '/home',
    byKeys: box(mobile),
    byPointer: [opener, boxOpen, text(mobile), option],
    done: at('/personalMemberDetails/'),
  },
  {
    name: 'filter the cards by a number',
    from: '/stationCards/cardQuery',
    byKeys: [...keys('/'), text(card), ...keys('Enter')],
    byPointer: [search, text(card), button('Search')],
    done: at(`=${card}`),
  },
]

const others: readonly Task[] = [
  {
    name: 'see the payments',
    from: '/home',
    byKeys: keySequence('g', 'p'),
    byPointer: [section('Sales and reports'), link('Payments')],
    done: at(`${query}/transactions`),
  },
  {
    name: 'see the shifts',
    from: '/home',
    byKeys: keySequence('g', 's'),
    byPointer: [section('Sales and reports'), link('Shift reports')],
    done: at(`${query}/classSettle`),
  },
  {
    name: 'see the days',
    from: '/home',
    byKeys: keySequence('g', 'y'),
    byPointer: [section('Sales and reports'), link('Daily reports')],
    done: at(`${query}/daySettle`),
  },
  {
    name: 'see what cards moved',
    from: '/home',
    byKeys: keySequence('g', 'd'),
    byPointer: [section('Sales and reports'), link('Card transactions')],
    done: at(`${query}/userCardDetails`),
  },
  {
    name: 'see the tanks',
    from: '/home',
    byKeys: keySequence('g', 't'),
    byPointer: [section('Station'), section('Forecourt'), link('Tanks')],
    done: at('/tankMge'),
  },
  {
    name: 'see the nozzles',
    from: '/home',
    byKeys: keySequence('g', 'n'),
    byPointer: [section('Station'), section('Forecourt'), link('Nozzles')],
    done: at('/nozzleMge'),
  },
  {
    name: 'see the devices of the forecourt',
    from: '/home',
    byKeys: keySequence('g', 'f'),
    byPointer: [section('Station'), section('Forecourt'), link('Forecourt devices')],
    done: at('/deviceMge'),
  },
  {
    name: 'see who changed what',
    from: '/home',
    byKeys: keySequence('g', 'a'),
    byPointer: [section('Administration'), link('Audit log')],
    done: at('/auditLogs'),
  },
  {
    name: 'go to one’s own password and PIN',
    from: '/home',
    byKeys: keySequence('g', 'm'),
    byPointer: [top(/^Menu of/), item('My profile')],
    done: at('/personCenter'),
  },
  {
    name: 'turn to the third page of sales',
    from: `${query}/salesQuery/allQuery`,
    byKeys: keys('.', '.'),
    byPointer: [button('Next page'), button('Next page')],
    done: at('page=3'),
  },
  {
    name: 'fold the menu, for a wide list',
    from: `${query}/transactions`,
    byKeys: keys('b'),
    byPointer: [top('Collapse menu')],
    done: async page => (await page.locator('.sidebar[data-open]').count()) === 0,
  },
  {
    name: 'see the first sale beside the list, then the second and the third',
    from: `${query}/salesQuery/allQuery`,
    byKeys: keys('j', 'p', 'ArrowDown', 'ArrowDown'),
    byPointer: [0, 1, 2].map(row => click(page => page.locator('#content .pane:visible .k-peek').nth(row))),
    done: async page => (await page.locator('tr[data-id][aria-current], tr[data-id].k-current').count()) > 0,
  },
  {
    name: 'begin a new fuel code',
    from: '/oilOperate/fuelCode',
    byKeys: keys('n'),
    byPointer: [button('Add')],
    done: shown(),
  },
  {
    name: 'go back to the page before',
    from: `${query}/transactions`,
    byKeys: keys('['),
    byPointer: [tag('Home')],
    done: at('/home'),
  },
  {
    name: 'look up which keys there are',
    from: '/home',
    byKeys: keys('Shift+?'),
    byPointer: [top(/^Menu of/), item('Keyboard shortcuts')],
    done: shown('Keyboard shortcuts'),
  },
  {
    name: 'see who works here',
    from: '/home',
    byKeys: keySequence('g', 'u'),
    byPointer: [section('Station'), link('Staff')],
    done: at('/staffMge'),
  },
]

/** Twenty things that a station does all day. @source spec 0 §2, 1 §2 */
export const tasks = (known: Known): readonly Task[] => [...lookUps(known), ...others]
