import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, languages, type AppFixture } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { closeShift, enterAt, leaderAt, runningShift } from './tanker.ts'
import { confirmFigures } from './figures.ts'
import { settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    page: '油品库存',
    waits: (day: string) => `自 ${day} 起有 1 个已结班次尚未列入账存`,
    why: '账存按时间先后逐日登记，之前有一天还没有日结。',
    first: (day: string) => `请先日结 ${day}`,
    days: '日结报表',
    settle: (day: string) => `日结 ${day}`,
    details: '日结详情',
    losses: '损耗原因',
    reason: '两班之间无人值守',
  },
  en: {
    page: 'Fuel stock',
    waits: (day: string) => `1 settled shift since ${day} is not listed yet`,
    why: 'Tank books are kept day by day, and an earlier day is not settled.',
    first: (day: string) => `Settle ${day} first`,
    days: 'Daily reports',
    settle: (day: string) => `Settle ${day}`,
    details: 'Daily report',
    losses: 'Causes of loss',
    reason: 'Nobody was on duty between the shifts',
  },
}
type Say = (typeof words)[keyof typeof words]
const pane = (page: Page) => page.locator('#content .pane:visible')
const minute = 60_000
const day = 24 * 60 * minute
/** In Shanghai, where the station is. */
const dayOf = (ms: number) => new Date(ms + 8 * 60 * minute).toISOString().slice(0, 10)
const noonOf = (businessDay: string) => Date.parse(`${businessDay}T12:00:00+08:00`)

/** On the next day one shift ends at noon, and another one follows after an hour that belongs to none. @returns that day */
async function leaveAnHour(shop: AppFixture): Promise<string> {
  const stationId = shop.demo.companies[0]!.stations[0]!.id
  const { id, startTime } = await runningShift(await leaderAt(shop, new Date()), stationId)
  const businessDay = dayOf(Math.max(Date.now(), Date.parse(startTime)) + day)
  const at = (minutes: number) => leaderAt(shop, new Date(noonOf(businessDay) + minutes * minute))
  await closeShift(await at(0), id, undefined, false)
  const begin = async (minutes: number) => (await at(minutes))<{ id: number }>('POST', '/dailyStates', { stationId })
  const next = await begin(60)
  await closeShift(await at(120), next.id, undefined, false)
  // The day is over before it is settled; in the morning after it somebody works again.
  await begin(20 * 60)
  return businessDay
}

// @req FUE-035
test.each(languages())(
  'a shift waits for the hours before it: the page says which day to settle first, and no more once that is done (%s)',
  { timeout: 240_000 },
  async language => {
    const say: Say = words[language]
    const businessDay = await leaveAnHour(front())
    const page = await enterAt(front(), new Date(noonOf(businessDay) + day), { language, mode: 'auto' })
    await page.goto(`${front().url}/oilOperate/fuelInventory?tab=reconciliation`)
    await expectPage(page, say.page)
    const notice = pane(page)
      .getByRole('alert')
      .filter({ hasText: say.waits(businessDay) })
    await notice.getByText(say.why).waitFor()
    expect(await issuesInEveryLook(page)).toEqual([])
    await pane(page).getByRole('tab', { name: say.losses }).press('Enter')
    await settled(page)
    await notice.waitFor()

    await notice.getByRole('link', { name: say.first(businessDay) }).press('Enter')
    await expectPage(page, say.days)
    await settleIn(page, say, businessDay)
    await page.goBack()
    await page.goBack()
    await expectPage(page, say.page)
    await notice.waitFor({ state: 'detached' })
  },
)

async function settleIn(page: Page, say: Say, businessDay: string): Promise<void> {
  await pane(page)
    .getByRole('button', { name: say.settle(businessDay), exact: true })
    .press('Enter')
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: say.settle(businessDay), exact: true })
  await send.waitFor()
  await settled(page)
  if ((await send.getAttribute('aria-disabled')) === 'true') await confirmFigures(dialog, say.reason)
  await send.press('Enter')
  await page.waitForURL('**/daySettleDetails/*')
  await settled(page)
}
