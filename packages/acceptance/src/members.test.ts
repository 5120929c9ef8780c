import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage } from './app-fixture.ts'
import { filtersOffered } from './shown.ts'

const front = appFixture()
const words = {
  zh: {
    list: '个人会员',
    add: '新增会员',
    form: '新增个人会员',
    filters: ['手机号', '姓名', '卡号', '姓名首字母', '车牌', '手机号', '状态', '已停用', '加入时间'],
    doubt: '税号未通过校验',
    known: '该手机号已是会员',
    view: '查看该会员',
    whole: '查看完整号码',
    edit: '编辑',
    tabs: ['余额与卡', '订单', '卡消费记录', '操作记录'],
    issue: '发卡',
    number: '卡号',
    product: '卡产品',
    added: '新增会员',
  },
  en: {
    list: 'Members',
    add: 'Add member',
    form: 'New member',
    filters: ['Mobile number', 'Name', 'Card number', 'Initials', 'Plates', 'Mobile number', 'Status', 'Disabled', 'Member since'],
    doubt: 'The tax number fails its check',
    known: 'A member with this mobile number already exists',
    view: 'View member',
    whole: 'Show in full',
    edit: 'Edit',
    tabs: ['Balance and cards', 'Orders', 'Card transactions', 'History'],
    issue: 'Issue card',
    number: 'Card number',
    product: 'Card product',
    added: 'Added a member',
  },
}
const idNumber = '110105200002290013'

/** Types into the fields of the form in front, from one to the next. */
async function enter(page: Page, entered: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, text] of Object.entries(entered)) {
    await page.locator(`#content .pane:visible, [role=dialog]:visible`).last().locator(`[data-field=${field}] input`).first().fill(text)
  }
}

// @req MEM-021 MEM-022 MEM-044
test.each([
  ['zh', 0],
  ['en', 1],
] as const)('a member is added with the first card, is met again by phone, and is read in their tabs (%s)', async (language, turn) => {
  const say = words[language]
  const mobile = `1390000011${turn}`
  const page = await front().enter('station_master', { language }, '/memberCenter/personalMember')
  await expectPage(page, say.list)
  expect(await filtersOffered(page)).toEqual(say.filters)

  await page.getByRole('button', { name: say.add }).first().click()
  await expectPage(page, say.form)
  await enter(page, { name: '王小芳', mobile, idNumber, taxId: '91100000100003962X' })
  await page.getByText(say.doubt, { exact: false }).first().waitFor()
  await page.getByRole('checkbox').first().check()
  await page.keyboard.press('Control+Enter')
  await expectPage(page, '王小芳')

  const form = page.getByRole('dialog', { name: say.issue })
  await form.getByLabel(say.number).first().fill(`62009900110${turn}`)
  await form.getByLabel(say.product).first().click()
  await page.getByTitle('储值卡', { exact: false }).first().click()
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  await page
    .locator('tbody tr', { hasText: `6200 9900 110${turn}` })
    .first()
    .waitFor()

  expect(await page.getByRole('tab').allInnerTexts()).toEqual(say.tabs)
  await page.getByText('110105********0013').first().waitFor()
  await page.getByRole('button', { name: say.whole }).click()
  await page.getByText(idNumber).waitFor()
  await page.getByRole('tab', { name: say.tabs[3] }).click()
  await page.getByText(say.added).first().waitFor()

  await page.getByRole('button', { name: say.edit, exact: true }).click()
  await enter(page, { mobile: `1390000012${turn}` })
  await enter(page, { confirmMobile: `1390000012${turn}` })
  await page.keyboard.press('Control+Enter')
  await page.locator('#content .pane:visible dd', { hasText: `1390000012${turn}` }).waitFor()

  await page.goto(`${front().url}/memberCenter/addPersonalMember`)
  await expectPage(page, say.form)
  await enter(page, { name: '赵强', mobile: `1390000012${turn}` })
  await page.keyboard.press('Control+Enter')
  await page.getByText(say.known, { exact: false }).first().waitFor()
  await page.getByRole('button', { name: say.view }).click()
  await expectPage(page, '王小芳')
})
