import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AppFixture } from './app-fixture.ts'
import { ask, tell } from './visitor.ts'

/** What the dialogs that move money say, as far as their stories look at it. */
export const words = {
  zh: {
    needed: '还需填写：',
    least: '不能小于 0.01',
    notAmount: '请输入正确的数字，最多两位小数',
    differs: '与上面输入的',
    cancel: '取消',
    leave: '放弃',
    more: '更多',
    setPrice: '设置价格',
    history: '价格记录',
    back: (price: string) => `恢复为 ¥${price}`,
    corrected: '恢复原价',
    backAlready: '该价格已恢复',
    mostPrice: '不能大于 100,000.00',
    tenPercent: '变动超过 10%',
    refund: /^退款/,
    refundMost: '最多可退',
    other: '其他',
    pay: '收款',
    byCard: '刷卡支付',
    tooMuch: '超过待付金额',
    wechat: '微信',
    noCard: '未找到此卡',
    revoke: '撤销支付',
    topUp: '充值',
    giftOnly: '仅赠送',
    byAmount: '按金额',
    toppedUp: '充值成功',
    topUpNothing: '请填写充值金额或赠送金额',
    most: '不能大于 100,000,000.00',
    adjust: '余额调整',
    adjustMost: '最多减少',
    notZero: '调整金额不能为零',
    refundCharge: '充值退款',
    spent: '余额少于充值与赠金之和，不能退充值，请办理退卡',
    thaw: '解冻',
    assign: '划拨',
    withdraw: '收回',
    atMost: '最多',
  },
  en: {
    needed: 'Still needed: ',
    least: 'Must be at least 0.01',
    notAmount: 'Enter a number with at most two decimals',
    differs: 'Differs from the',
    cancel: 'Cancel',
    leave: 'Discard',
    more: 'More',
    setPrice: 'Set price',
    history: 'Price history',
    back: (price: string) => `Set back to ¥${price}`,
    corrected: 'Set back',
    backAlready: 'This price has been set back already',
    mostPrice: 'Must be at most 100,000.00',
    tenPercent: 'by more than 10%',
    refund: /^Refund/,
    refundMost: 'can be refunded',
    other: 'Other',
    pay: 'Take payment',
    byCard: 'Pay by card',
    tooMuch: 'still due',
    wechat: 'WeChat',
    noCard: 'Card not found',
    revoke: 'Revoke payment',
    topUp: 'Top up',
    giftOnly: 'Gift only',
    byAmount: 'Amount',
    toppedUp: 'Topped up',
    topUpNothing: 'Enter an amount or a gift',
    most: 'Must be at most 100,000,000.00',
    adjust: 'Adjust balance',
    adjustMost: 'can be deducted',
    notZero: 'must not be zero',
    refundCharge: 'Refund top-up',
    spent: 'Return the card instead',
    thaw: 'Unfreeze',
    assign: 'Allocate',
    withdraw: 'Take back',
    atMost: 'At most',
  },
}
export type Say = (typeof words)['zh' | 'en']

/** A dialog as a hand and an eye meet it: its fields by name, what is said under each, and what stands beside its button. */
export function form(page: Page, say: Say) {
  const dialog = page.getByRole('dialog').filter({ has: page.locator('.k-form') })
  const field = (name: string) => dialog.locator(`[data-field=${name}]`)
  const input = (name: string) => field(name).locator('input, textarea').first()
  const button = dialog.locator('button[type=submit]')
  const enter = async (name: string, text: string) => input(name).fill(text)
  /** What stands under a field, and why the button is off: at once, before anything was sent. */
  const refuses = async (name: string, fault: string) => {
    await field(name).locator('.k-fault').filter({ hasText: fault }).waitFor()
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => dialog.locator('.k-why-off').innerText()).toContain(fault)
  }
  const lacks = async (label?: string | RegExp) => {
    const why = dialog.locator('.k-why-off')
    await expect.poll(() => why.innerText()).toMatch(label ?? new RegExp(say.needed))
    expect(await button.getAttribute('aria-describedby')).toBe(await why.getAttribute('id'))
  }
  /** Sent in spite of that: nothing is done, no PIN is asked, and the field that is at fault has the focus. */
  const goesTo = async (name: string) => {
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => field(name).evaluate(place => place.contains(document.activeElement))).toBe(true)
    expect(await page.locator('input[autocomplete=one-time-code]').count()).toBe(0)
  }
  const twice = async (figure: string, wrong: string) => {
    await lacks()
    await goesTo('confirmAmountCents')
    await enter('confirmAmountCents', wrong)
    await refuses('confirmAmountCents', say.differs)
    await enter('confirmAmountCents', figure)
  }
  const ready = async () => {
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe(null)
  }
  const figures = () => dialog.locator('.k-before-after tbody tr').allInnerTexts()
  return { dialog, field, input, button, enter, refuses, lacks, goesTo, twice, ready, figures }
}

/** The PIN is asked now, and not before; it is declined, so that nothing is done. */
export async function asksForPin(page: Page, say: Say, { dialog }: { dialog: Locator }) {
  await page.keyboard.press('Control+Enter')
  await page.locator('input[autocomplete=one-time-code]').waitFor()
  await page.getByRole('dialog').last().getByRole('button', { name: say.cancel }).click()
  // Declining leads back into the form, from where Escape is heard.
  await page.locator('input[autocomplete=one-time-code]').waitFor({ state: 'detached' })
  await expect.poll(() => dialog.evaluate(place => place.contains(document.activeElement))).toBe(true)
}

/** From 100.00 on, an amount is entered twice in this company: what the demo sells reaches that, and not 10,000.00. */
export async function confirmFromHundred({ enter, leave }: AppFixture): Promise<void> {
  const page = await enter('admin')
  const { id, version } = (await ask<{ content: { id: number; version: number }[] }>(page, '/companies?size=1')).content[0]!
  await tell(page, 'PUT', `/companies/${id}/config`, { version, config: { confirm: { pricePercent: 10, amountCents: 100_00 } } })
  await leave(page)
}

/** Of cash that is paid into a card: nothing was handed over for it. */
export const withoutReceipt = (dialog: Locator): Promise<void> =>
  dialog.locator('[data-field=withoutReceipt]').getByRole('switch').press('Space')
