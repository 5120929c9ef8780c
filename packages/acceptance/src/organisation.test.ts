import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectToast, appFixture } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"] input`).first()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const save = (page: Page) => page.locator('.k-form-end button[type=submit]:visible').click()

/** A blue picture that a browser can read and cut. */
async function drawing(page: Page, width = 160, height = 40) {
  const url = await page.evaluate(
    size => {
      const canvas = Object.assign(document.createElement('canvas'), size)
      const pen = canvas.getContext('2d')!
      pen.fillStyle = '#1b82ff'
      pen.fillRect(0, 0, size.width, size.height)
      return canvas.toDataURL('image/png')
    },
    { width, height },
  )
  return { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1]!, 'base64') }
}
/** Where a picture is drawn from, and how wide it is; nothing while there is none. */
const drawnIn = (page: Page, place: string) =>
  page
    .locator(place)
    .evaluateAll(([image]) =>
      image instanceof HTMLImageElement && image.complete ? { from: image.src.split(':')[0], width: image.naturalWidth } : undefined,
    )

async function accept(page: Page, link: string, code: string, mobile: string) {
  await page.goto(link)
  await page.getByLabel('新密码').fill('badger-tunnel-44')
  await page.getByLabel('确认密码').fill('badger-tunnel-44')
  await press(page, '设置密码')
  await press(page, '去登录')
  await page.getByLabel('油企编码').fill(code)
  await page.getByLabel('邮箱或手机号').fill(mobile)
  await page.getByLabel('密码', { exact: true }).fill('badger-tunnel-44')
  await press(page, '登录')
  await page.waitForURL(url => !url.pathname.startsWith('/login'))
  await settled(page)
}

/** The long picture stands beside the open menu, the square one beside the folded. */
async function setLogos(wu: Page) {
  const picture = await drawing(wu)
  for (const at of [0, 1]) {
    await wu.locator('#content input[type=file]').nth(at).setInputFiles(picture)
    await wu.getByRole('dialog').getByRole('button', { name: '使用' }).click()
    await expect.poll(() => wu.locator('#content').getByRole('button', { name: '更换', exact: true }).count()).toBe(at + 1)
  }
  await press(wu, '保存')
  const shape = () =>
    wu.locator('aside .brand-logo').evaluateAll(([image]) => image instanceof HTMLImageElement && image.naturalWidth / image.naturalHeight)
  await expect.poll(shape).toBe(4)
  await press(wu, '收起菜单')
  await expect.poll(shape).toBe(1)
  await press(wu, '展开菜单')
  await expect.poll(shape).toBe(4)
}

async function addStation(wu: Page, url: string) {
  await wu.goto(`${url}/oilCompanyMge/addStations?record=new`)
  await field(wu, 'code').fill('H001')
  await field(wu, 'name').fill('海港一站')
  await field(wu, 'address').fill('月球背面 1 号')
  await press(wu, '查找位置')
  await wu.getByText('地址解析失败，请输入正确的地址').first().waitFor()
  await field(wu, 'address').fill('大连市中山路 1 号')
  await press(wu, '查找位置')
  await wu.getByRole('button', { name: /大连 Dalian/ }).click()
  await expect.poll(() => field(wu, 'latitude').inputValue()).toContain('38.914')
  await wu.getByRole('application').press('ArrowUp')
  await expect.poll(async () => Number(await field(wu, 'latitude').inputValue())).toBeGreaterThan(38.914)
  await save(wu)
  await wu.locator('tbody tr', { hasText: '海港一站' }).waitFor()
}

async function keyAndSettings(wu: Page, url: string, id: number) {
  await wu.goto(`${url}/oilCompanyMge/companyDetails/${id}`)
  await settled(wu)
  await press(wu, '设置')
  await wu.locator('[data-field=key] input').fill('8F3A1B5C7D9E2F4061728394A5B6C7D8')
  await save(wu)
  await wu.getByText('••••••D8').waitFor()
  expect(await wu.locator('main').innerText()).not.toContain('8F3A1B5C')

  await wu.goto(`${url}/oilCompanyMge/companyConfig`)
  await settled(wu)
  await wu.locator('[data-field=unionCard]').getByText('本油企设置', { exact: true }).click()
  await field(wu, 'unionCard_cardName').fill('海港卡')
  await save(wu)
  await expectToast(wu, '保存成功')
  await wu.reload()
  await settled(wu)
  expect(await field(wu, 'unionCard_cardName').inputValue()).toBe('海港卡')
  await press(wu, '同步配置')
  await wu.getByText('没有与默认值相同的设置').waitFor()
  await wu.getByRole('dialog').getByRole('button', { name: '同步配置' }).click()
  await expectToast(wu, '已同步，已通知 1 座油站')
}

// @req ORG-030 ORG-031 ORG-046 ORG-047 ORG-048 ORG-052
test('a company is opened; its first administrator gives it a logo, a station on the map, a card key and settings', async () => {
  const { url, enter, visit } = front()
  const code = `harbour${crypto.randomUUID().slice(0, 8)}`
  const admin = await enter('admin', {}, '/oilCompanyMge/addCompanies')
  await admin.getByRole('button', { name: '新增油企' }).first().click()
  for (const [name, value] of [
    ['code', code],
    ['name', '海港石油'],
  ] as const)
    await field(admin, name).fill(value)
  const first = admin.locator('[data-field=admin] input')
  await first.nth(0).fill('吴海')
  await first.nth(1).fill('13822220001')
  await save(admin)
  await admin.getByText('已新增“海港石油”').waitFor()
  const link = await admin.getByRole('textbox', { name: '邀请链接' }).inputValue()
  await admin.evaluate(() =>
    Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('forbidden')) }),
  )
  await press(admin, '复制')
  await admin.getByText('复制失败').waitFor()

  const wu = await visit()
  await accept(wu, link, code, '13822220001')
  const { content } = await ask<{ content: { id: number }[] }>(wu, '/companies')
  const { id } = content[0]!
  await wu.goto(`${url}/oilCompanyMge/changeLogo/${id}`)
  await settled(wu)
  await setLogos(wu)

  await addStation(wu, url)
  await keyAndSettings(wu, url, id)
})

// @req ORG-056 ORG-057 UIX-052
test('a station master keeps their own station, and chooses where everyone begins', async () => {
  const { url, enter } = front()
  const master = await enter('station_master', {}, '/stationMge/myStation')
  await press(master, '编辑')
  await field(master, 'contact').fill('李站长')
  await save(master)
  await master.locator('dd', { hasText: '李站长' }).waitFor()

  await master.goto(`${url}/stationMge/stationConfig`)
  await settled(master)
  await master.locator('[data-field=homePage]').getByText('本站设置', { exact: true }).click()
  await field(master, 'homePage_page').fill('班结')
  await master.locator('.ant-select-item-option', { hasText: '班结' }).first().click()
  await save(master)
  await expectToast(master, '保存成功')
  await master.goto(url)
  await master.waitForURL('**/classSettle')

  await master.goto(`${url}/stationMge/stationConfig`)
  await settled(master)
  await master.locator('[data-field=homePage]').getByText('沿用油企', { exact: true }).click()
  await save(master)
  await expectToast(master, '保存成功')
  await press(master, '发布指令')
  await master.getByText('目前没有实时推送').waitFor()
})

/** Chooses a picture in the station's form, which is cut to 16 : 9, and saves it. */
async function setPicture(master: Page, width: number) {
  await press(master, '编辑')
  await master.locator('.ant-drawer input[type=file]').setInputFiles(await drawing(master, width, (width * 9) / 16))
  await master.getByRole('dialog').getByRole('button', { name: '使用' }).click()
  await expect.poll(() => drawnIn(master, '.ant-drawer img.k-upload-picture')).toEqual({ from: 'blob', width })
  await save(master)
  await expect.poll(() => drawnIn(master, 'img.org-picture')).toEqual({ from: 'blob', width })
}

// @req ACC-046
test('a station’s picture is drawn, and the next one after it; to the cookie alone its address opens nowhere', async () => {
  const { url, enter } = front()
  const master = await enter('station_master', {}, '/stationMge/myStation')
  await setPicture(master, 320)
  await setPicture(master, 640)
  await master.reload()
  await expect.poll(() => drawnIn(master, 'img.org-picture')).toEqual({ from: 'blob', width: 640 })

  const station = await master.evaluate(() => JSON.parse(localStorage.getItem('smartAtStation')!).id as number)
  const { pictureId } = await ask<{ pictureId: number }>(master, `/stations/${station}`)
  const address = `${url}/api/v1/attachments/${pictureId}`
  const asImage = await master.evaluate(
    src =>
      new Promise(resolve => {
        const image = new Image()
        image.onload = () => resolve('drawn')
        image.onerror = () => resolve('refused')
        image.src = src
      }),
    address,
  )
  expect(asImage).toBe('refused')
  const tab = await master.context().newPage()
  const answer = await tab.goto(address)
  expect([answer!.status(), await tab.locator('body').innerText()]).toEqual([401, expect.stringContaining('auth.required')])

  // Without a line there is no picture, but the page; with it the picture comes.
  await master.route('**/api/v1/attachments/*', route => route.abort())
  await master.reload()
  await master.getByText('图片无法显示。').waitFor()
  await master.unroute('**/api/v1/attachments/*')
  await expect.poll(() => drawnIn(master, 'img.org-picture')).toEqual({ from: 'blob', width: 640 })
})

test('a slip is printed when its logo is there, and not before', async () => {
  const { url, enter } = front()
  const admin = await enter('admin')
  const { content } = await ask<{ content: { id: number }[] }>(admin, '/orders?size=1&sort=createdDate,desc')
  const { company } = await ask<{ company: { id: number } }>(admin, '/users/profile')
  await admin.goto(`${url}/oilCompanyMge/changeLogo/${company.id}`)
  await settled(admin)
  await setLogos(admin)

  await admin.addInitScript(() => Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) }))
  const printed = () => admin.evaluate(() => (window as unknown as { printed: number }).printed)
  const held = Promise.withResolvers<void>()
  await admin.route('**/api/v1/attachments/*', async route => {
    await held.promise
    await route.continue()
  })
  await admin.goto(`${url}/previewPrint?document=receipt:${content[0]!.id}`)
  const logo = admin.locator('.k-sheet-logo')
  await admin.locator('.k-sheet-logo.k-picture-wait').waitFor()
  const before = await logo.boundingBox()
  const print = admin.getByRole('button', { name: '打印' })
  await print.click()
  await admin.locator('.ant-btn-loading').waitFor()
  expect(await printed()).toBe(0)
  held.resolve()
  await expect.poll(printed).toBe(1)
  expect(await drawnIn(admin, 'img.k-sheet-logo')).toEqual({ from: 'blob', width: 160 })
  expect(await logo.boundingBox()).toEqual(before)
})

// @req ORG-035 ORG-036 ORG-037 ORG-038 ORG-064 UIX-052
test('an administrator renews the service of a station for a year, and sees it stand', async () => {
  const { url, demo, enter } = front()
  const admin = await enter('admin', {}, '/maintenance/renewMge')
  const row = admin.locator('tbody tr', { hasText: demo.companies[0]!.stations[1]!.name })
  await row.getByText('已开通').waitFor()
  await row.getByRole('button', { name: '续费' }).click()
  await field(admin, 'remark').fill('合同 7')
  await save(admin)
  await row.getByText('未到期').waitFor()
  expect(await row.locator('.org-states .k-tag').allInnerTexts()).toEqual(['已开通', '已授权', '未配置'])
  const heads = await admin.locator('.k-table thead th').allInnerTexts()
  const expiry = heads.findIndex(head => head.startsWith('到期状态'))
  expect(await row.locator('td').nth(expiry).innerText()).toBe('未到期')
  await row.getByRole('button', { name: '续费' }).click()
  await admin.locator('.ant-drawer').getByText('合同 7').waitFor()
  await admin.goto(`${url}/oilCompanyMge/companyConfig`)
  await press(admin, '同步配置')
  await admin.getByRole('dialog').getByRole('button', { name: '同步配置' }).click()
  await expectToast(admin, '已同步，已通知 2 座油站')
  await admin.goto(`${url}/maintenance/systemConfig`)
  await admin.getByText('只有系统的超级管理员可以修改').waitFor()
})
