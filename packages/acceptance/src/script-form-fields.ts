import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Words } from './script-form-words.ts'
import { fieldsOf } from './shown.ts'

export const at = (form: Locator, field: string) => form.locator(`[data-field="${field}"]`)
export const input = (form: Locator, field: string) => at(form, field).locator('input').first()
export const within = (page: Page, field: string) =>
  page.evaluate(name => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') === name, field)

/** What must be said and is not is said field by field, and the first of them gets the focus. */
export async function sendNothing(page: Page, form: Locator, say: Words) {
  await form.getByRole('button', { name: say.save }).click()
  await form.getByText(say.incomplete).waitFor()
  for (const missing of say.missing) await form.getByText(missing, { exact: true }).waitFor()
  await expect.poll(() => within(page, 'title')).toBe(true)
  // Only what has to be filled in is missed, and nothing was sent.
  const wrong = () => form.locator('.k-wrong').evaluateAll(all => all.map(each => each.getAttribute('data-field')))
  expect(await wrong()).toEqual(['title', 'fuels', 'rebate', 'limited', 'startsAt'])
  expect((await fieldsOf(form)).filter(field => field.endsWith('*')).join(' ')).toBe('title* fuels* rebate* limited* startsAt*')
  expect(await page.locator('.gallery-sent').first().innerText()).toBe(say.sent)
}

/** What stays of each text that is typed, one after the other. */
export async function keeps(control: Locator, table: readonly (readonly [typed: string, kept: string])[]) {
  for (const [typed, kept] of table) {
    await control.fill(typed)
    expect(await control.inputValue()).toBe(kept)
  }
}

/** Digits alone, at most so many places, within the bounds. */
export async function countOut(form: Locator, say: Words) {
  const rebate = form.getByLabel(say.label)
  await rebate.fill('9.999x')
  expect(await rebate.inputValue()).toBe('9.99')
  await at(form, 'rebate').getByText(say.limit).waitFor()
  for (const [value, words] of [
    ['5', undefined],
    ['5.01', say.limit],
    ['0', undefined],
    ['-0.01', say.limit],
    ['.', say.number],
    ['0.20', undefined],
  ] as const) {
    await rebate.fill(value)
    if (words) await at(form, 'rebate').getByText(words, { exact: true }).waitFor()
    else await at(form, 'rebate').getByRole('alert').waitFor({ state: 'detached' })
  }
  await at(form, 'limited').getByText(say.yes, { exact: true }).click()
  await keeps(input(form, 'stock'), [['1a2.5', '12']])
  await keeps(input(form, 'serial'), [['9x8.7', '98']])
  await keeps(input(form, 'ratio'), [['1.23456789', '1.234567']])
}

export async function choose(page: Page, form: Locator, say: Words) {
  await input(form, 'title').fill('周末返利')
  await at(form, 'fuels').getByRole('combobox').click()
  await at(form, 'fuels').getByRole('combobox').fill('92')
  const offered = page.locator('.ant-select-item-option:visible')
  await expect.poll(async () => (await offered.allInnerTexts()).filter(name => !name.includes('92'))).toEqual([])
  await offered.first().click()
  await page.keyboard.press('Escape')
  await form.getByLabel(say.label).fill('0.2')
  expect(await at(form, 'stock').count()).toBe(0)
  const limited = at(form, 'limited').getByRole('radio', { checked: true })
  expect(await limited.count()).toBe(0)
  await at(form, 'limited').getByText(say.yes, { exact: true }).click()
  expect(await limited.count()).toBe(1)
  await input(form, 'stock').fill('7')
  await at(form, 'limited').getByText(say.no, { exact: true }).click()
  await at(form, 'stock').waitFor({ state: 'detached' })
  await chooseOf(page, form, say)
}

/** Five are chosen in a list, and one of six; of six that may be chosen together each has a box. What is optional can be taken back. */
async function chooseOf(page: Page, form: Locator, say: Words) {
  for (const field of ['five', 'weekday']) {
    expect(await at(form, field).getByRole('combobox').count()).toBe(1)
    expect(await at(form, field).getByRole('checkbox').count()).toBe(0)
  }
  const ticked = at(form, 'levels').getByRole('checkbox', { checked: true })
  const all = at(form, 'levels').getByRole('checkbox', { name: say.all })
  expect(await at(form, 'levels').getByRole('combobox').count()).toBe(0)
  await all.check()
  expect(await ticked.count()).toBe(7)
  await all.uncheck()
  expect(await ticked.count()).toBe(0)
  await at(form, 'levels').getByRole('checkbox').nth(2).check()
  expect(await ticked.count()).toBe(1)
  await all.check()
  const stacked = at(form, 'stacked')
  await stacked.getByText(say.no, { exact: true }).click()
  expect(await stacked.getByRole('radio', { checked: true }).count()).toBe(1)
  await stacked.getByRole('button', { name: say.clear }).click()
  expect(await stacked.getByRole('radio', { checked: true }).count()).toBe(0)
}

export async function type(page: Page, form: Locator, say: Words) {
  const cars = at(form, 'cars').getByRole('combobox')
  await cars.fill('粤b 12345')
  await cars.press('Enter')
  await at(form, 'cars').locator('.ant-tag', { hasText: '粤B12345' }).waitFor()
  await cars.fill('12')
  await cars.press('Enter')
  await at(form, 'cars').getByText(say.plate).waitFor()
  await page.waitForTimeout(300) // What was typed a moment ago is not taken away by the same hand.
  await cars.press('Backspace')
  await at(form, 'cars').getByText(say.plate).waitFor({ state: 'detached' })
  const json = at(form, 'extra').locator('[contenteditable=true]')
  await json.click()
  expect(await at(form, 'extra').locator('.cm-lineNumbers').count()).toBe(1)
  await page.keyboard.type('{"a":1')
  await at(form, 'note').locator('textarea').first().fill('两行\n说明')
  await at(form, 'extra').getByText(say.json).first().waitFor()
  await json.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('}')
  await at(form, 'extra').getByText(say.json).first().waitFor({ state: 'detached' })
  await input(form, 'startsAt').fill('2026-11-20 08:30:05')
  await input(form, 'startsAt').press('Enter')
  await at(form, 'startsAt').getByRole('alert').waitFor({ state: 'detached' })
  expect(await input(form, 'startsAt').inputValue()).toBe('2026-11-20 08:30:05')
  await input(form, 'host').fill('192.168.1.999')
  await input(form, 'host').press('Tab')
  await at(form, 'host').getByText(say.ip).waitFor()
  await input(form, 'host').fill('192.168.1.20:9200')
  await at(form, 'host').getByRole('alert').waitFor({ state: 'detached' })
}
