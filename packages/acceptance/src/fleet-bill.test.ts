import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asOwner } from '../../server/src/testing/cluster.ts'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { form as dialogOf, words as ofMoney } from './money-dialogs.ts'
import { ask } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    bills: '单位账单',
    prepare: '生成账单',
    issue: '出账',
    issued: '已出账',
    lines: '加油明细',
    tab: '账单',
    print: '打印账单',
    sign: '单位确认',
  },
  en: {
    bills: 'Fleet bills',
    prepare: 'Draw up a bill',
    issue: 'Issue',
    issued: 'The bill has been issued',
    lines: 'Fills',
    tab: 'Bills',
    print: 'Print the bill',
    sign: 'For the fleet',
  },
}
const lastMonth = Temporal.Now.plainDateISO('Asia/Shanghai').with({ day: 15 }).subtract({ months: 1 }).toString()

/** A fleet that bought last month: a customer's card that has paid for fuel becomes its master, and its payment one of that month. */
const foundFleet = (name: string, company: number) =>
  asOwner(
    front().databaseUrl,
    `set session_replication_role = replica;
     create temporary table paid as select movement.id, movement.user_card_id, next_id() as fleet
       from user_card_detail movement join user_card card on card.id = movement.user_card_id and card.kind = 'personal'
       join sale_order sale on sale.id = movement.order_id and sale.type = 0
       where movement.company_id = ${company} and movement.type = 'consume' and card.group_id is null order by movement.id limit 1;
     insert into fleet (company_id, id, name, user_id) select ${company}, fleet, '${name}',
       (select user_id from user_role where company_id = ${company} and default_role = 'group_master') from paid;
     update fleet set user_id = null where company_id = ${company} and name <> '${name}';
     update user_role set fleet_id = paid.fleet from paid where company_id = ${company} and default_role = 'group_master';
     update user_card set kind = 'master', group_id = paid.fleet, issue_time = issue_time - interval '60 days' from paid
       where user_card.id = paid.user_card_id;
     update user_card_detail set created_date = '${lastMonth} 04:00+00' from paid where user_card_detail.id = paid.id`,
  )

const pane = (page: Page) => page.locator('#content .pane:visible')

test.each(languages())(
  'a clerk draws up and issues the bill of a fleet, a fill opens its order; the leader reads and prints it (%s)',
  async language => {
    const say = words[language]
    const name = `Story ${language}`
    await foundFleet(name, front().demo.companies[0]!.id)
    const clerk = await front().enter('station_bill', { language }, '/memberCenter/fleetBills')
    await expectPage(clerk, say.bills)
    await pane(clerk).getByRole('button', { name: say.prepare, exact: true }).press('Enter')
    const it = dialogOf(clerk, ofMoney[language])
    await it.field('groupId').getByRole('combobox').fill(name)
    await clerk.locator('.ant-select-item-option:visible', { hasText: name }).first().click()
    await it.enter('month', lastMonth)
    await clerk.keyboard.press('Enter')
    await clerk.keyboard.press('Control+Enter')
    await clerk.waitForURL('**/fleetBillDetails/*')
    const id = Number(/\d+$/.exec(new URL(clerk.url()).pathname)![0])

    await pane(clerk).getByRole('button', { name: say.issue, exact: true }).press('Enter')
    await clerk.getByRole('dialog').locator('button[type=submit]').waitFor()
    await clerk.keyboard.press('Control+Enter')
    await expectToast(clerk, say.issued)
    const bill = await ask<{ status: string; fills: number; netCents: number }>(clerk, `/fleetBills/${id}`)
    expect(bill).toMatchObject({ status: 'issued', fills: 1 })
    expect(await pane(clerk).getByRole('button', { name: say.issue, exact: true }).count()).toBe(0)
    const row = pane(clerk).getByRole('table', { name: say.lines }).locator('tbody tr').first()
    await row.focus()
    await row.press('Enter')
    await clerk.waitForURL('**/queryStatistics/*Details/*')

    const leader = await front().enter('group_master', { language })
    await leader.getByRole('radio', { name: say.tab, exact: true }).press('Space')
    await leader.getByRole('table', { name: say.tab }).locator('tbody tr').first().click()
    await leader.getByRole('heading', { name }).waitFor()
    expect(await leader.getByRole('button', { name: say.issue, exact: true }).count()).toBe(0)
    await leader.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', document.querySelector('.k-print-list')?.textContent ?? '')
    })
    await leader.getByRole('button', { name: say.print }).press('Enter')
    await expect.poll(() => leader.evaluate(() => document.documentElement.getAttribute('data-printed'))).toContain(say.sign)
  },
)
