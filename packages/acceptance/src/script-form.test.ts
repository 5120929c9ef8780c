import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { shopFront } from './shop-front.ts'
import { settled } from './visitor.ts'

const front = shopFront()
const words = {
  zh: {
    form: '空白',
    save: '保存',
    cancel: '取消',
    incomplete: '数据不完整',
    missing: ['请输入活动名称', '请选择适用油品', '请输入返利', '请选择是否限量', '请选择开始时间'],
    limit: '请输入大于等于 0，小于等于 5 的值',
    yes: '是',
    no: '否',
    all: '全选',
    plate: '请输入正确的车牌号，不含空格',
    json: '请输入正确的 JSON 格式',
    ip: '请输入正确的 IP 地址',
    addNumber: '增加一个',
    removeFirst: '删除第 1 个',
    nozzle: '枪号（1–8）',
    addEntry: '增加一项',
    removeEntry: '删除此项',
    entry: (at: number) => new RegExp(`^第 ${at} 项`),
    add: '添加',
    ok: '确定',
    fillIn: '请填写完整',
    label: '返利（元/升）',
    missingFrom: '请输入起始升数',
  },
  en: {
    form: 'Empty',
    save: 'Save',
    cancel: 'Cancel',
    incomplete: 'The data is incomplete',
    missing: [
      'Please enter Activity',
      'Please select Fuels',
      'Please enter Rebate',
      'Please choose whether limited',
      'Please select Starts',
    ],
    limit: 'Enter a value greater than or equal to 0 and less than or equal to 5',
    yes: 'Yes',
    no: 'No',
    all: 'Select all',
    plate: 'Enter a correct plate number, without spaces',
    json: 'Enter correct JSON format',
    ip: 'Enter a correct IP address',
    addNumber: 'Add one',
    removeFirst: 'Remove no. 1',
    nozzle: 'Nozzle (1–8)',
    addEntry: 'Add an entry',
    removeEntry: 'Remove this entry',
    entry: (at: number) => new RegExp(`^Entry ${at}`),
    add: 'Add',
    ok: 'OK',
    fillIn: 'Please fill in completely',
    label: 'Rebate (per litre)',
    missingFrom: 'Please enter From',
  },
}
type Words = (typeof words)['zh']

const at = (form: Locator, field: string) => form.locator(`[data-field="${field}"]`)
const input = (form: Locator, field: string) => at(form, field).locator('input').first()
const within = (page: Page, field: string) =>
  page.evaluate(name => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') === name, field)

async function enter(language: 'zh' | 'en') {
  const { url, enter: come } = front()
  const page = await come('admin', { language })
  await page.goto(`${url}/gallery?part=scriptForm`)
  await settled(page)
  return { page, form: page.getByRole('form', { name: words[language].form, exact: true }) }
}

/** What must be said and is not is told field by field, and the first of them gets the focus. */
async function sendNothing(page: Page, form: Locator, say: Words) {
  await form.getByRole('button', { name: say.save }).click()
  await form.getByText(say.incomplete).waitFor()
  for (const missing of say.missing) await form.getByText(missing, { exact: true }).waitFor()
  await expect.poll(() => within(page, 'title')).toBe(true)
}

/** Digits alone, at most so many places, within the bounds. */
async function countOut(form: Locator, say: Words) {
  const rebate = form.getByLabel(say.label)
  await rebate.fill('9.999x')
  expect(await rebate.inputValue()).toBe('9.99')
  await form.getByText(say.limit).waitFor()
  await rebate.fill('0.20')
  await form.getByText(say.limit).waitFor({ state: 'detached' })
  await at(form, 'limited').getByText(say.yes, { exact: true }).click()
  await input(form, 'stock').fill('1a2.5')
  expect(await input(form, 'stock').inputValue()).toBe('12')
}

async function choose(page: Page, form: Locator, say: Words) {
  await input(form, 'title').fill('周末返利')
  await at(form, 'fuels').getByRole('combobox').click()
  await at(form, 'fuels').getByRole('combobox').fill('92')
  await page.locator('.ant-select-item-option:visible').first().click()
  await page.keyboard.press('Escape')
  await form.getByLabel(say.label).fill('0.2')
  expect(await at(form, 'stock').count()).toBe(0)
  await at(form, 'limited').getByText(say.yes, { exact: true }).click()
  await input(form, 'stock').fill('7')
  await at(form, 'limited').getByText(say.no, { exact: true }).click()
  await at(form, 'stock').waitFor({ state: 'detached' })
  expect(await at(form, 'five').getByRole('checkbox').count()).toBe(0)
  await at(form, 'levels').getByRole('checkbox', { name: say.all }).check()
  expect(await at(form, 'levels').getByRole('checkbox', { checked: true }).count()).toBe(7)
}

async function type(page: Page, form: Locator, say: Words) {
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
  await page.keyboard.type('{"a":1')
  await at(form, 'note').locator('textarea').first().fill('两行\n说明')
  await at(form, 'extra').getByText(say.json).first().waitFor()
  await json.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('}')
  await input(form, 'startsAt').fill('2026-11-20 08:30:00')
  await input(form, 'startsAt').press('Enter')
  await input(form, 'host').fill('192.168.1.999')
  await input(form, 'host').press('Tab')
  await at(form, 'host').getByText(say.ip).waitFor()
  await input(form, 'host').fill('192.168.1.20:9200')
}

async function collect(page: Page, form: Locator, say: Words) {
  await at(form, 'steps').getByRole('button', { name: say.addNumber }).click()
  await input(form, 'steps').fill('100')
  await at(form, 'steps').getByRole('button', { name: say.addNumber }).click()
  const numbers = () =>
    at(form, 'steps')
      .locator('input')
      .evaluateAll(all => all.map(each => (each as HTMLInputElement).value))
  await at(form, 'steps').locator('input').nth(1).fill('200')
  await at(form, 'steps').getByRole('button', { name: say.removeFirst, exact: true }).click()
  await expect.poll(numbers).toEqual(['200'])
  await input(form, 'steps').fill('100')
  await at(form, 'steps').getByRole('button', { name: say.addNumber }).click()
  await expect.poll(numbers).toEqual(['100', ''])
  await input(form, 'rules.0.from').fill('50')
  expect(await at(form, 'rules').getByRole('button', { name: say.removeEntry }).count()).toBe(0)
  await at(form, 'rules').getByRole('button', { name: say.addEntry }).click()
  expect(await input(form, 'rules.1.from').inputValue()).toBe('50')
  await at(form, 'rules').getByRole('button', { name: say.removeEntry }).click()
  expect(await at(form, 'rules').getByRole('tab').count()).toBe(1)
  for (const value of ['欢迎', '再见']) {
    await at(form, 'labels').getByRole('button', { name: say.add, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: say.ok }).click()
    await dialog.getByText(say.fillIn).waitFor()
    await dialog.getByRole('textbox').nth(0).fill('header')
    await dialog.getByRole('textbox').nth(1).fill(value)
    await dialog.getByRole('textbox').nth(1).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await at(form, 'labels').getByText(value).waitFor()
  }
  expect(await at(form, 'labels').locator('dt').count()).toBe(1)
}

const languages = ['zh', 'en'] as const

// @req UIX-019 UIX-026 UIX-029 UIX-033 UIX-054
test.each(languages)('what is missing is said field by field, and the first of them gets the focus (%s)', async language => {
  const { page, form } = await enter(language)
  await sendNothing(page, form, words[language])
})

// @req UIX-003 UIX-004 UIX-005 UIX-006 UIX-007 UIX-008
test.each(languages)('choices are searched, ticked or switched; a choice shows and hides what depends on it (%s)', async language => {
  const { page, form } = await enter(language)
  await choose(page, form, words[language])
})

// @req UIX-024 UIX-025 UIX-034
test.each(languages)('numbers are digits alone, with the places and the bounds of their field (%s)', async language => {
  const { page, form } = await enter(language)
  await sendNothing(page, form, words[language])
  await countOut(form, words[language])
  await page.goto(`${front().url}/gallery?part=forms`)
  const nozzle = page.getByLabel(words[language].nozzle)
  for (const [typed, kept] of [
    ['9', '8'],
    ['0', '1'],
    ['5', '5'],
  ] as const) {
    await nozzle.fill(typed)
    await nozzle.press('Tab')
    await expect.poll(() => nozzle.inputValue()).toBe(kept)
  }
})

// @req UIX-009 UIX-010 UIX-011 UIX-012 UIX-028 UIX-030
test.each(languages)(
  'plates, texts, JSON, moments and addresses are typed, and told at once what is wrong with them (%s)',
  async language => {
    const { page, form } = await enter(language)
    await sendNothing(page, form, words[language])
    await type(page, form, words[language])
  },
)

// @req UIX-014 UIX-015 UIX-016 UIX-021
test.each(languages)('several numbers, entries and pairs are collected (%s)', async language => {
  const { page, form } = await enter(language)
  await collect(page, form, words[language])
})

// @req UIX-001 UIX-015 UIX-018 UIX-032
test('a form of every type is filled in and sent, and what is wrong behind a tab comes to the front', async () => {
  const say = words.zh
  const { page, form } = await enter('zh')
  await sendNothing(page, form, say)
  await choose(page, form, say)
  await type(page, form, say)
  await collect(page, form, say)

  await at(form, 'rules').getByRole('button', { name: say.addEntry }).click()
  await input(form, 'rules.1.from').fill('')
  await at(form, 'rules')
    .getByRole('tab', { name: say.entry(1) })
    .click()
  await input(form, 'rules.0.from').press('Control+Enter')
  await at(form, 'rules.1.from').getByText(say.missingFrom).waitFor()
  await expect.poll(() => within(page, 'rules.1.from')).toBe(true)
  await input(form, 'rules.1.from').fill('60')
  await input(form, 'rules.1.from').press('Control+s')

  const sent = page.locator('.gallery-sent').first()
  await sent.getByText('"from": 60').waitFor()
  const { fuels, ...rest } = JSON.parse(await sent.innerText()) as Record<string, unknown>
  expect(fuels).toEqual([expect.any(Number)])
  expect(rest).toEqual({
    title: '周末返利',
    rebate: 0.2,
    limited: false,
    levels: [1, 2, 3, 4, 5, 6],
    cars: ['粤B12345'],
    note: '两行\n说明',
    extra: { a: 1 },
    startsAt: '2026-11-20T08:30:00',
    steps: [100],
    rules: [{ from: 50 }, { from: 60 }],
    labels: { header: '再见' },
    host: '192.168.1.20:9200',
  })
})

// @req UIX-020
test('cancel takes back what was typed at once, and what was wrong a second later', async () => {
  const say = words.zh
  const { page, form } = await enter('zh')
  await sendNothing(page, form, say)
  await input(form, 'days').fill('7')
  // The page's clock stands, so that a second is as long on a busy machine.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await form.getByRole('button', { name: say.cancel }).click()
  await expect.poll(() => input(form, 'days').inputValue()).toBe('')
  await page.clock.runFor(900)
  expect(await form.getByText(say.incomplete).count()).toBe(1)
  await page.clock.runFor(200)
  await form.getByText(say.incomplete).waitFor({ state: 'detached' })
  await expect.poll(() => form.getByRole('alert').count()).toBe(0)
})
