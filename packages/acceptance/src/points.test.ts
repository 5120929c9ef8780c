import type { Locator, Page } from 'playwright-core'
import { test } from 'vitest'
import { appFixture, expectPage, languages } from './app-fixture.ts'
import { ask, settled, stationHere, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    services: '增值服务',
    blocks: ['储值卡', '积分', '会员等级'],
    open: '开通储值卡',
    edit: /^编辑积分卡/,
    rule: '每元 2 分',
    give: '赠送积分',
    deduct: '扣减积分',
    most: '最多 50 分',
    openLevel: '开通会员等级',
    next: /距金卡 Gold还差 2,000/,
    given: '赠送',
    ok: '确定',
  },
  en: {
    services: 'Services',
    blocks: ['Stored-value cards', 'Points', 'Member levels'],
    open: 'Open a stored-value product',
    edit: /^Edit 积分卡/,
    rule: '2 for each unit of currency',
    give: 'Give points',
    deduct: 'Deduct points',
    most: 'At most 50',
    openLevel: 'Open level account',
    next: /2,000 to 金卡 Gold/,
    given: 'Given',
    ok: 'OK',
  },
} as const
type Say = (typeof words)['zh' | 'en']

const pane = (page: Page) => page.locator('#content .pane:visible')
const field = (within: Locator, name: string) => within.locator(`[data-field=${name}] input`).first()
async function goTo(page: Page, path: string) {
  await page.goto(`${front().url}${path}`)
  await settled(page)
}

/** Each service in a block of its own; another product is opened, and the rule of points is changed, by keys. */
async function keepsServices(page: Page, say: Say, name: string) {
  await goTo(page, '/memberCenter/addedValueServices')
  await expectPage(page, say.services)
  for (const block of say.blocks) await pane(page).getByRole('heading', { level: 2, name: block, exact: true }).waitFor()
  await pane(page).getByRole('link', { name: say.open, exact: true }).press('Enter')
  await expectPage(page, say.open)
  await field(pane(page), 'name').fill(name)
  await page.keyboard.press('Control+Enter')
  await pane(page).getByRole('listitem').filter({ hasText: name }).waitFor()

  await pane(page).getByRole('link', { name: say.edit }).press('Enter')
  await field(pane(page), 'points').fill('2')
  await page.keyboard.press('Control+Enter')
  await pane(page).getByRole('listitem').filter({ hasText: say.rule }).waitFor()
}

/** A member with an account of points and none of levels, as the counter made it. */
async function joins(page: Page, mobile: string): Promise<number> {
  const stationId = await stationHere(page)
  const [stored, score] = (await ask<{ content: { id: number }[] }>(page, '/cards?search=type!level&sort=id,asc')).content
  const facts = { number: `6260${mobile}`, cardId: stored!.id, holderName: 'Wang Fang', holderMobile: mobile }
  const { userId } = await tell<{ userId: number }>(page, 'POST', '/userCards', facts, stationId)
  return (await tell<{ id: number }>(page, 'POST', `/services/${score!.id}/accounts`, { userId }, stationId)).id
}

async function sendWithPin(page: Page, say: Say, dialog: Locator) {
  const pin = front().demo.companies[0]!.accounts.find(({ role }) => role === 'admin')!.pin
  await page.keyboard.press('Control+Enter')
  await page.locator('input[autocomplete=one-time-code]').fill(pin)
  await page.getByRole('button', { name: say.ok, exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

async function acts(page: Page, label: string, points: string): Promise<Locator> {
  await pane(page).getByRole('button', { name: label, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog').last()
  await field(dialog, 'points').fill(points)
  await dialog.locator('[data-field=remark]').locator('input, textarea').first().fill('Complaint')
  return dialog
}

// @req MEM-026 MEM-050 MEM-051 MEM-052
test.each(languages())('services are opened and changed, a member is given points and offered a level (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language })
  await keepsServices(page, say, `Gift card ${language}`)

  await goTo(page, `/stationCards/cardCostHistory/${await joins(page, language === 'zh' ? '13912340001' : '13912340002')}`)
  await sendWithPin(page, say, await acts(page, say.give, '50'))
  await pane(page).getByRole('row').filter({ hasText: say.given }).filter({ hasText: '50' }).waitFor()
  const dialog = await acts(page, say.deduct, '51')
  await dialog.locator('[data-field=points]').getByText(say.most).waitFor()
  await field(dialog, 'points').fill('20')
  await sendWithPin(page, say, dialog)
  await pane(page).getByRole('row').filter({ hasText: '30' }).filter({ hasText: '20' }).first().waitFor()

  await pane(page).getByRole('button', { name: say.openLevel, exact: true }).press('Enter')
  await pane(page).getByText(say.next).waitFor()
})
