import type { Page } from 'playwright-core'
import { drawn, whole } from '../../server/src/testing/sampling.ts'
import { expect, test } from 'vitest'
import { chanceOf } from './faults/draw.ts'
import { overlayLook } from './overlays.ts'
import { appFixture } from './app-fixture.ts'
import { settled, type Look } from './visitor.ts'

/** What the shell and every list open over the page; what else the pages open is looked at by the walk of press.test.ts. */
const both = ['zh', 'en'] as const
const languages: readonly Look['language'][] = whole ? both : [chanceOf('what opens over pages').one(both)]
const front = appFixture()
const pane = '#content .pane:visible'

type Open = (page: Page) => Promise<void>
const press =
  (selector: string, at = 0): Open =>
  page =>
    page.locator(selector).locator('visible=true').nth(at).click()
const keys =
  (key: string): Open =>
  page =>
    page.keyboard.press(key)
const icon = (name: string) => press(`.top-bar-right button:has(.anticon-${name})`)

const list = '/queryStatistics/salesQuery/allQuery'
const staff = '/stationMge/staffMge'

const onDesk: Record<string, [path: string, ...open: Open[]]> = {
  'the account menu': ['/home', press('.user-button')],
  'the languages': ['/home', icon('translation')],
  'the settings of the pages': ['/home', icon('setting')],
  'the stations': ['/home', press('.station-button')],
  'the command box, empty': ['/home', keys('Control+k')],
  'the command box with what it found': ['/home', keys('Control+k'), page => page.keyboard.type('13800'), settled],
  'the keys': [list, keys('?')],
  'a hint': ['/home', page => page.locator('.top-bar-right button:has(.anticon-setting)').hover()],
  'the pages that are open': ['/home', press('.tag-all')],
  "a tab's menu": [list, page => page.locator('.tag-name').last().click({ button: 'right' })],
  'a part of the folded menu': [
    '/home',
    press('.top-bar > button:has(.anticon-menu-fold)'),
    page => page.locator('.ant-menu-submenu-title').nth(1).hover(),
  ],
  'the columns of a list': [list, press(`${pane} button[aria-haspopup=dialog]`, 1)],
  'the views of a list': [list, press(`${pane} button[aria-haspopup=dialog]`)],
  'a row by itself': [list, press(`${pane} tbody tr[data-id] td`, 3), keys('p'), settled],
  "a row's menu": [staff, press(`${pane} tbody tr[data-id] .ant-dropdown-trigger`)],
  'the number of rows': [list, press(`${pane} .k-pager .ant-select`)],
  'a form, and leaving it half filled': [
    staff,
    keys('n'),
    page => page.locator('[role=dialog] input[type=text]').first().fill('half'),
    keys('Escape'),
  ],
  'a choice of a filter': [list, press(`${pane} .k-filters .ant-select`)],
  'a period': [list, press(`${pane} .ant-picker`)],
  'a question': ['/gallery?part=feedback', press('.gallery-row button')],
  'a question that wants a word typed': ['/gallery?part=feedback', press('.gallery-row button', 2)],
  // A toast goes after two seconds by the page's clock, which stands still here.
  'a toast': [
    '/gallery?part=feedback',
    page => page.evaluate(`{ const now = Date.now(); Date.now = () => now }`),
    press('.gallery-row button'),
    press('.ant-modal-confirm .ant-btn-primary'),
    page => page.locator('.ant-message-notice').waitFor(),
  ],
}
const onPhone: Record<string, [path: string, ...open: Open[]]> = {
  'the menu': ['/home', press('.bottom-bar button')],
  'the account menu': ['/home', press('.user-button')],
  'the settings of the pages': ['/home', icon('setting')],
  'the stations': ['/home', press('.station-button')],
  'the command box': ['/home', press('.top-bar-right button:has(.anticon-search)')],
  'what can be done with a list': [list, press(`${pane} button:has-text("⋯")`)],
  'the filters of a list': [list, press(`${pane} .k-counted button`)],
  'a form': [staff, press(`${pane} .ant-btn-primary`)],
}
const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const looks = languages.flatMap(language => [
  ...Object.entries(onDesk).map(([name, [path, ...opens]]) => ({ name, language, size: desk, path, opens })),
  ...Object.entries(onPhone).map(([name, [path, ...opens]]) => ({ name: `${name} on a phone`, language, size: phone, path, opens })),
])

test.each(drawn('overlays', looks, 14))('everyone can use $name ($language)', async ({ language, size, path, opens }) => {
  const page = await front().enter('admin', { language, mode: 'auto', ...size }, path)
  for (const open of opens) await open(page)
  const found = await overlayLook()(page)
  expect(found).toEqual([])
})
