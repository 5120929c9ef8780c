import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clock, factsOf, filtersOf, firstRow, money, pane, wordsOf } from './list-reader.ts'
import { shopFront } from './shop-front.ts'
import { ask, settled, tell } from './visitor.ts'

const front = shopFront()
async function show(page: Page, path: string) {
  await page.goto(front().url + path)
  await settled(page)
}

// @req SAL-047 SAL-048 SAL-050 SAL-028
test('top-ups and card transactions are narrowed by their filters, and say in each column what moved on which card', async () => {
  const page = await front().enter('admin')
  const stationId = await page.evaluate(() => JSON.parse(localStorage.getItem('smartAtStation')!).id as number)
  const search = 'kind:personal,status:normal,value<100000'
  const {
    content: [card],
  } = await ask<{ content: { id: number; number: string; value: number; user: { name: string; mobile: string } }[] }>(
    page,
    `/userCards?search=${search}&size=1&expand=user`,
  )
  const { id, number, value, user } = card!
  const body = { stationId, amountCents: 123_45, giftCents: 6_78, payType: 'ali', remark: '开业活动' }
  const { createdDate } = await tell<{ createdDate: string }>(page, 'POST', `/userCards/${id}/charge`, body)
  const { name: operator } = await ask<{ name: string }>(page, '/users/profile')
  const topUp = {
    交易时间: clock(createdDate),
    持卡人: user.name,
    交易类型: '充值',
    退款状态: '未退款',
    支付方式: '支付宝',
    操作员: operator,
    手机号: user.mobile.replace(/^(\d{3})(\d{4})/, '$1 $2 '),
    油站: front().demo.companies[0]!.stations[0]!.name,
    开票状态: '未开票',
    备注: '开业活动',
  }
  const purses = { '金额（元）': '123.45', '本金（元）': '123.45', '赠金（元）': '0.00', '交易后余额（元）': money(value + 123_45) }
  const shown = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  await show(page, `/queryStatistics/rechargeHistory?userCard.number=${number}&type=charge`)
  expect(await filtersOf(page)).toEqual('交易时间 手机号 卡号 支付方式 退款状态 交易类型 收款班次 姓名 卡类型 金额（元）'.split(' '))
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
  const { 退款状态: _, 开票状态: __, ...movement } = topUp
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
