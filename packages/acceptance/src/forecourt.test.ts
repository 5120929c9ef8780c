import { expect, test } from 'vitest'
import { beginsLater, entersAndLeaves, saysTanks, things, typed } from './forecourt-things.ts'
import { expectPage, expectToast, appFixture } from './app-fixture.ts'
import { tableOf } from './shown.ts'
import { ask, settled, stationHere, tell } from './visitor.ts'

const front = appFixture()
const base = '/stationMge/vestibuleMge'

// @req FOR-012 FOR-016 FOR-020 FOR-021 FOR-023 FUE-011
test('the station master finds the fuels by the menu, sets a price, and the nozzles ask for it at once', async () => {
  const { url, enter } = front()
  const page = await enter('station_master')
  for (const entry of ['油站管理', '前庭管理', '油品管理']) await page.getByRole('navigation').getByText(entry, { exact: true }).click()
  await page.waitForURL(`**${base}/fuelMge`)
  await expectPage(page, '油品管理')
  const fuel = page.getByRole('row', { name: /95# 汽油/ })
  await fuel.getByText('8.28', { exact: true }).waitFor()
  await fuel.getByText(/^8\.33/).waitFor()

  await fuel.getByRole('button', { name: '设置价格' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/每升价格/).fill('8.1')
  await dialog.getByRole('row', { name: /¥8\.28 ¥8\.10 −¥0\.18/ }).waitFor()
  await dialog.getByRole('button', { name: '设置价格' }).click()
  await dialog.waitFor({ state: 'detached' })
  await fuel.getByText('8.10', { exact: true }).waitFor()

  await fuel.getByRole('button', { name: '价格记录' }).click()
  const history = page.getByRole('dialog', { name: /95# 汽油 价格记录/ })
  await history.getByText('8.10', { exact: true }).waitFor()
  const rows = await history.getByRole('row').allInnerTexts()
  expect(rows.slice(1, 4).map(row => row.split('\t')[1]?.trim())).toEqual(['8.34', '8.33', '8.10'])
  expect(rows[3]).toContain('陈立 Chen Li')

  await page.keyboard.press('Escape')

  await beginsLater(page)

  // The heading of these pages leads to the first of them.
  await page.goto(url + base)
  await page.waitForURL(`**${base}/fuelMge`)
  await page.goto(`${url}${base}/nozzleMge`)
  await expectPage(page, '油枪管理')
  await page
    .getByRole('article', { name: /Dispenser 1/ })
    .getByText('8.10')
    .waitFor()
})
// @req FOR-002 FOR-012 FOR-022 FUE-020
test('tanks are drawn with what is in them; one that is too full is refused on its field', async () => {
  const { enter } = front()
  const page = await enter('station_master', { language: 'en' }, `${base}/tankMge`)
  const tanks = page.getByRole('article')
  await tanks.first().waitFor()
  await expect.poll(() => tanks.count()).toBe(5)
  await expect.poll(() => tanks.nth(2).innerText()).toMatch(/\d\s*L\s*Low level · \d+%/)
  await expect.poll(() => tanks.nth(3).innerText()).toContain('Water too high · 46 mm')
  await expectPage(page, 'Tanks')
  await saysTanks(page)

  // A fuel to choose is called by its name and its description.
  const [fuel] = (await ask<{ content: ({ id: number } & object)[] }>(page, '/products?search=code:92')).content
  const { name, code, classification, taxRate, baseFuelId, color, version } = fuel as unknown as Record<string, never>
  const body = { name, code, classification, taxRate, baseFuelId, color, version, description: 'E10' }
  await tell(await enter('company_user'), 'PUT', `/products/${fuel!.id}`, body)
  await page.getByRole('button', { name: 'Add tank' }).click()
  const form = page.getByRole('dialog', { name: 'Add tank' })
  await form.getByLabel('No.').fill('6')
  await form.getByLabel('Fuel', { exact: false }).first().click()
  await page.getByTitle('92# 汽油 · E10', { exact: true }).click()
  await form.getByLabel(/Capacity/).fill('10000')
  await form.getByLabel(/^Volume/).fill('10001')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('The volume exceeds the capacity of the tank').waitFor()
  await form.getByLabel(/^Volume/).fill('4000')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => tanks.count()).toBe(6)
  await expect.poll(() => tanks.nth(5).innerText()).toMatch(/4,000\s*L\s*40%/)
})

// @req FOR-017
test('tanks and nozzles of a station are read a hundred at a time', async () => {
  const { url, enter } = front()
  const page = await enter('station_master')
  const asked: string[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (/\/api\/v1\/(tanks|nozzleControls)$/.test(pathname)) asked.push(`${pathname.split('/').at(-1)} ${searchParams.get('size')}`)
  })
  await page.goto(`${url}${base}/tankMge`)
  await page.getByRole('article').first().waitFor()
  expect(asked.filter(each => each.startsWith('tanks'))).toContain('tanks 100')
  await page.goto(`${url}${base}/nozzleMge`)
  const dispenser = page.getByRole('article', { name: /Dispenser 1/ })
  await dispenser.waitFor()
  await settled(page)
  expect(asked.filter(each => each.startsWith('nozzleControls'))).toContain('nozzleControls 100')
})

// @req FOR-003 FOR-007 FOR-008 FOR-009 FOR-015 FOR-023
test('nozzles stand on their dispensers and show what a device says they are doing', async () => {
  const { url, demo, enter } = front()
  const page = await enter('station_master', {}, `${base}/nozzleMge`)
  await expect
    .poll(() =>
      page
        .getByRole('article', { name: /Dispenser 1/ })
        .locator('header')
        .innerText(),
    )
    .toContain('—')
  const { heads } = await tableOf(page.locator('#content .pane:visible'), '油枪管理')
  expect(heads.slice(0, 7)).toEqual(['逻辑枪号', '物理枪号', '加油机', '油罐', '油品', '挂牌价（元/升）', '状态'])
  const { credential } = demo.companies[0]!.stations[0]!.devices[0]!
  const reply = await fetch(`${url}/api/v1/dispensers/status`, {
    method: 'POST',
    headers: { authorization: credential!, 'content-type': 'application/json' },
    body: JSON.stringify({
      dispensers: (['busy', 'error', 'idle', 'offline'] as const).map((state, at) => ({ number: at + 1, state })),
      nozzles: (['idle', 'busy', 'error', 'offline'] as const).map((state, at) => ({ logicNo: at + 1, state })),
    }),
  })
  expect(await reply.json()).toEqual({ changed: 8, blocked: [] })
  const stand = (number: number) => page.getByRole('article', { name: new RegExp(`Dispenser ${number}`) })
  // Without a press of anybody, each dispenser and each nozzle says what was last reported of it.
  for (const [number, state, nozzles] of [
    [1, '使用中', ['空闲', '加油中']],
    [2, '故障', ['故障', '离线']],
    [3, '空闲', ['—', '—']],
    // What was said of the last one in the demo, which is stuck, is old.
    [4, '离线', ['—', '离线']],
  ] as const) {
    await expect.poll(() => stand(number).locator('header').innerText()).toContain(state)
    const lines = await stand(number).getByRole('listitem').allInnerTexts()
    expect(lines.map(line => line.trim().split(/\s/).at(-1))).toEqual(nozzles)
  }

  await page.getByRole('button', { name: '新增油枪' }).click()
  const form = page.getByRole('dialog', { name: '新增油枪' })
  await form.getByLabel('逻辑枪号').fill('9')
  for (const wrong of ['0', '9']) {
    await form.getByLabel('物理枪号').fill(wrong)
    await form.getByRole('button', { name: '保存' }).click()
    await form.locator('[data-field=physicalNo]').getByText('油枪号应为 1–8').waitFor()
    await form.getByLabel('物理枪号').fill('8')
    await form.locator('[data-field=physicalNo].k-wrong').waitFor({ state: 'detached' })
  }
})

// @req FOR-005 FOR-006 FOR-016 FOR-024 DEV-001
test('a device is given a credential that is shown once, and the old one is refused when it is replaced', async () => {
  const { url, enter } = front()
  const page = await enter('station_master', {}, `${base}/deviceMge`)
  await expectPage(page, '前庭设备')
  for (const [tab, name, heads] of [
    ['加油机', '1 号机 Dispenser 1', ['机号', '名称', '图片', '状态', '协议配置', '创建时间']],
    ['液位仪', '液位仪 Tank gauge', ['名称', '地址', '协议', '创建时间']],
    ['打印机', '小票打印机 Receipt printer', ['名称', '地址', '协议', '创建时间']],
    ['设备', '自助终端 Self-service 1', ['名称', '类型', '在线', '最近通讯', '启用', '已发凭证', '黑名单版本', '分组', '软件版本']],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await page.getByRole('row', { name: new RegExp(name) }).waitFor()
    expect((await tableOf(page, '前庭设备')).heads).toEqual(heads)
  }
  const device = page.getByRole('row', { name: /Self-service 1/ })
  const shown = async () => {
    const dialog = page.getByRole('dialog', { name: /的凭证/ })
    const credential = await dialog.locator('code').innerText()
    await dialog.getByRole('button', { name: '我已保存' }).click()
    await dialog.waitFor({ state: 'detached' })
    return credential
  }
  const opens = async (credential: string) =>
    (
      await fetch(`${url}/api/v1/dispensers/status`, {
        method: 'POST',
        headers: { authorization: credential, 'content-type': 'application/json' },
        body: '{}',
      })
    ).status

  await device.getByRole('button', { name: '发放凭证' }).click()
  const first = await shown()
  expect(await opens(first)).toBe(200)
  await device.getByRole('button', { name: '更换凭证' }).click()
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '更换凭证' }).click()
  const second = await shown()
  expect([await opens(first), await opens(second)]).toEqual([401, 200])
  await settled(page)
  expect((await page.content()).includes(second)).toBe(false)
})

// @req FOR-013 FOR-014
test.each([
  ['zh', '连接状态服务', '加油机状态服务连接成功', '加油机状态服务连接失败'],
  ['en', 'Connect status service', 'The dispenser status service is connected', 'The dispenser status service could not be reached'],
] as const)('the dispenser status service says whether it answers (%s)', async (language, press, connected, failed) => {
  const page = await front().enter('station_master', { language }, `${base}/deviceMge`)
  const asked = page.waitForRequest(request => new URL(request.url()).pathname.endsWith('/dispensers/status'))
  await page.getByRole('button', { name: press }).click()
  await expectToast(page, connected)
  expect(new URL((await asked).url()).searchParams.get('stationId')).toBe(String(await stationHere(page)))

  await page.route('**/api/v1/dispensers/status*', route => route.abort())
  await page.getByRole('button', { name: press }).click()
  await expectToast(page, failed)
})

const isDevice = ({ path }: { path: string }) => path.startsWith('deviceMge')
// @req FOR-001 FOR-002 FOR-003 FOR-021 FOR-022 FOR-023
test.each(things.filter(thing => !isDevice(thing)))(
  '$noun: each of its fields is entered, stands in the list and in the form, is changed, and goes with it',
  async thing => {
    // Fuels are the company's; what stands at a station is its manager's.
    const role = thing.path === 'fuelMge' ? 'company_user' : 'station_master'
    await entersAndLeaves(await front().enter(role, {}, `${base}/${thing.path}`), thing)
  },
)

// @req FOR-004 FOR-005 FOR-006 FOR-024
test.each(things.filter(isDevice))(
  '$noun: it is entered on a tab of its own, stands there and in the form, is changed, and goes',
  async thing => {
    await entersAndLeaves(await front().enter('station_master', {}, `${base}/${thing.path}`), thing)
  },
)

// @req ORG-029 DEV-013
test.each([
  ['device', 'station_master', `${base}/deviceMge?tab=devices&record=new`],
  ['station', 'company_user', '/oilCompanyMge/addStations?record=new'],
] as const)('a second %s of the same name is asked about: after a no the form stays, after a yes it is added', async (kind, role, path) => {
  const { demo, enter } = front()
  const page = await enter(role, {}, path)
  const name = kind === 'device' ? '自助终端 Self-service 1' : demo.companies[0]!.stations[0]!.name
  const form = page.getByRole('dialog', { name: /^新增/ })
  await typed(form, 'name').fill(name)
  if (kind === 'station') await typed(form, 'code').fill('TWIN1')
  else
    await form
      .locator('[data-field=type]')
      .getByRole('combobox')
      .click()
      .then(() => page.keyboard.press('Enter'))
  const words = kind === 'station' ? `油站已存在：已有名为“${name}”的油站` : `设备已存在：该油站已有名为“${name}”的设备`
  const save = () => form.getByRole('button', { name: '保存' }).click()
  await save()
  const asked = page.getByRole('dialog', { name: '已存在' })
  await asked.getByText(`${words}。确定继续保存吗？`).waitFor()
  await asked.getByRole('button', { name: '取消' }).click()
  await form.getByText(words).waitFor()
  await expect.poll(() => form.locator('[data-field=name]').getAttribute('class')).toContain('k-wrong')

  await save()
  await asked.getByRole('button', { name: '继续保存' }).click()
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('tbody tr', { hasText: name }).count()).toBe(2)
})
