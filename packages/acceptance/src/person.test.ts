import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectToast, appFixture } from './app-fixture.ts'
import { settled } from './visitor.ts'

const front = appFixture()

/** A picture that a browser can read and cut, 120 by 80. */
const portrait = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 120, height: 80 })
    return canvas.toDataURL('image/png').split(',')[1]!
  })
const input = (form: Locator, field: string) => form.locator(`[data-field=${field}] input`).first()

// @req ACC-090 ORG-009
test('an attendant changes the name, the e-mail address and the picture, cut square, in the profile', async () => {
  const { demo, enter } = front()
  const { password } = demo.companies[0]!.accounts.find(({ role }) => role === 'station_employee')!
  const page = await enter('station_employee', {}, '/person/personCenter')
  await page.getByRole('button', { name: '修改资料' }).click()
  const form = page.getByRole('dialog', { name: '修改资料' })
  await input(form, 'name').fill('赵敏 Zhao Min')
  expect(await input(form, 'password').count()).toBe(0)
  const offered = await form.locator('[data-field]').evaluateAll(all => all.map(each => each.getAttribute('data-field')))
  expect(offered).toEqual(['avatarId', 'name', 'mobile', 'email'])
  const headings = await page.locator('.person').getByRole('heading').allInnerTexts()
  expect(headings).toEqual(expect.arrayContaining(['我的资料', '修改密码', '修改 PIN']))

  await input(form, 'email').fill('not an address')
  await input(form, 'password').waitFor()
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('请输入正确的邮箱').waitFor()
  await input(form, 'email').fill('zhao.min@lantern.example')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('修改手机号或邮箱须输入登录密码').waitFor()
  await input(form, 'password').fill(password)

  const file = form.locator('input[type=file]')
  expect((await file.getAttribute('accept'))!.split(/,\s*/).toSorted()).toEqual(['.jpeg', '.jpg', '.png'])
  await file.setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await form.getByText('只能上传 PNG, JPG 格式的文件').waitFor()
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(await portrait(page), 'base64') })
  await page.getByRole('button', { name: '使用' }).click()
  await form.locator('img.k-upload-picture').waitFor()
  await form.getByRole('button', { name: '保存' }).click()
  await expectToast(page, '保存成功')

  await form.waitFor({ state: 'detached' })
  await page.reload()
  await settled(page)
  const profile = page.locator('section', { has: page.getByRole('heading', { name: '我的资料' }) })
  await profile.getByText('赵敏 Zhao Min').waitFor()
  await profile.getByText('zhao.min@lantern.example').waitFor()
  const picture = profile.getByRole('img', { name: '赵敏 Zhao Min的图片' })
  const size = () => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalWidth === img.naturalHeight])
  await expect.poll(size).toEqual([expect.any(Number), true])
  await expect.poll(async () => (await size())[0]).toBeGreaterThan(0)
})

// @req ACC-086
test('a PIN is changed with the current one; the manager removes one that was forgotten, and the owner sets the next', async () => {
  const { url, demo, enter } = front()
  const account = demo.companies[0]!.accounts.find(({ role }) => role === 'station_leader')!
  const leader = await enter('station_leader', {}, '/person/personCenter')
  const pin = leader.locator('section', { has: leader.getByRole('heading', { name: /PIN$/ }) })
  const setTo = async (proof: string, proving: string, next: string) => {
    await pin.getByLabel(proof).fill(proving)
    for (const nth of [0, 1]) await pin.locator('[data-field=pin] input').nth(nth).fill(next)
    await pin.getByRole('button', { name: '保存 PIN' }).click()
  }
  expect(await pin.getByLabel('登录密码').count()).toBe(0)
  await setTo('当前 PIN', '486159', '835172')
  await pin.getByText('PIN 错误，还可尝试 4 次').waitFor()
  await setTo('当前 PIN', account.pin, '835172')
  await expectToast(leader, 'PIN 已保存')

  const master = await enter('station_master', {}, '/stationMge/staffMge')
  const name = (await leader.locator('.person-who dd').first().innerText()).trim()
  // Two of the staff may have one name; the number is a person's own.
  const row = master.getByRole('row').filter({ hasText: account.mobile.replace(/(...)(....)(....)/, '$1 $2 $3') })
  await row.getByRole('button', { name: `“${name}”的更多操作` }).click()
  await master.getByRole('menuitem', { name: '重置 PIN' }).click()
  const asked = master.getByRole('dialog').filter({ hasText: `重置“${name}”的 PIN` })
  await asked.getByRole('button', { name: '重置 PIN' }).click()
  await expectToast(master, `“${name}”的 PIN 已清除`)

  await leader.goto(`${url}/person/personCenter`)
  await leader.reload()
  await setTo('登录密码', account.password, '924617')
  await expectToast(leader, 'PIN 已保存')
})
