import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { ask, settled, stationHere } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    list: '进油管理',
    add: '新增进油',
    recorded: '已登记进油',
    delete: '删除',
    done: '已完成',
    deleted: '删除成功',
  },
  en: {
    list: 'Deliveries',
    add: 'New delivery',
    recorded: 'Delivery recorded',
    delete: 'Delete',
    done: 'Complete',
    deleted: 'Deleted',
  },
}
const pane = (page: Page) => page.locator('#content .pane:visible')
const field = (page: Page, name: string) => pane(page).locator(`[data-field=${name}] input`).first()
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}
/** By the clock of the station, so many minutes ago. */
const clock = (minutes: number) =>
  Temporal.Now.instant()
    .subtract({ minutes })
    .toZonedDateTimeISO('Asia/Shanghai')
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')
async function moment(page: Page, name: string, minutes: number): Promise<void> {
  await field(page, name).fill(clock(minutes))
  await field(page, name).press('Enter')
}
const serious = async (page: Page) =>
  (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.filter(
    ({ impact }) => impact === 'serious' || impact === 'critical',
  )

test.each(languages())('a leader records a load that came 20 litres short, and sees it before it is saved (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_leader', { language }, '/oilOperate/oilTaking')
  await expectPage(page, say.list)
  expect(await serious(page)).toEqual([])
  await pane(page).getByRole('button', { name: say.add }).press('Enter')
  await settled(page)
  const stationId = await stationHere(page)
  const { content: tanks } = await ask<{ content: { id: number; number: number }[] }>(
    page,
    `/tanks?sort=number&search=station.id:${stationId}`,
  )
  await field(page, 'tankId').press('Enter')
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  const docNo = `BL-${language}`
  await fill(page, { docNo, deliveryVolumeCl: '2000', density: '742', temperature: '24.6', beforeVolumeCl: '3000' })
  await moment(page, 'beginTime', 6000)
  await moment(page, 'endTime', 5999)
  await fill(page, { afterVolumeCl: '4980' })
  await expect.poll(() => pane(page).locator('.delivery-sums').innerText()).toMatch(/[-+]?\d+\.\d\d/)
  expect(await serious(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expectToast(page, say.recorded)
  await settled(page)
  await pane(page).getByText(docNo).first().waitFor()
  await pane(page).getByText(say.done).first().waitFor()
  const { content } = await ask<{ content: { id: number; tankId: number; totalCl: number; soldCl: number; profitLossCl: number }[] }>(
    page,
    `/oilInfos?search=docNo:${docNo}`,
  )
  expect(content[0]).toMatchObject({ tankId: tanks[0]!.id, profitLossCl: -20_00 + content[0]!.soldCl })
  expect(await serious(page)).toEqual([])

  await pane(page).getByRole('button', { name: say.delete, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: say.delete }).click()
  await expectToast(page, say.deleted)
  await expectPage(page, say.list)
})
