import { expect, test } from 'vitest'
import { inFront, says, shopFront } from './shop-front.ts'

const front = shopFront()

test('站长更正时钟异常期间的日期：先看调整前后，晚于现在则拒绝，已班结的保留原日期并登记正确日期', async () => {
  const page = await front().enter('station_master', { language: 'zh' }, '/queryStatistics/salesQuery/clockFaults')
  await inFront(page, '时钟异常')
  await page.getByText('待核对日期：1 笔销售、1 笔支付').waitFor()
  await page.getByRole('button', { name: '更正日期' }).click()
  const dialog = page.getByRole('dialog')
  const first = dialog.getByRole('row', { name: /第一笔/ })
  await first.filter({ hasText: /14:40:00.*13:58:00/ }).waitFor()
  await dialog.getByText(/调整 1 笔销售、1 笔支付，涉及/).waitFor()
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
  await says(page, '日期已核对')
  const row = page.getByRole('row').filter({ hasText: '服务器电池没电' })
  await row.waitFor()
  // Its shift is settled: what was signed reads as it did, and the right date is noted with it.
  expect(await row.innerText()).toMatch(/已班结[^]*14:40:00/)
  expect(await page.getByText('待核对日期').count()).toBe(0)
})
