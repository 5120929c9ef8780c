import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { form as dialogOf, words as ofMoney } from './money-dialogs.ts'
import { ask, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    add: '新增单位会员',
    open: '开户',
    gift: '档位“柴油 3% · Diesel 3%”：赠送 ¥150.00',
    share: '共享',
    wechat: '微信',
    employees: '员工',
    import: '导入员工',
    begin: '开始导入',
    partial: '部分成功',
    badMobile: '手机号不正确',
    subs: '子卡',
    addSub: '新增副卡',
    issued: '已发卡',
    more: '更多',
    mode: '更改资金方式',
    toAssign: '副卡余额从零开始',
    modeDone: '资金方式已改为分配',
    all: '批量划拨',
    assigned: '已划拨',
    stop: '停用全部卡',
    stopped: '此单位的全部卡已停用',
    start: '恢复使用',
    started: '已恢复使用',
    short: '余额不足',
    columns: '每张相同',
    assign: '划拨',
  },
  en: {
    add: 'New fleet',
    open: 'Open fleet',
    gift: 'Tier “柴油 3% · Diesel 3%”: gift ¥150.00',
    share: 'Shared',
    wechat: 'WeChat',
    employees: 'Employees',
    import: 'Import employees',
    begin: 'Import',
    partial: 'Partial success',
    badMobile: 'Wrong mobile number',
    subs: 'Sub cards',
    addSub: 'Add sub card',
    issued: 'Card issued',
    more: 'More',
    mode: 'Change fund allocation',
    toAssign: 'sub cards begin empty',
    modeDone: 'Fund allocation changed to Allocated',
    all: 'Allocate to all',
    assigned: 'Allocated',
    stop: 'Stop all cards',
    stopped: 'All cards of this fleet are stopped',
    start: 'Let cards be used again',
    started: 'The cards can be used again',
    short: 'is insufficient',
    columns: 'The same to each',
    assign: 'Allocate',
  },
}
type Say = (typeof words)['zh' | 'en']

const pane = (page: Page) => page.locator('#content .pane:visible')
const fieldOf = (place: Locator, name: string) => place.locator(`[data-field=${name}]`).first()
const enter = (place: Locator, name: string, text: string) => fieldOf(place, name).locator('input, textarea').first().fill(text)
async function pick(page: Page, place: Locator, name: string, option?: string) {
  await fieldOf(place, name).getByRole('combobox').press('ArrowDown')
  const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await (option ? offered.filter({ hasText: option }) : offered).first().click()
}
const tab = (page: Page, name: string) => pane(page).getByRole('tab', { name, exact: true }).click()
const submit = (place: Locator) => place.locator('button[type=submit]').press('Enter')

/** A fleet with leader, master card and its first top-up, in one form. @returns the id of the master card */
async function openFleet(page: Page, say: Say, mark: string, number: string): Promise<number> {
  await expectPage(page, say.add)
  const place = pane(page)
  await enter(place, 'name', `远航物流${mark}`)
  await enter(place, 'leaderMobile', `1370000${number.slice(-4)}`)
  await enter(place, 'leaderName', '陶远')
  await pick(page, place, 'valueMode', say.share)
  await enter(place, 'masterNumber', number)
  await pick(page, place, 'cardId')
  await fieldOf(place, 'identityChecked').getByRole('switch').press('Space')
  await enter(place, 'amountCents', '5000')
  await place.getByText(say.gift, { exact: true }).waitFor()
  await pick(page, place, 'payType', say.wechat)
  await submit(place)
  await page.waitForURL('**/memberCenter/assgin/*')
  await expectPage(page, `远航物流${mark}`)
  return Number(page.url().match(/assgin\/(\d+)/)![1])
}

/** 30 lines of which three are wrong. */
function employeesFile(mark: string): string {
  const good = Array.from(
    { length: 27 },
    (_, turn) => `136${mark}00000${String(turn).padStart(2, '0')},司机${turn},一队,,沪C${mark}00${String(turn).padStart(2, '0')},柴油`,
  )
  const wrong = ['12345,短号,一队,,,', `136${mark}0000090,无油,一队,,沪C${mark}0090,`, ',无号,一队,,,']
  return ['手机号,姓名,部门,邮箱,车牌号,燃油类型', ...good, ...wrong].join('\n')
}

/** What a card pays for 16 litres at 7.50, as a hand at the counter has it paid. */
const fill = async (page: Page, cardNumber: string) => {
  const { demo, url } = front()
  const station = demo.companies[0]!.stations[0]!
  const device = station.devices.find(({ credential }) => credential)!
  const headers = { authorization: device.credential!, 'content-type': 'application/json' }
  const { lastSequence } = (await (await fetch(`${url}/api/v1/devices/${device.id}/gaps`, { headers })).json()) as { lastSequence: number }
  const sale = { sequence: lastSequence + 1, nozzleControlId: station.nozzles[0]!.id, lineItems: [{ volumeCl: 16_00, priceCents: 7_50 }] }
  const reply = await fetch(`${url}/api/v1/orders`, { method: 'POST', headers, body: JSON.stringify(sale) })
  expect(reply.status, await reply.clone().text()).toBe(200)
  const { id } = (await reply.json()) as { id: number }
  return tell<{ status: string }>(page, 'POST', `/orders/${id}/cardPay`, { cardNumber }, station.id).then(
    () => 'paid',
    (error: Error) => error.message,
  )
}

async function importEmployees(page: Page, say: Say, mark: string) {
  await tab(page, say.employees)
  await pane(page).getByRole('button', { name: say.import, exact: true }).click()
  const imports = page.getByRole('dialog')
  await imports
    .locator('input[type=file]')
    .setInputFiles({ name: 'drivers.csv', mimeType: 'text/csv', buffer: Buffer.from(employeesFile(mark)) })
  await imports.getByRole('button', { name: 'drivers.csv' }).waitFor()
  await submit(imports)
  await imports.getByText(say.partial).first().waitFor()
  await imports.getByText(say.badMobile).first().waitFor()
  await page.keyboard.press('Escape')
  await imports.waitFor({ state: 'detached' })
}

/** The whole fleet at once, by its typed name. */
async function stopAndStart(page: Page, language: 'zh' | 'en', name: string, pays: () => Promise<string>) {
  const say = words[language]
  const choose = async (act: string) => {
    await pane(page).getByRole('button', { name: say.more, exact: true }).first().click()
    await page.getByRole('menuitem', { name: act, exact: true }).click()
  }
  await choose(say.stop)
  const stop = dialogOf(page, ofMoney[language])
  await stop.enter('confirmName', '远洋')
  await stop.refuses('confirmName', name)
  await stop.enter('confirmName', name)
  await stop.ready()
  await page.keyboard.press('Control+Enter')
  await pane(page).getByText(say.stopped).waitFor()
  expect(await pays()).toContain('fleet.stopped')
  await choose(say.start)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, say.started)
  await pane(page).getByText(say.stopped).waitFor({ state: 'detached' })
}

// @req FLT-001 FLT-002 FLT-003 FLT-005 FLT-010 FLT-013
test.each(languages())(
  'a fleet is opened, its employees come from a file, its sub cards share, then each has its own, and all are stopped and started (%s)',
  async language => {
    const say = words[language]
    const [mark, number] = language === 'zh' ? ['1', '66880000000001'] : ['2', '66880000000002']
    const page = await front().enter('station_master', { language }, '/memberCenter/addUnitMember')
    const master = await openFleet(page, say, mark, number)

    await importEmployees(page, say, mark)
    const fleet = (await ask<{ groupId: number }>(page, `/userCards/${master}`)).groupId
    expect(await ask<{ employeeCount: number }>(page, `/groups/${fleet}`)).toMatchObject({ employeeCount: 27, valueMode: 'share' })

    // A sub card of one driver, with 200.00 a day.
    await tab(page, say.subs)
    await pane(page).getByRole('button', { name: say.addSub }).first().click()
    const sub = page.getByRole('dialog')
    await enter(sub, 'number', `${number}7`)
    await fieldOf(sub, 'userId').getByRole('combobox').fill('司机3')
    await pick(page, sub, 'userId', '司机3')
    await enter(sub, 'name', `沪C${mark}0003`)
    await enter(sub, 'dayCentsMax', '200')
    await submit(sub)
    await sub.waitFor({ state: 'detached' })
    await pane(page)
      .locator('tbody tr[data-id]', { hasText: `沪C${mark}0003` })
      .waitFor()

    // It spends the master's money, within its own day.
    expect(await fill(page, `${number}7`)).toBe('paid')
    expect(await fill(page, `${number}7`)).toContain('card.dayLimit')
    expect(await ask<{ principalCents: number }>(page, `/userCards/${master}`)).toMatchObject({ principalCents: 4880_00 })

    // From now on each spends its own.
    await pane(page).getByRole('button', { name: say.more, exact: true }).first().click()
    await page.getByRole('menuitem', { name: say.mode }).click()
    const mode = dialogOf(page, ofMoney[language])
    await mode.dialog.getByText(say.toAssign, { exact: false }).waitFor()
    await page.keyboard.press('Control+Enter')
    await expectToast(page, say.modeDone)
    await mode.dialog.waitFor({ state: 'detached' })

    await pane(page).getByRole('button', { name: say.all, exact: true }).click()
    const all = dialogOf(page, ofMoney[language])
    await all.enter('eachCents', '6000')
    await all.refuses('eachCents', say.short)
    await all.enter('eachCents', '300')
    await all.ready()
    await page.keyboard.press('Control+Enter')
    await expectToast(page, say.assigned)
    await all.dialog.waitFor({ state: 'detached' })
    await pane(page).locator('tbody tr[data-id]', { hasText: '300.00' }).waitFor()

    await stopAndStart(page, language, `远航物流${mark}`, () => fill(page, `${number}7`))
    await front().leave(page)
  },
)

// @req FLT-019 FLT-002 MEM-018
test.each(languages())('a leader gives chosen drivers their money in one act, each an amount of its own (%s)', async language => {
  const say = words[language]
  const page = await front().enter('group_master', { language })
  await page.waitForURL('**/assginMge/*')
  const rows = page.locator('tbody tr[data-id]')
  await rows.first().waitFor()
  const before = await rows.allInnerTexts()
  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check()
  await page.getByRole('region').getByRole('button', { name: say.assign, exact: true }).click()
  const many = dialogOf(page, ofMoney[language])
  await many.dialog.getByLabel(say.columns, { exact: true }).fill('10')
  const amounts = many.dialog.locator('.card-amounts input')
  expect(await amounts.count()).toBe(3)
  await amounts.nth(2).fill('12.50')
  await many.dialog.getByText('22.50').first().waitFor()
  await many.ready()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, say.assigned)
  await expect.poll(() => rows.allInnerTexts()).not.toEqual(before)
  await front().leave(page)
})
