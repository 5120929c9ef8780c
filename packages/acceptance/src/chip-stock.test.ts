import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture, expectPage, languages, tell } from './app-fixture.ts'
import { breakReader, chip, choose, count, expectNotice, grouped, hand, issue, known, place } from './chip-hand.ts'
import { words } from './chip-desk-words.ts'

const front = appFixture()

// @req CRD-046 CRD-064 CRD-079
test.each(languages())('prepared cards are taken into stock, by the reader or by number, and listed (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_leader', { language }, '/stationCards/cardStorage')
  await expectPage(page, say.receive)
  await breakReader(page, 'none')
  await choose(page, say.maker, 'mh')
  const [laid, typed, blank] = (language === 'zh' ? [2, 4, 36] : [6, 8, 36]).map(chip)
  await place(page, laid!)
  await page.locator('.f-chip-desk:visible').getByRole('button', { name: say.take }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => count(page)).toBe('1')
  const row = (number: string) => page.locator('tbody tr', { hasText: grouped(number) })
  await row(laid!.number).waitFor()
  expect(await known(page, laid!)).toMatchObject({ state: 'stock', companyId: expect.any(Number) })

  await page.getByRole('textbox', { name: say.number }).first().fill(grouped(typed!.number))
  await page.keyboard.press('Enter')
  await expect.poll(() => count(page)).toBe('2')
  await row(typed!.number).waitFor()

  await place(page, blank!)
  await page.locator('.f-chip-desk:visible').getByRole('button', { name: say.take }).focus()
  await page.keyboard.press('Enter')
  await expectNotice(page, say.hint, say.notPrepared)
  expect(await a11yIssues(page)).toEqual([])
  expect(await count(page)).toBe('2')
  expect(await row(blank!.number).count()).toBe(0)
})

test('a card that nobody imported is added as the company’s own, under its printed number, if its maker is known', async () => {
  const say = words.zh
  const page = await front().enter('station_leader', {}, '/stationCards/cardStorage')
  await expectPage(page, say.receive)
  await breakReader(page, 'none')
  await choose(page, say.maker, 'mh')
  await place(page, chip(37))
  await page.locator('.f-chip-desk:visible').getByRole('button', { name: say.take }).focus()
  await page.keyboard.press('Enter')
  await expectNotice(page, say.hint, '其卡商代码 2 尚未登记')
  const form = page.getByRole('form', { name: say.unknown })
  expect(await form.count()).toBe(0)
  const admin = await front().enter('admin')
  await tell(admin, 'POST', '/cardSuppliers', { code: 2, name: 'Harbour Cards' })
  await page.reload()
  await expectPage(page, say.receive)
  await place(page, chip(37))
  await page.locator('.f-chip-desk:visible').getByRole('button', { name: say.take }).focus()
  await page.keyboard.press('Enter')
  await expectNotice(page, say.hint, say.notImported)
  expect(await form.getByLabel(say.number).inputValue()).toBe(chip(37).number)
  await form.getByLabel(say.number).press('Enter')
  await form.waitFor({ state: 'detached' })
  await page.locator('tbody tr', { hasText: grouped(chip(37).number) }).waitFor()
  expect(await known(page, chip(37))).toMatchObject({ state: 'stock', issueType: 9 })
})

// @req CRD-057 CRD-073
test.each(languages())('failed readings are said only where somebody switched it on (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language }, '/maintenance/cardBusiness/icCard')
  await expectPage(page, say.test)
  const notices = page.locator('.ant-notification-notice')
  const fault = async () => {
    await breakReader(page, 'none')
    await page.locator('.k-reader:is([data-state=waiting], [data-state=card]):visible').waitFor()
    await breakReader(page, 'unplugged')
    await page.locator('.k-reader[data-state=noReader]:visible').waitFor()
  }
  await fault()
  await page.getByRole('button', { name: say.read, exact: true }).click()
  await page.locator('[data-call=readCard][data-code="200"]').waitFor()
  expect(await notices.count()).toBe(0)
  await page.getByRole('checkbox', { name: say.hints }).check()
  await fault()
  await expectNotice(page, say.hint, say.unplugged)
  await page.reload()
  await expectPage(page, say.test)
  expect(await page.getByRole('checkbox', { name: say.hints }).isChecked()).toBe(true)
  await page.getByRole('checkbox', { name: say.hints }).uncheck()
  await breakReader(page, 'none')
})

test.each(languages())(
  'an engineer reads a card, writes test data over it and has it validated; never over an issued one (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('admin', { language }, '/maintenance/cardBusiness/icCard')
    await expectPage(page, say.test)
    await breakReader(page, 'none')
    const free = chip(language === 'zh' ? 9 : 11)
    await place(page, free)
    await page.getByRole('button', { name: say.read, exact: true }).click()
    const raw = await page.locator('[data-call=readCard] pre').innerText()
    expect(JSON.parse(raw)).toMatchObject({ resultCode: 0, data: { uuid: free.uuid, record: { number: free.number } } })
    await page.getByRole('button', { name: say.write, exact: true }).click()
    const question = page.getByRole('dialog').filter({ hasText: free.uuid })
    expect(await question.innerText()).toContain(grouped(free.number))
    await question.getByRole('button', { name: say.write }).click()
    await page.locator('[data-call=issueCard][data-code="0"]').waitFor()
    await page.getByRole('button', { name: say.validate, exact: true }).click()
    await page.locator('[data-call=validateCard][data-code="0"]').waitFor()
    expect(JSON.parse(await page.locator('[data-call=validateCard] pre').innerText())).toMatchObject({ data: { keyVersion: 0, mac: '' } })

    expect(await a11yIssues(page)).toEqual([])
    const issued = language === 'zh' ? 18 : 24
    await issue(page, issued)
    const { cards } = await hand(page, 'place', { uuid: chip(issued).uuid, slot: 0 })
    await place(page, chip(issued))
    await page.getByRole('button', { name: say.write, exact: true }).click()
    await expectNotice(page, say.hint, chip(issued).number)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect((await hand(page, 'place', { uuid: chip(issued).uuid, slot: 0 })).cards).toEqual(cards)
  },
)
