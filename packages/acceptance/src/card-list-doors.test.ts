import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawn } from '../../server/src/testing/sampling.ts'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture, languages } from './app-fixture.ts'
import { listening, wrongWithDoor } from './doors.ts'
import { settled } from './visitor.ts'

const front = appFixture()
const pane = (page: Page) => page.locator('#content .pane:visible')

type Words = Readonly<Record<'zh' | 'en', string>>
const issue = { zh: '发卡', en: 'Issue a card' }
/** A page of cards, what its own buttons open, and whether its rows open something beside it. */
const places: readonly (readonly [path: string, buttons: readonly Words[], rows?: 'rows'])[] = [
  ['/stationCards/readCardQuery', []],
  ['/stationCards/employeeCard', [issue]],
  ['/stationCards/anonymousCard', [issue]],
  ['/stationCards/cardStorage', []],
  ['/stationCards/cardQuery', [{ zh: '卡产品', en: 'Card products' }, { zh: '优惠', en: 'Discounts' }, issue]],
  ['/stationCards/cardQuery?tab=chips', []],
  ['/stationCards/cardQuery?tab=holds&status=gray', [{ zh: '解灰', en: 'Release' }]],
  ['/stationCards/cardQuery?tab=batches', [{ zh: '批量开户', en: 'Bulk issue' }]],
  [
    '/maintenance/cardBusiness/importCards',
    [
      { zh: '新增卡商', en: 'Add maker' },
      { zh: '改名', en: 'Rename' },
    ],
  ],
  ['/maintenance/cardBusiness/importResult', [], 'rows'],
  ['/maintenance/cardBusiness/issueCards', []],
  ['/maintenance/cardBusiness/cardSearch', [], 'rows'],
  ['/maintenance/cardBusiness/icCard', []],
]

test.each(languages())('what the pages of cards open says what it is, hinders nobody, and closes with Escape (%s)', async language => {
  const page = await front().enter('admin', { language })
  const heard = listening(page)
  const wrong: string[] = []
  for (const [path, buttons, rows] of drawn('pages of cards', places, 3)) {
    await page.goto(front().url + path)
    await settled(page)
    wrong.push(...(await a11yIssues(page)).map(each => `${path}: ${each}`))
    const named = buttons.map(words => ({
      name: words[language],
      opener: pane(page).getByRole('button', { name: words[language], exact: true }),
    }))
    const doors = rows ? [...named, { name: 'a row', opener: pane(page).locator('tbody tr[data-id]') }] : named
    for (const { name, opener } of doors)
      wrong.push(...(await wrongWithDoor(page, { name, opener: opener.first() })).map(each => `${path}: ${each}`))
  }
  expect([...wrong, ...heard]).toEqual([])
})
