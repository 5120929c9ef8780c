import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clock, factsOf, filtersOf, firstRow, money, pane, rowsOf, wordsOf } from './list-reader.ts'
import { appFixture } from './app-fixture.ts'
import { ask, settled, stationHere, tell } from './visitor.ts'

const front = appFixture()
async function show(page: Page, path: string) {
  await page.goto(front().url + path)
  await settled(page)
}

/** A card of a member, as an administrator finds it. */
async function personalCard(page: Page) {
  const stationId = await stationHere(page)
  const search = 'kind:personal,card.type:debit,status:normal,value<100000'
  type Card = { id: number; number: string; value: number; user: { name: string; mobile: string } }
  const { content } = await ask<{ content: Card[] }>(page, `/userCards?search=${search}&size=1&expand=user`)
  return { stationId, ...content[0]! }
}

// @req SAL-047 SAL-048 SAL-050 SAL-028
test('top-ups and card transactions are narrowed by their filters, and say in each column what moved on which card', async () => {
  const page = await front().enter('admin')
  const { stationId, id, number, value, user } = await personalCard(page)
  const body = { stationId, amountCents: 123_45, giftCents: 6_78, payType: 'ali', remark: '开业活动' }
  const { createdDate } = await tell<{ createdDate: string }>(page, 'POST', `/userCards/${id}/charge`, body)
  const { name: operator } = await ask<{ name: string }>(page, '/users/profile')
  const topUp = {
    交易时间: clock(createdDate),
    持卡人: user.name,
    交易类型: '充值',
    退款状态: '未退款',
    支付方式: '支付宝',
    充值套餐: '—',
    收款凭证: '—',
    操作员: operator,
    手机号: user.mobile.replace(/^(\d{3})(\d{4})/, '$1 $2 '),
    油站: front().demo.companies[0]!.stations[0]!.name,
    开票状态: '未开票',
    备注: '开业活动',
  }
  const purses = { '金额（元）': '123.45', '本金（元）': '123.45', '赠金（元）': '0.00', '交易后余额（元）': money(value + 123_45) }
  const shown = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  await show(page, `/queryStatistics/rechargeHistory?userCard.number=${number}&type=charge`)
  expect(await filtersOf(page)).toEqual(
    '交易时间 手机号 卡号 支付方式 退款状态 收款凭证 交易类型 收款班次 姓名 卡类型 金额（元）'.split(' '),
  )
  expect(await firstRow(page)).toEqual({ ...topUp, ...purses, '欠款（元）': '0.00', 卡号: shown, 操作: '充值退款' })
  await pane(page).getByRole('button', { name: '导出', exact: true }).waitFor()

  await pane(page).locator('tbody tr').first().locator('td').nth(1).click()
  await page.waitForURL('**/rechargeDetails/*')
  await settled(page)
  expect(await factsOf(pane(page))).toEqual({ ...topUp, 卡: shown })
  expect(await wordsOf(pane(page).locator('.k-figures dd'))).toEqual(['¥123.45', '¥123.45', '¥0.00', `¥${money(value + 123_45)}`])
  for (const name of ['打印凭证', '充值退款']) await pane(page).getByRole('button', { name, exact: true }).waitFor()

  await show(page, `/queryStatistics/userCardDetails?userCard.number=${number}&type=chargeReward`)
  expect(await filtersOf(page)).toEqual(
    '交易时间 卡号 手机号 交易类型 支付方式 收款班次 姓名 卡 订单号 卡类型 金额（元） 时间存疑 操作员'.split(' '),
  )
  const { 退款状态: _, 开票状态: __, 充值套餐: ___, 收款凭证: ____, ...movement } = topUp
  expect(await firstRow(page)).toEqual({
    ...movement,
    卡号: shown,
    交易类型: '充值赠送',
    支付方式: '—',
    订单: '—',
    '金额（元）': '6.78',
    '本金（元）': '0.00',
    '赠金（元）': '6.78',
    '欠款（元）': '0.00',
    '交易后余额（元）': money(value + 123_45 + 6_78),
  })
  await pane(page).getByRole('button', { name: '导出', exact: true }).waitFor()
})

interface Movement {
  id: number
  type: string
  amountCents: number
  createdDate: string
}
/** Gives a top-up back, with the caller's PIN. */
async function giveBack(page: Page, cardId: number, detailId: number, amountCents: number) {
  const { pin } = front().demo.companies[0]!.accounts.find(({ role }) => role === 'admin')!
  const { id: me } = await ask<{ id: number }>(page, '/users/profile')
  const action = { action: 'card.refundCharge', subject: `userCardDetails:${detailId}`, amountCents }
  const { proof } = await tell<{ proof: string }>(page, 'POST', `/users/${me}/pin/verify`, { pin, ...action })
  await tell(page, 'POST', `/userCards/${cardId}/refundCharge`, { detailId, remark: '退', pinProof: proof })
}
const sum = (of: readonly Movement[]) => of.reduce((all, { amountCents }) => all + amountCents, 0)
const yuan = (cents: number) => `${cents < 0 ? '−' : ''}¥${money(Math.abs(cents))}`

// @req SAL-047 SAL-048 SAL-050
test('a top-up that was given back says so, and the sums of both lists tell it from what came in', async () => {
  const page = await front().enter('admin')
  const { stationId, id, number } = await personalCard(page)
  for (const amountCents of [200_00, 50_00])
    await tell(page, 'POST', `/userCards/${id}/charge`, {
      stationId,
      amountCents,
      giftCents: amountCents / 10,
      payType: 'cash',
      withoutReceipt: true,
    })
  const read = async () => {
    const { content } = await ask<{ content: Movement[] }>(page, `/userCardDetails?size=100&search=userCard.id:${id}&sort=id,desc`)
    return content.filter(({ createdDate }) => clock(createdDate).startsWith(clock(Temporal.Now.instant().toString()).slice(0, 10)))
  }
  const paid = (await read()).find(({ type, amountCents }) => type === 'charge' && amountCents === 50_00)!
  await giveBack(page, id, paid.id, 50_00)
  const rows = await read()
  const of = (type: string) => rows.filter(row => row.type === type)

  await show(page, `/queryStatistics/rechargeHistory?createdDate=today&userCard.number=${number}`)
  const kinds = ['charge', 'chargeReward', 'refundCharge', 'refundChargeReward'].map(of)
  const figures = pane(page).locator('.k-figures dd')
  expect(await wordsOf(figures)).toEqual([String(of('charge').length), ...kinds.map(kind => yuan(sum(kind))), yuan(sum(kinds.flat()))])
  await show(page, `/queryStatistics/userCardDetails?createdDate=today&userCard.number=${number}`)
  const [came, went] = [rows.filter(row => row.amountCents > 0), rows.filter(row => row.amountCents < 0)]
  expect(await wordsOf(figures)).toEqual([String(rows.length), yuan(sum(came)), yuan(-sum(went)), yuan(sum(rows))])

  await show(page, `/queryStatistics/rechargeDetails/${paid.id}`)
  expect(await factsOf(pane(page))).toMatchObject({ 退款状态: '已退款' })
  const [heads, ...together] = await rowsOf(page, '本次充值的全部变动')
  const shown = (line: readonly string[]) => [line[heads!.indexOf('交易类型')], line[heads!.indexOf('金额（元）')]]
  expect(together.map(shown)).toEqual(
    expect.arrayContaining([
      ['充值', '50.00'],
      ['充值赠送', '5.00'],
    ]),
  )
  expect(together).toHaveLength(2)
  expect((await rowsOf(page, '退款记录')).slice(1).map(shown)).toEqual([['充值退款', '−50.00']])
  expect(await pane(page).getByRole('button', { name: '充值退款', exact: true }).count()).toBe(0)
})
