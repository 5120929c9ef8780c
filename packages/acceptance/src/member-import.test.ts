import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { a11yIssues } from './a11y-issues.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    page: '个人会员',
    open: '导入会员',
    check: '检查文件',
    apply: '导入 4 行',
    checked: '待确认',
    partial: '部分成功',
    begun: '已开始导入',
    figures: ['7', '4', '0', '0', '3', '4', '1', '¥88.50'],
    again: ['7', '0', '0', '4', '3', '0', '0', '¥0.00'],
    wrong: ['手机号格式错误', '缺少姓名', '没有这个车队'],
    back: '返回导入记录',
    head: '姓名,手机号,邮箱,备注,卡号,卡产品,车队,期初余额',
  },
  en: {
    page: 'Members',
    open: 'Import members',
    check: 'Check the file',
    apply: 'Import 4 lines',
    checked: 'To be confirmed',
    partial: 'Partial success',
    begun: 'Import begun',
    figures: ['7', '4', '0', '0', '3', '4', '1', '¥88.50'],
    again: ['7', '0', '0', '4', '3', '0', '0', '¥0.00'],
    wrong: ['The mobile number is malformed', 'The name is missing', 'There is no such fleet'],
    back: 'Back to the imports',
    head: 'name,mobile,email,remark,card number,product,fleet,balance',
  },
}
const pinOf = (role: string) => front().demo.companies[0]!.accounts.find(account => account.role === role)!.pin

test.each(languages())(
  'a company user imports members: checked first, wrong lines told, then brought in; again nothing is new (%s)',
  async language => {
    const say = words[language]
    const turn = language === 'zh' ? '1' : '2'
    const mobile = (at: number) => `1395550${turn}00${at}`
    const lines = [
      `王一,${mobile(1)},,,8911000${turn},储值卡,,88.50`,
      ...[2, 3, 4].map(at => `会员${at},${mobile(at)},,,,,,`),
      '李五,139555,,,,,,',
      `,${mobile(6)},,,,,,`,
      `李七,${mobile(7)},,,8917000${turn},储值卡,没有的车队,`,
    ]
    const text = `${say.head}\r\n${lines.join('\r\n')}\r\n`
    const page = await front().enter('company_user', { language }, '/memberCenter/personalMember')
    await expectPage(page, say.page)
    const before = (await ask<{ totalElements: number }>(page, '/members?size=1')).totalElements
    await page.locator('#content .pane:visible').getByRole('button', { name: say.open, exact: true }).press('Enter')
    const drawer = page.locator('.ant-drawer:visible')
    const figures = () => drawer.locator('.k-figures dd').allInnerTexts()
    const put = async () => {
      await drawer.locator('[data-field=attachmentId] input[type=file]').setInputFiles({
        name: 'members.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(text),
      })
      await drawer.locator('[data-field=attachmentId]').getByText('members.csv').waitFor()
      await drawer.getByRole('button', { name: say.check, exact: true }).press('Enter')
    }
    await put()
    await drawer.locator('.k-facts').getByText(say.checked, { exact: true }).waitFor({ timeout: 60_000 })
    expect(await figures()).toEqual(say.figures)
    for (const why of say.wrong) await drawer.getByText(why, { exact: true }).waitFor()
    await settled(page)
    expect(await a11yIssues(page)).toEqual([])
    expect((await ask<{ totalElements: number }>(page, '/members?size=1')).totalElements).toBe(before)

    await drawer.getByRole('button', { name: say.apply, exact: true }).press('Enter')
    await page.locator('input[autocomplete=one-time-code]').fill(pinOf('company_user'))
    await expectToast(page, say.begun)
    await drawer.locator('.k-facts').getByText(say.partial, { exact: true }).waitFor({ timeout: 60_000 })
    expect(await figures()).toEqual(say.figures)
    expect((await ask<{ totalElements: number }>(page, '/members?size=1')).totalElements).toBe(before + 4)
    const { content } = await ask<{ content: { value: number }[] }>(page, `/userCards?search=number:8911000${turn}`)
    expect(content).toMatchObject([{ value: 88_50, kind: 'personal' }])

    await drawer.getByRole('button', { name: say.back, exact: true }).press('Enter')
    await put()
    await drawer.locator('.k-facts').getByText(say.partial, { exact: true }).waitFor({ timeout: 60_000 })
    expect(await figures()).toEqual(say.again)
  },
)
