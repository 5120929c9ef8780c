import { afterAll, expect, test } from 'vitest'
import { clockToTurn } from './faults/turn-clock.ts'
import { confirmFigures } from './figures.ts'
import { expectPage, expectToast, appFixture } from './app-fixture.ts'
import { ask } from './visitor.ts'

const clock = clockToTurn()
const front = appFixture({ env: clock.env })
afterAll(() => clock.remove())

test('站长更正时钟异常期间的日期：先看调整前后，晚于现在则拒绝，已班结的保留原日期并登记正确日期', async () => {
  const page = await front().enter('station_master', { language: 'zh' }, '/queryStatistics/salesQuery/clockFaults')
  await expectPage(page, '时钟异常')
  await page.getByText('待核对日期：1 笔销售、1 笔支付').waitFor()
  await page.getByRole('button', { name: '更正日期' }).click()
  const dialog = page.getByRole('dialog')
  const first = dialog.getByRole('row', { name: /第一笔/ })
  await first.filter({ hasText: /14:40:00.*13:58:00/ }).waitFor()
  // All of it is in a settled shift.
  await dialog.getByText('没有日期会变动。').waitFor()
  await dialog.getByText('2 笔已计入班结，日期不变，只登记正确日期。').waitFor()
  expect(await dialog.getByLabel('分钟').inputValue()).toBe('42')

  // Later than now: said at once, and nothing can be sent.
  await dialog.getByText('推后', { exact: true }).click()
  await dialog.getByLabel('天数').fill('3600')
  await dialog.getByText('更正后有日期晚于现在').first().waitFor()
  await dialog.getByLabel('原因').fill('服务器电池没电')
  await dialog.getByRole('button', { name: '保存' }).click({ force: true })
  expect(await page.getByText('日期已核对').count()).toBe(0)

  // As the right time of the first: 13:50.
  await dialog.getByLabel('天数').fill('0')
  await dialog.getByText('填写正确时间').click()
  const moment = dialog.getByLabel('第一笔记录的正确时间')
  const shown = await moment.inputValue()
  await moment.fill(`${shown.slice(0, 10)} 13:50:00`)
  await moment.press('Enter')
  await first.filter({ hasText: /14:40:00.*13:50:00/ }).waitFor()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expectToast(page, '日期已核对')
  const row = page.getByRole('row').filter({ hasText: '服务器电池没电' })
  await row.waitFor()
  // Its shift is settled: what was signed reads as it did, and the right date is noted with it.
  expect(await row.innerText()).toMatch(/已班结[^]*14:40:00/)
  expect(await page.getByText('待核对日期').count()).toBe(0)
})

test('while the clock is wrong, a shift is closed only after its manager has compared the time with another clock', async () => {
  const page = await front().enter('station_master', { language: 'en' }, '/queryStatistics/classSettle')
  const running = async () => (await ask<{ running: object | null }>(page, '/clockFaults/status')).running
  clock.turn(10 * 60_000)
  await expect.poll(running).not.toBeNull()

  await page.getByRole('button', { name: /^Close shift/ }).click()
  const dialog = page.getByRole('dialog')
  const close = dialog.getByRole('button', { name: /^Close shift/ })
  await dialog.getByLabel('Cash Counted', { exact: true }).fill('0')
  const force = dialog.getByLabel(/^To force the close/)
  if (await force.count()) await force.fill('force')
  await confirmFigures(dialog)
  await close.click()
  await dialog.getByRole('alert').filter({ hasText: 'clock' }).waitFor()

  // It stays open until somebody says so, and the button says why.
  await expect.poll(() => close.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByText('Compare the time first').waitFor()
  await dialog.getByRole('checkbox', { name: /this was compared with a clock that is right/ }).check()
  await close.click()
  await page.waitForURL('**/classSettleDetails/*')
  clock.turn(0)
  await expect.poll(running).toBeNull()
})
