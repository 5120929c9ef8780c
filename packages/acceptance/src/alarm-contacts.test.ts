import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectToast, languages, tell } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const forecourt = '/stationMge/vestibuleMge'
const words = {
  zh: {
    contacts: '报警值班',
    add: '新增报警值班人员',
    edit: /^编辑报警值班人员/,
    noAddress: '请填写手机号或邮箱',
    halfDuty: '值班时间须同时填写开始与结束，且两者不同',
    name: '夜班王强',
    friday: '周五',
    everyDay: '每天',
    high: '高液位',
    delete: '删除',
    deleted: '删除成功',
    details: '详情',
    alarms: '报警',
    messages: '通知记录',
    messagesOf: '报警通知记录',
    sms: '短信',
    waits: '待发送',
    events: '泵码事件',
    enter: '登记事件',
    enterOf: /^登记泵码事件/,
    entered: '已登记',
    nozzle: '1 号枪',
    test: '校验回罐',
    exchange: '换表',
    reason: '年度检定',
    tooLow: /旧表泵码不能更小/,
  },
  en: {
    contacts: 'Alarm contacts',
    add: 'Add contact',
    edit: /^Edit contact/,
    noAddress: 'Enter a mobile number or an email address',
    halfDuty: 'Enter both the beginning and the end of the duty, and two different times',
    name: 'Night Wang',
    friday: 'Fri',
    everyDay: 'Every day',
    high: 'High level',
    delete: 'Delete',
    deleted: 'Deleted',
    details: 'Details',
    alarms: 'Alarms',
    messages: 'Messages',
    messagesOf: 'Messages about this alarm',
    sms: 'SMS',
    waits: 'Waiting',
    events: 'Meter events',
    enter: 'Enter event',
    enterOf: /^Enter meter event/,
    entered: 'Event entered',
    nozzle: 'Nozzle 1',
    test: 'Tested, returned to tank',
    exchange: 'Exchanged',
    reason: 'Yearly verification',
    tooLow: /the reading before must not be lower/,
  },
}
type Say = (typeof words)['zh']

const field = (form: Locator, name: string) => form.locator(`[data-field=${name}]`)
const fill = (form: Locator, name: string, value: string) => field(form, name).locator('input, textarea').first().fill(value)
/** After a refusal the button takes nothing for a moment: nobody presses twice by mistake. */
const send = (form: Locator) => form.locator('button[type=submit]:not([aria-disabled])').press('Enter')
async function pick(form: Locator, name: string, option: string): Promise<void> {
  await field(form, name).getByRole('combobox').press('ArrowDown')
  await form.page().locator('.ant-select-item-option:visible', { hasText: option }).first().click()
  await field(form, name).locator('label').click()
}

/** A whole hour by the clock of the station, so many hours from now. */
const clock = (hours: number) =>
  Temporal.Now.zonedDateTimeISO('Asia/Shanghai').add({ hours }).toPlainTime().round('hour').toString({ smallestUnit: 'minute' })
/** On duty now, over midnight: it ends before the hour at which it begins, on the next day. */
const night = () => [clock(-2), clock(-4)] as const

/** Somebody is on duty over midnight; without an address nobody can be written to, and the form says so at once. */
async function addsContact(page: Page, say: Say, contacts: Locator): Promise<Locator> {
  await contacts.getByRole('button', { name: say.add }).press('Enter')
  const form = page.getByRole('dialog', { name: say.add })
  const [from, until] = night()
  await fill(form, 'name', say.name)
  await send(form)
  await field(form, 'mobile').getByText(say.noAddress).waitFor()
  await fill(form, 'mobile', '13900001234')
  await fill(form, 'dutyFrom', from)
  await send(form)
  await field(form, 'dutyUntil').getByText(say.halfDuty).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await fill(form, 'dutyUntil', until)
  await pick(form, 'kinds', say.high)
  await send(form)
  await form.waitFor({ state: 'hidden' })
  const row = contacts.getByRole('row').filter({ hasText: say.name })
  await row.filter({ hasText: `${say.everyDay} · ${from}–${until}` }).waitFor()
  for (const said of ['13900001234', say.high]) expect(await row.innerText()).toContain(said)
  expect(await issuesInEveryLook(page)).toEqual([])
  return row
}

/** A tank is fuller than it should be: the people on duty are written to, and the alarm says who that was. */
async function tankOverfills(page: Page, say: Say, number: number): Promise<void> {
  const { content } = await ask<{ content: { id: number }[] }>(page, `/tanks?search=number:${number}&sort=number`)
  const { id: tankId } = content[0]!
  await tell(page, 'POST', '/tankReadings/dips', { tankId, oilHeightMm: 2270, waterHeightMm: 0 })
  const written = async () =>
    (await ask<{ content: { name: string }[] }>(page, `/tankAlarmNotices?search=alarm.tank.id:${tankId},alarm.kind:high`)).content
  await expect.poll(async () => (await written()).map(({ name }) => name)).toContain(say.name)
  const row = page.locator('#content .pane:visible tbody tr').nth(number - 1)
  await row.getByRole('button', { name: say.details, exact: true }).press('Enter')
  const drawer = page.locator('.ant-drawer:visible')
  await drawer.getByRole('tab', { name: say.alarms }).click()
  const alarm = drawer.getByRole('row').filter({ hasText: say.high }).first()
  await alarm.getByRole('button', { name: say.messages }).press('Enter')
  const messages = page.getByRole('dialog', { name: say.messagesOf })
  await messages.getByRole('row').filter({ hasText: say.name }).filter({ hasText: say.sms }).filter({ hasText: say.waits }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await page.keyboard.press('Escape')
  await messages.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
}

test.each(languages())('people are on duty for the alarms of tanks, and are written to when one is raised (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language, mode: 'auto' }, `${forecourt}/tankMge`)
  const open = async () => {
    await page.locator('#content .pane:visible').getByRole('button', { name: say.contacts, exact: true }).press('Enter')
    const contacts = page.getByRole('dialog', { name: say.contacts })
    await contacts.getByRole('row').nth(1).waitFor()
    return contacts
  }
  const contacts = await open()
  await addsContact(page, say, contacts)
  await page.keyboard.press('Escape')
  await contacts.waitFor({ state: 'hidden' })
  await tankOverfills(page, say, language === 'zh' ? 1 : 2)

  // The duty is on Fridays only from now on; then the person leaves.
  const row = (await open()).getByRole('row').filter({ hasText: say.name })
  await row.press('Enter')
  const form = page.getByRole('dialog', { name: say.edit })
  await pick(form, 'weekdays', say.friday)
  await fill(form, 'email', 'night@example.com')
  await send(form)
  await form.waitFor({ state: 'hidden' })
  await row.filter({ hasText: `${say.friday} · ${night()[0]}` }).waitFor()
  expect(await row.innerText()).toContain('night@example.com')
  await row.getByRole('button', { name: say.delete, exact: true }).press('Enter')
  await page.locator('.ant-modal:visible').last().getByRole('button', { name: say.delete, exact: true }).press('Enter')
  await expectToast(page, say.deleted)
  await row.waitFor({ state: 'detached' })
})

/** A test of the meter is entered at its nozzle. */
async function entersTest(page: Page, say: Say, volume: string): Promise<void> {
  const row = page.locator('#content .pane:visible tbody tr').first()
  await row.getByRole('button', { name: say.events, exact: true }).press('Enter')
  const drawer = page.locator('.ant-drawer:visible')
  await drawer.getByRole('button', { name: say.enter, exact: true }).press('Enter')
  const form = page.getByRole('dialog', { name: say.enterOf })
  await fill(form, 'volumeCl', volume)
  await fill(form, 'reason', say.reason)
  await fill(form, 'document', 'JJG 443-118')
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(form)
  await expectToast(page, say.entered)
  const entered = drawer.getByRole('row').filter({ hasText: volume })
  await entered.filter({ hasText: say.reason }).filter({ hasText: 'JJG 443-118' }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
}

test.each(languages())('a test of a meter is entered at its nozzle, and stands with the running shift (%s)', async language => {
  const say = words[language]
  const volume = language === 'zh' ? '20.01' : '20.02'
  const page = await front().enter('station_master', { language, mode: 'auto' }, `${forecourt}/nozzleMge`)
  await entersTest(page, say, volume)

  await page.goto(`${front().url}/queryStatistics/classSettle`)
  await settled(page)
  await page.locator('#content .pane:visible').getByRole('button', { name: say.events, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: say.events, exact: true })
  const row = dialog.getByRole('row').filter({ hasText: volume })
  for (const said of [say.nozzle, say.test, say.reason]) await row.filter({ hasText: said }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])

  // A meter that was exchanged showed no less than what the last sale left it at.
  await dialog.getByRole('button', { name: say.enter, exact: true }).press('Enter')
  const form = page.getByRole('dialog', { name: say.enter, exact: true })
  await field(form, 'nozzleControlId').getByRole('combobox').click()
  await page.locator('.ant-select-item-option:visible').first().click()
  await form.getByText(say.exchange, { exact: true }).click()
  await fill(form, 'beforeCl', '0.01')
  await fill(form, 'afterCl', '0')
  await fill(form, 'reason', say.reason)
  await send(form)
  await field(form, 'beforeCl').getByText(say.tooLow).waitFor()
})
