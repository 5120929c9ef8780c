import { readerCalls, type ReaderFault } from '@forecourt/contract'
import type { Page, Route } from 'playwright-core'
import type { words as ofReader } from '../../device-service/src/words.ts'
import type { words } from './chip-issue-words.ts'
import { ask } from './visitor.ts'

export type Say = (typeof words)['zh' | 'en']
export interface Account {
  id: number
  issueTime: string | null
  value: number
}
export interface Chip {
  id: number
  state: string
  userCardId: number | null
}

export const readPath = '/stationCards/readCardQuery'
export const grouped = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
export const pane = (page: Page) => page.locator('#content .pane:visible')
export const noticeOf = (page: Page, say: Say, text: string) =>
  page.locator('.ant-notification-notice', { hasText: say.hint }).filter({ hasText: text }).first().waitFor()
/** The dialog's own; the reader has one as well. */
export const tryAgain = (page: Page, say: Say) =>
  page.getByRole('dialog').getByRole('button', { name: say.again, exact: true }).press('Enter')
export const steps = (page: Page) =>
  page.locator('.card-issue-steps li').evaluateAll(lines => lines.map(line => line.getAttribute('data-state')))

/** What the server knows of a number: every account, and its chip. */
export async function known(page: Page, number: string) {
  const { content: accounts } = await ask<{ content: Account[] }>(page, `/userCards?search=number:${number}`)
  const { content: chips } = await ask<{ content: Chip[] }>(page, `/cardInfos?search=number:${number}`)
  const { content: life } = await ask<{ content: { act: string }[] }>(page, `/cardInfos/${chips[0]!.id}/life`)
  return { accounts, chip: chips[0]!, issues: life.filter(({ act }) => act === 'issue').length }
}

/** From the card on the reader to its form, filled in for a new member and sent, by keys. */
export async function openAccount(page: Page, say: Say, mobile: string) {
  await pane(page).getByText(say.notIssued, { exact: true }).waitFor()
  await pane(page).getByRole('button', { name: say.issue, exact: true }).press('Enter')
  const form = page.getByRole('dialog', { name: say.issue })
  await form.locator('[data-field=cardId]').getByRole('combobox').press('Enter')
  await page.locator('.ant-select-item-option:visible', { hasText: say.debit }).first().click()
  await form.locator('[data-field=holderName] input').fill('李娜 Li Na')
  await form.locator('[data-field=holderMobile] input').fill(mobile)
  const number = await form.locator('[data-field=number] input').evaluate((input: HTMLInputElement) => [input.value, input.readOnly])
  await page.keyboard.press('Control+Enter')
  return { form, number }
}

export type Moment = 'reserve' | 'write' | 'readBack' | 'confirm'
export const callAt: Record<Moment, { method: string; url: RegExp }> = {
  reserve: { method: 'PUT', url: /\/api\/v1\/cardInfos\/\d+$/ },
  write: { method: 'POST', url: new RegExp(`${readerCalls.issueCard.path}$`) },
  readBack: { method: 'POST', url: new RegExp(`${readerCalls.validateCard.path}$`) },
  confirm: { method: 'POST', url: /\/api\/v1\/cardInfos\?/ },
}
/** Once, when the page begins that step, something happens first. */
export async function when(page: Page, moment: Moment, happens: (route: Route) => Promise<unknown>, times = 1): Promise<void> {
  const { method, url } = callAt[moment]
  let left = times
  await page.route(url, async route => {
    if (route.request().method() !== method || left-- <= 0) return route.fallback()
    await happens(route)
  })
}

export interface Trouble {
  at: Moment
  what: ReaderFault | 'swapped' | 'taken'
  /** The step that fails, and what the reader says. */
  fails: Moment
  says: keyof typeof ofReader
}
export const troubles: readonly Trouble[] = [
  { at: 'reserve', what: 'unplugged', fails: 'write', says: 'noReader' },
  { at: 'reserve', what: 'swapped', fails: 'write', says: 'otherCard' },
  { at: 'write', what: 'lie', fails: 'readBack', says: 'differs' },
  { at: 'write', what: 'taken', fails: 'write', says: 'noCard' },
  { at: 'write', what: 'pull', fails: 'write', says: 'cardRemoved' },
  { at: 'write', what: 'hang', fails: 'write', says: 'readerTimeout' },
  { at: 'readBack', what: 'unplugged', fails: 'readBack', says: 'noReader' },
  { at: 'readBack', what: 'swapped', fails: 'readBack', says: 'otherCard' },
  { at: 'readBack', what: 'taken', fails: 'readBack', says: 'noCard' },
]
