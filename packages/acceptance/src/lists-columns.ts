import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { shownRows } from './lists-footer.ts'

/** The column chooser is made a second after the list stands, so that the rows come first. */
export async function chooserComesLater(front: Page, url: string) {
  const page = await front.context().newPage()
  let asked = 0
  page.on('request', request => void (asked += Number(request.url().includes('/column-lists-'))))
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await page.goto(url)
  const after = async <T>(ms: number, read: () => Promise<T> | T) => {
    await page.clock.runFor(ms)
    return read()
  }
  await expect.poll(() => after(1, () => shownRows(page).count())).toBe(15)
  expect(asked).toBe(0)
  await page.clock.runFor(1000)
  await expect.poll(() => asked).toBeGreaterThan(0)
  await page.close()
}

/** The two lists of the column chooser. */
export async function columnsIn(chooser: Locator): Promise<{ shown: string[]; hidden: string[] }> {
  const named = async (group: string) =>
    (await chooser.getByRole('group', { name: group }).locator('label').allInnerTexts()).map(text => text.trim())
  return { shown: await named('显示这些列'), hidden: await named('隐藏这些列') }
}
