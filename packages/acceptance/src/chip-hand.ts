import { demoChips, nonceHeader, readerCalls, type CardDrawer, type DemoChip, type ReaderFault } from '@forecourt/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask, stationHere, tell } from './visitor.ts'

/** The chip at that place of the demo's drawer. */
export const chip = (turn: number): DemoChip => demoChips[turn - 1]!

/** What a hand does at the virtual reader of the demo. */
export const hand = (page: Page, call: 'place' | 'remove' | 'fault', body: object): Promise<CardDrawer> =>
  page.evaluate(
    async ([noncePath, header, path, sent]) => {
      const base = window.forecourt!.deviceService!
      const { nonce } = (await (await fetch(base + noncePath)).json()).data
      const headers = { 'content-type': 'application/json', [header]: nonce }
      return (await (await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(sent) })).json()).data
    },
    [readerCalls.nonce.path, nonceHeader, readerCalls[call].path, body] as const,
  )

/** Places a card, and waits until the page sees it: in a dialog, or behind it. */
export async function place(page: Page, { uuid }: DemoChip): Promise<void> {
  await hand(page, 'place', { uuid, slot: 0 })
  await page.locator('.k-reader:visible', { hasText: uuid }).last().waitFor()
}
export const breakReader = (page: Page, fault: ReaderFault): Promise<CardDrawer> => hand(page, 'fault', { slot: 0, fault })

export interface KnownChip {
  readonly id: number
  readonly state: string
  readonly issueType: number
  readonly productionTime: string | null
  readonly companyId: number | null
}
/** What the server knows of a chip. */
export const known = async (page: Page, { uuid }: DemoChip): Promise<KnownChip | undefined> =>
  (await ask<{ content: KnownChip[] }>(page, `/cardInfos?search=uuid:${uuid}`)).content[0]

/** Waits for a notice of that title, and closes it: the next one is another. */
export async function expectNotice(page: Page, title: string, words: string): Promise<void> {
  const notice = page.locator('.ant-notification-notice', { hasText: title }).filter({ hasText: words }).first()
  await notice.waitFor()
  expect(
    await notice
      .getByRole('alert')
      .or(page.getByRole('alert').filter({ hasText: words }))
      .count(),
  ).toBeGreaterThan(0)
  await notice.locator('.ant-notification-notice-close').click()
  await notice.waitFor({ state: 'detached' })
}

/** As it is read. */
export const grouped = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
/** How many cards of this sitting went well. */
export const count = (page: Page) => page.locator('.f-chip-count:visible strong').innerText()

/** Chooses by the keys alone, from the first of the choices on. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByLabel(label, { exact: true }).first()
  await box.focus()
  await page.keyboard.press('ArrowDown')
  const at = page.locator('.ant-select-item-option-active:visible')
  for (let steps = 0; steps < 6; steps++) {
    if ((await at.innerText().catch(() => '')) === option) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await page.locator('.ant-select', { has: box }).getByText(option, { exact: true }).waitFor()
}

/** A member has the card of that turn: the account is opened, the chip reserved for it, and what is to be written read back. */
export async function issue(page: Page, turn: number): Promise<void> {
  const { number, uuid, supplier } = chip(turn)
  const { id } = (await known(page, chip(turn)))!
  const [model] = (await ask<{ content: { cardId: number }[] }>(page, '/userCards?size=1')).content
  const opened = { number, cardId: model!.cardId, awaitsChip: true, holderName: '周明', holderMobile: '13911110022' }
  const account = await tell<{ id: number }>(page, 'POST', '/userCards', opened, await stationHere(page))
  const { payload } = await tell<{ payload: object }>(page, 'PUT', `/cardInfos/${id}`, { issueType: 10, userCardId: account.id })
  await tell(page, 'POST', '/cardInfos', { uuid, supplier, readBack: payload })
}
