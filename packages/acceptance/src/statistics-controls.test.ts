import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { shopFront } from './shop-front.ts'
import { settled } from './visitor.ts'

const front = shopFront()
const pane = (page: Page) => page.locator('#content .pane:visible')
const words = {
  zh: { periods: ['今天', '昨天', '本月'], units: ['小时', '日', '周', '月'], unit: '时间单位' },
  en: { periods: ['Today', 'Yesterday', 'This month'], units: ['Hour', 'Day', 'Week', 'Month'], unit: 'Unit of time' },
}

test.each(['salesStatistic', 'transactionsStatistic', 'consumeStatistic'].flatMap(name => [[name, 'zh'] as const, [name, 'en'] as const]))(
  'every period and every unit of time of %s can be chosen one after the other (%s)',
  async (name, language) => {
    const page = await front().enter('station_master', { language }, `/queryStatistics/${name}`)
    const { periods, units, unit } = words[language]
    // The rows of the unit before are still on the screen when the next one is chosen.
    for (const period of periods) {
      await pane(page).getByRole('button', { name: period, exact: true }).click()
      await settled(page)
      await pane(page).getByRole('figure').first().waitFor()
      for (const each of units) {
        await pane(page).getByRole('radiogroup', { name: unit }).getByText(each, { exact: true }).click()
        await settled(page)
        await expect.poll(() => pane(page).getByRole('figure').count(), { message: `${period}, ${each}` }).toBeGreaterThan(0)
      }
    }
  },
)
