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
  await page.goto(`${url}/gallery`)
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

// @req UIX-020
test('cancel takes back what was typed at once, and what was wrong a second later', async () => {
  const say = words.zh
  const { page, form } = await enter('zh')
  await sendNothing(page, form, say)
  await input(form, 'days').fill('7')
  await form.getByRole('button', { name: say.cancel }).click()
  expect(await input(form, 'days').inputValue()).toBe('')
  expect(await form.getByText(say.incomplete).count()).toBe(1)
  await form.getByText(say.incomplete).waitFor({ state: 'detached' })
  expect(await form.getByRole('alert').count()).toBe(0)
})
