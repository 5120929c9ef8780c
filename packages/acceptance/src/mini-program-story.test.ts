import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask, settled, signIn } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    programs: '小程序/公众号',
    add: '新增小程序/公众号',
    manager: '公众号 · 员工',
    unfit: '微信的 AppID 为 wx 加 16 位小写字母或数字，支付宝的为 16 位数字',
    added: '新增成功',
    saved: '密钥已保存',
    secret: '密钥',
    notSet: '未设置',
    disable: '停用',
    enable: '启用',
    disabled: '已停用',
    active: '启用中',
    taken: '该类型已有启用的小程序或公众号，请先停用原有的',
    codes: '小程序码',
    codeOf: (name: string) => `“${name}”的小程序码`,
    device: '设备',
    promoter: '推广员',
    png: (name: string) => `存为 PNG：${name}`,
    svg: (name: string) => `存为 SVG：${name}`,
    print: '打印 A4',
    noRule: '“支付宝加油 Fuel on Alipay”尚未设置二维码规则（链接前缀），不能生成小程序码',
    nothing: '请选择要生成小程序码的对象',
    own: '您可以生成自己的推广码。',
    none: '油企尚未授权小程序或公众号',
    gone: '所选对象中有一个已不存在，或不在您的范围内',
    leaveOut: '移除',
  },
  en: {
    programs: 'Mini programs and official accounts',
    add: 'Add mini program',
    manager: 'Official account · staff',
    unfit: 'An AppID of WeChat is wx and 16 lower-case letters or digits; one of Alipay has 16 digits',
    added: 'Added',
    saved: 'Secret saved',
    secret: 'Secret',
    notSet: 'Not set',
    disable: 'Disable',
    enable: 'Enable',
    disabled: 'Disabled',
    active: 'Active',
    taken: 'There is an active one of this type already. Disable that one first.',
    codes: 'QR codes',
    codeOf: (name: string) => `QR code of “${name}”`,
    device: 'Devices',
    promoter: 'Promoters',
    png: (name: string) => `Save PNG: ${name}`,
    svg: (name: string) => `Save SVG: ${name}`,
    print: 'Print A4',
    noRule: '“支付宝加油 Fuel on Alipay” has no QR rule (link prefix) yet, so no codes can be made',
    nothing: 'Choose what the codes are for',
    own: 'You can make the code of yourself.',
    none: 'Company has not authorized a mini program or official account',
    gone: 'One of those chosen no longer exists, or you may not see it',
    leaveOut: 'Leave it out',
  },
}
type Say = (typeof words)['zh' | 'en']

const drawer = (page: Page) => page.locator('.ant-drawer:visible, [role=dialog]:visible').last()
const field = (page: Page, name: string) => drawer(page).locator(`[data-field=${name}]`).locator('input, textarea').first()
const send = (page: Page) => page.locator('form:visible button[type=submit]:not([aria-disabled])').last().press('Enter')
const rowOf = (page: Page, name: string) => pane(page).locator('tbody tr', { hasText: name })
const choose = async (page: Page, box: string, text: string): Promise<void> => {
  await pane(page).locator(box).press('ArrowDown')
  await page.locator('.ant-select-item-option:visible', { hasText: text }).first().click()
}

/** One for staff is added; an AppID of another platform is judged while it is typed. */
async function registers(page: Page, say: Say, name: string): Promise<void> {
  await pane(page).getByRole('button', { name: say.add, exact: true }).press('Enter')
  await field(page, 'name').fill(name)
  await field(page, 'type').press('ArrowDown')
  await page.locator('.ant-select-item-option:visible', { hasText: say.manager }).click()
  await field(page, 'appId').fill('2021004126385097')
  await drawer(page).getByText(say.unfit, { exact: true }).waitFor()
  await field(page, 'appId').fill(`wx${String(Date.now()).padStart(16, '0')}`)
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(page)
  await expectToast(page, say.added)
  await rowOf(page, name).getByText(say.notSet).first().waitFor()
}

// @req MKT-007 MKT-031
test.each(languages())('a mini program is registered, gets a secret that nobody sees, is disabled and enabled (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language, mode: 'auto' }, '/maintenance/miniPrograms')
  const answers: string[] = []
  page.on(
    'response',
    reply =>
      void (
        reply.url().includes('/api/') &&
        reply.text().then(
          text => answers.push(text),
          () => undefined,
        )
      ),
  )
  await expectPage(page, say.programs)
  expect(await issuesInEveryLook(page)).toEqual([])
  const name = `助手 ${language}`
  await registers(page, say, name)

  const secret = 'story-secret-0f3b9c61d2a8'
  await rowOf(page, name).getByRole('button', { name: say.secret, exact: true }).press('Enter')
  await field(page, 'secret').fill(secret)
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(page)
  await expectToast(page, say.saved)
  const { content } = await ask<{ content: { name: string; secretDate: string | null }[] }>(page, '/miniprograms')
  expect(content.find(each => each.name === name)!.secretDate).not.toBeNull()
  expect(await page.content()).not.toContain(secret)
  expect(answers.length).toBeGreaterThan(2)
  expect(answers.filter(text => text.includes(secret))).toEqual([])

  const presses = async (of: string, act: string) => {
    await rowOf(page, of).getByRole('button', { name: act, exact: true }).press('Enter')
    await page.getByRole('dialog').filter({ hasText: of }).getByRole('button', { name: act, exact: true }).press('Enter')
  }
  const isNow = (of: string, state: string) => rowOf(page, of).getByText(state, { exact: true }).waitFor()
  await presses(name, say.disable)
  await isNow(name, say.disabled)
  // Another one has taken its place meanwhile.
  const next = `接替 ${language}`
  await registers(page, say, next)
  await presses(name, say.enable)
  await page.getByText(say.taken).first().waitFor()
  await isNow(name, say.disabled)
  await page.keyboard.press('Escape')
  await presses(next, say.disable)
  await isNow(next, say.disabled)
  await presses(name, say.enable)
  await isNow(name, say.active)
  await presses(name, say.disable)
  await isNow(name, say.disabled)
})

/** The modules of a code, as the library reckons them, with the margin. */
const modulesOf = (link: string) => encode(link, { ecc: 'M', border: 4 }).data.map(row => row.map(Number).join(''))

async function drawnIn(download: Download, link: string): Promise<string[]> {
  const text = readFileSync(await download.path(), 'utf8')
  const size = modulesOf(link).length
  const [, width] = /viewBox="0 0 (\d+) /.exec(text)!
  const pixel = Number(width) / size
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => 0))
  for (const [, x, y] of text.matchAll(/M(\d+),(\d+)h/g)) rows[Number(y) / pixel]![Number(x) / pixel] = 1
  return rows.map(row => row.join(''))
}

/** What a picture shows at the middle of each module, as a browser draws it. */
async function seenIn(page: Page, download: Download, link: string): Promise<string[]> {
  const bytes = readFileSync(await download.path()).toString('base64')
  return page.evaluate(
    async ([picture, size]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${picture}`
      await image.decode()
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      pen.drawImage(image, 0, 0)
      const pixel = image.width / size
      const at = (x: number, y: number) => Number(pen.getImageData((x + 0.5) * pixel, (y + 0.5) * pixel, 1, 1).data[0]! < 128)
      return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (__, x) => at(x, y)).join(''))
    },
    [bytes, modulesOf(link).length] as const,
  )
}

async function saves(page: Page, button: string): Promise<Download> {
  const coming = page.waitForEvent('download')
  await pane(page).getByRole('button', { name: button, exact: true }).press('Enter')
  return coming
}

/** The code of what is shown, saved in both ways, is that of its link. */
async function savesBoth(page: Page, say: Say, name: string): Promise<string> {
  const card = pane(page).locator('.qr-cards > li', { hasText: name })
  await card.getByRole('img', { name: say.codeOf(name) }).waitFor()
  const link = (await card.locator('.qr-link > span').innerText()).trim()
  const svg = await saves(page, say.svg(name))
  expect(await drawnIn(svg, link)).toEqual(modulesOf(link))
  const png = await saves(page, say.png(name))
  expect(await seenIn(page, png, link)).toEqual(modulesOf(link))
  expect([svg.suggestedFilename().slice(-4), png.suggestedFilename().slice(-4)]).toEqual(['.svg', '.png'])
  return link
}

// @req MKT-028 MKT-034
test.each(languages())('codes of stations, devices and a promoter are shown, saved and printed on A4 (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language, mode: 'auto' }, '/marketCenter/miniQrcode')
  await expectPage(page, say.codes)
  const [east, west] = front().demo.companies[0]!.stations
  const link = await savesBoth(page, say, east!.name)
  expect(link).toMatch(new RegExp(`^https://riverside\\.example/mp/\\?s=${east!.id}&k=[\\w-]{12}$`))
  expect(await issuesInEveryLook(page)).toEqual([])

  await choose(page, '#qr-program', '河畔石油服务号')
  await choose(page, '#qr-ids', west!.name)
  await pane(page).locator('.qr-cards > li').nth(1).waitFor()
  expect(await savesBoth(page, say, west!.name)).toMatch(/^https:\/\/riverside\.example\/oa\?from=oa&s=\d+&k=/)
  // What is chosen stands in the address.
  await page.reload()
  await settled(page)
  expect(await pane(page).locator('.qr-cards > li').count()).toBe(2)

  // An old address names a station that is gone: the others are there without it.
  await page.goto(`${front().url}/marketCenter/miniQrcode?ids=${east!.id},999999999`)
  await pane(page).getByText(say.gone, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await pane(page).getByRole('button', { name: say.leaveOut, exact: true }).press('Enter')
  await pane(page).locator('.qr-cards > li', { hasText: east!.name }).waitFor()
  expect(await pane(page).getByText(say.gone).count()).toBe(0)
  await choose(page, '#qr-program', '河畔石油服务号')
  await choose(page, '#qr-ids', west!.name)
  await pane(page).locator('.qr-cards > li').nth(1).waitFor()

  await page.evaluate(() => {
    window.print = () => void Object.assign(window, { printed: document.querySelectorAll('.qr-sheet figure').length })
  })
  await pane(page).getByRole('button', { name: say.print, exact: true }).press('Enter')
  await page.locator('.qr-sheet').first().waitFor({ state: 'attached' })
  expect(await page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(2)
  const sheet = await page.locator('.qr-sheet').first().textContent()
  for (const part of [east!.name, west!.name, 'Riverside']) expect(sheet).toContain(part)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))

  await pane(page).getByText(say.device, { exact: true }).click()
  await pane(page).getByText(say.nothing, { exact: true }).waitFor()
  const { content } = await ask<{ content: { name: string }[] }>(page, '/devices?size=1')
  await choose(page, '#qr-ids', content[0]!.name)
  expect(await savesBoth(page, say, content[0]!.name)).toMatch(/&d=\d+&k=/)
  await pane(page).getByText(say.promoter, { exact: true }).click()
  await choose(page, '#qr-ids', '孙浩')
  expect(await savesBoth(page, say, '孙浩 Sun Hao')).toMatch(/&p=\d+&k=/)
  // It names a coupon that promoters may hand out, and no other is offered.
  await choose(page, '#qr-deal', '满200减20')
  await pane(page).locator('.qr-cards > li', { hasText: '满200减20' }).waitFor()
  expect(await savesBoth(page, say, '孙浩 Sun Hao')).toMatch(/&p=\d+&c=\d+&k=/)
  expect(await issuesInEveryLook(page)).toEqual([])

  await choose(page, '#qr-program', '支付宝加油')
  await pane(page).getByText(say.noRule, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
})

// @req MKT-034 ORG-034
test.each(languages())('an attendant makes the own code; a company that has authorized nothing is told so (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_employee', { language, mode: 'auto' }, '/marketCenter/miniQrcode?kind=promoter')
  await pane(page).getByText(say.own, { exact: true }).waitFor()
  await pane(page)
    .getByRole('img', { name: say.codeOf('孙浩 Sun Hao') })
    .waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])

  const { url, demo, visit } = front()
  const elsewhere = await visit({ language, mode: 'auto' })
  await signIn(elsewhere, url, demo.companies[1]!, 'station_master')
  await elsewhere.goto(`${url}/marketCenter/miniQrcode`)
  await pane(elsewhere).getByText(say.none, { exact: true }).waitFor()
})
