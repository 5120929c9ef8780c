import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { at, input, keeps } from './script-form-fields.ts'
import type { Words } from './script-form-words.ts'

/** Numbers by themselves: what is beyond the bounds is brought within when the control is left. */
export async function clamp(page: Page, url: string, say: Words) {
  await page.goto(`${url}/gallery?part=forms`)
  const [nozzle, rate] = [page.getByLabel(say.nozzle), page.getByLabel(say.rate)]
  await keeps(nozzle, [
    ['4x', '4'],
    ['2.7', '2'],
    ['-3', '3'],
  ])
  await keeps(rate, [
    ['1.259', '1.25'],
    ['-4.5', '-4.5'],
  ])
  for (const [control, typed, kept] of [
    [nozzle, '9', '8'],
    [nozzle, '8', '8'],
    [nozzle, '0', '1'],
    [nozzle, '1', '1'],
    [nozzle, '5', '5'],
    [nozzle, '', ''],
    [rate, '-5.01', '-5'],
    [rate, '5.01', '5'],
    [rate, '-4.99', '-4.99'],
  ] as const) {
    await control.fill(typed)
    await control.press('Tab')
    await expect.poll(() => control.inputValue()).toBe(kept)
  }
  await nozzle.fill('8')
  for (const [key, kept] of [
    ['ArrowUp', '8'],
    ['ArrowDown', '7'],
  ] as const) {
    await nozzle.press(key)
    await expect.poll(() => nozzle.inputValue()).toBe(kept)
  }
  // In the form of a record: whole numbers, and a percentage of two places.
  const form = page.locator('#content')
  await keeps(input(form, 'nozzles'), [['1x2.5', '12']])
  await keeps(input(form, 'taxRate'), [['13.456', '13.45']])
}

/** Months, days, moments and periods, typed as they are shown; nought is a value. */
export async function pickMoments(form: Locator) {
  for (const [field, typed] of [
    ['month', '2026-11'],
    ['day', '2026-11-20'],
    ['moment', '2026-11-20 18:05:09'],
  ] as const) {
    await input(form, field).fill(typed)
    await input(form, field).press('Enter')
  }
  for (const [end, typed] of ['2026-11-20', '2026-11-26'].entries()) {
    await at(form, 'period').locator('input').nth(end).fill(typed)
    await at(form, 'period').locator('input').nth(end).press('Enter')
  }
  await input(form, 'ratio').fill('0')
}

/** Several numbers: as many as are added, of whole digits, each within the limit. */
async function collectNumbers(form: Locator, say: Words) {
  const steps = at(form, 'steps')
  const add = () => steps.getByRole('button', { name: say.addNumber }).click()
  const numbers = () => steps.locator('input').evaluateAll(all => all.map(each => (each as HTMLInputElement).value))
  expect(await numbers()).toEqual([])
  await add()
  await keeps(steps.locator('input'), [['1x00.5', '100']])
  await add()
  for (const [typed, wrong] of [
    ['10000', true],
    ['9999', false],
    ['0', true],
    ['1', false],
    ['-', true],
    ['200', false],
  ] as const) {
    await steps.locator('input').nth(1).fill(typed)
    await steps.locator('input').nth(1).blur()
    if (wrong) await steps.getByText(typed === '-' ? say.number : say.steps, { exact: true }).waitFor()
    else await steps.getByRole('alert').waitFor({ state: 'detached' })
  }
  expect(await numbers()).toEqual(['100', '200'])
  await steps.getByRole('button', { name: say.removeFirst, exact: true }).click()
  await expect.poll(numbers).toEqual(['200'])
  await input(form, 'steps').fill('100')
  await add()
  await expect.poll(numbers).toEqual(['100', ''])
}

/** Entries behind tabs: a new one is a copy of the first, the one in front is removed, the last one stays. */
async function collectEntries(form: Locator, say: Words) {
  const rules = at(form, 'rules')
  const [add, remove] = [say.addEntry, say.removeEntry].map(name => rules.getByRole('button', { name }))
  const from = (entry: number) => input(form, `rules.${entry}.from`)
  await from(0).fill('50')
  await input(form, 'rules.0.gift').fill('5')
  expect(await remove!.count()).toBe(0)
  await add!.click()
  expect([await from(1).inputValue(), await input(form, 'rules.1.gift').inputValue()]).toEqual(['50', '5'])
  await from(1).fill('70')
  await add!.click()
  expect(await from(2).inputValue()).toBe('50')
  await from(2).fill('90')
  const read = async () => {
    const tabs = await rules.getByRole('tab').all()
    const values: string[] = []
    for (const [entry, tab] of tabs.entries()) {
      await tab.click()
      values.push(await from(entry).inputValue())
    }
    return values
  }
  expect(await read()).toEqual(['50', '70', '90'])
  await rules.getByRole('tab').nth(1).click()
  await remove!.click()
  expect(await read()).toEqual(['50', '90'])
  await remove!.click()
  expect(await read()).toEqual(['50'])
  expect(await remove!.count()).toBe(0)
  await input(form, 'rules.0.gift').fill('')
}

/** Pairs: both halves are wanted, a key that is there gets the new value, each pair has a button that takes it away. */
async function collectPairs(page: Page, form: Locator, say: Words) {
  const labels = at(form, 'labels')
  const pairs = () => labels.locator('dl > div').evaluateAll(all => all.map(each => (each as HTMLElement).innerText.trim().split(/\s+/)))
  const dialog = page.getByRole('dialog')
  const half = (at: number) => dialog.getByRole('textbox').nth(at)
  for (const [key, value] of [
    ['footer', '平安'],
    ['header', '欢迎'],
    ['header', '再见'],
  ] as const) {
    await labels.getByRole('button', { name: say.add, exact: true }).click()
    for (const [first, second] of [
      ['', ''],
      [key, ''],
      ['', value],
      [key, '  '],
    ] as const) {
      await half(0).fill(first)
      await half(1).fill(second)
      await dialog.getByRole('button', { name: say.ok }).click()
      await dialog.getByText(say.fillIn).waitFor()
    }
    await half(0).fill(key)
    await half(1).fill(value)
    if (key === 'footer') await dialog.getByRole('button', { name: say.ok }).click()
    else await half(1).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await labels.getByText(value).waitFor()
  }
  expect(await pairs()).toEqual([
    ['footer', '平安'],
    ['header', '再见'],
  ])
  await labels.getByRole('button', { name: say.removeFooter, exact: true }).click()
  await expect.poll(pairs).toEqual([['header', '再见']])
}

export async function collect(page: Page, form: Locator, say: Words) {
  await collectNumbers(form, say)
  await collectEntries(form, say)
  await collectPairs(page, form, say)
}
