import { expect, test } from 'vitest'
import { appFixture, expectPage } from './app-fixture.ts'
import { a11yIssues } from './a11y-issues.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    cards: '卡片查询',
    tab: '批量开户',
    issue: '批量开户',
    begin: '开始开户',
    byFile: '改用名单文件',
    product: '储值卡',
    partial: '部分成功',
    taken: '卡号已被使用',
    refused: '下载被拒绝的 1 行',
    wrong: '缺少持卡人姓名或手机号',
    sync: '同步',
    go: '办理 15 张卡',
    none: '成功 0 张，拒绝 15 张',
    noChip: '没有芯片',
  },
  en: {
    cards: 'All cards',
    tab: 'Bulk issues',
    issue: 'Bulk issue',
    begin: 'Issue in bulk',
    byFile: 'From a file instead',
    product: '储值卡',
    partial: 'Partial success',
    taken: 'Card number is taken',
    refused: 'Download the 1 refused rows',
    wrong: 'Name or mobile number of the holder is missing',
    sync: 'Rewrite card',
    go: 'Apply to 15 cards',
    none: '0 done, 15 refused',
    noChip: 'has no chip',
  },
}

test.each(['zh', 'en'] as const)(
  'a leader issues a range of cards, and then a list of members; what was refused is saved (%s)',
  async language => {
    const say = words[language]
    const head = language === 'zh' ? '7801' : '7802'
    const page = await front().enter('station_leader', { language }, '/stationCards/cardQuery')
    await expectPage(page, say.cards)
    const pane = page.locator('#content .pane:visible')
    await pane.getByText(say.tab, { exact: true }).first().click()
    await pane.getByRole('button', { name: say.issue, exact: true }).click()
    const form = page.getByRole('dialog', { name: say.issue, exact: true })
    const product = async () => {
      await form.locator('[data-field=cardId]').getByRole('combobox').press('Enter')
      await page.locator('.ant-select-item-option:visible', { hasText: say.product }).first().click()
    }
    await product()
    await form.locator('[data-field=first] input').fill(`${head}000001`)
    await form.locator('[data-field=count] input').fill('25')
    expect(await a11yIssues(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    const drawer = page.locator('.ant-drawer:visible', { hasText: `${head}000001` })
    await drawer
      .locator('.k-tag', { hasText: language === 'zh' ? '成功' : 'Success' })
      .first()
      .waitFor({ timeout: 60_000 })
    const { content } = await ask<{ content: { issued: number; refused: number }[] }>(page, '/cardBatches?size=1')
    expect(content).toMatchObject([{ issued: 25, refused: 0 }])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })

    // Many of them at once: each is answered for itself.
    await page.goto(`${front().url}/stationCards/cardQuery?number=${head}0000`)
    await expectPage(page, say.cards)
    await pane.locator('thead input[type=checkbox]').first().check()
    await pane.locator('.k-bulk').getByRole('button', { name: say.sync, exact: true }).click()
    await page.getByRole('button', { name: say.go, exact: true }).click()
    await page.getByText(say.none, { exact: true }).waitFor()
    await page.getByRole('dialog').getByText(say.noChip, { exact: false }).first().waitFor()
    expect(await a11yIssues(page, { within: '.ant-modal' })).toEqual([])
    await page.goto(`${front().url}/stationCards/cardQuery?tab=batches`)
    await expectPage(page, say.cards)

    await pane.getByRole('button', { name: say.issue, exact: true }).click()
    await form.getByRole('button', { name: say.byFile, exact: true }).click()
    await product()
    const text = `卡号,姓名,手机号\n${head}000100,周明,1391234${head}\n${head}000101,,\n${head}000102,王芳,1391235${head}\n`
    await Promise.all([
      page.waitForResponse(/\/upload\?/),
      form.locator('input[type=file]').setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }),
    ])
    await form.getByText('members.csv').waitFor()
    await page.keyboard.press('Control+Enter')
    const list = page.locator('.ant-drawer:visible', { hasText: 'members.csv' })
    await list.getByText(say.partial, { exact: true }).waitFor({ timeout: 60_000 })
    await list.getByText(say.wrong, { exact: true }).waitFor()
    await settled(page)
    expect(await a11yIssues(page)).toEqual([])
    const [file] = await Promise.all([page.waitForEvent('download'), list.getByRole('button', { name: say.refused, exact: true }).click()])
    const stream = await file.createReadStream()
    const saved = Buffer.concat(await stream.toArray()).toString('utf8')
    expect(saved.trim().split(/\r?\n/)[1]).toBe(`${head}000101,,,${say.wrong}`)
  },
)
