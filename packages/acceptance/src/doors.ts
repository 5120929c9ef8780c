import type { Locator, Page } from 'playwright-core'
import { a11yIssues } from './a11y-issues.ts'
import { settled } from './visitor.ts'

const dialogs = '[role=dialog]'
const titles = '.ant-modal-title, .ant-drawer-title, .ant-modal-confirm-title, .ant-modal-confirm-content'
const patienceMs = 10_000

/** What a page throws or logs as an error from now on. */
export function listening(page: Page): string[] {
  const heard: string[] = []
  page.on('pageerror', error => heard.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') heard.push(message.text())
  })
  return heard
}

export interface Door {
  readonly name: string
  readonly opener: Locator
  /** The entry of the menu that the opener opens, where it is one. */
  readonly entry?: string
}

/**
 * Opens a form or a drawer by keys, as its user does: it comes, says what it is, hinders nobody, goes with Escape, and the focus is again
 * where it was. @returns what is not so
 */
export async function wrongWithDoor(page: Page, { name, opener, entry }: Door): Promise<string[]> {
  const wrong: string[] = []
  await opener.focus()
  await page.keyboard.press('Enter')
  if (entry) await page.locator('.ant-dropdown-menu-item:visible').getByText(entry, { exact: true }).click()
  const dialog = page.locator(dialogs).locator('visible=true').last()
  const opened = await dialog.waitFor({ timeout: patienceMs }).then(
    () => true,
    () => false,
  )
  if (!opened) return [`${name}: nothing opens`]
  await settled(page)
  const title = await dialog
    .locator(titles)
    .first()
    .innerText()
    .catch(() => '')
  if (title.trim() === '') wrong.push(`${name}: it does not say what it is`)
  if ((await dialog.locator('.dead-end, .ant-alert-error').count()) > 0) wrong.push(`${name}: it could not be read`)
  wrong.push(...(await a11yIssues(page, { within: dialogs })).map(issue => `${name}: ${issue}`))
  await page.keyboard.press('Escape')
  const closed = await page
    .locator(dialogs)
    .locator('visible=true')
    .first()
    .waitFor({ state: 'detached', timeout: patienceMs })
    .then(
      () => true,
      () => false,
    )
  if (!closed) return [...wrong, `${name}: Escape does not close it`]
  if (!(await focusComesTo(opener))) wrong.push(`${name}: the focus is lost`)
  return wrong
}

/** It comes back once what lay over the page has gone. */
async function focusComesTo(opener: Locator): Promise<boolean> {
  for (const deadline = Date.now() + 3000; Date.now() < deadline; ) {
    if (await opener.evaluate(element => element === document.activeElement)) return true
    await opener.page().waitForTimeout(50)
  }
  return false
}
