import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from 'vitest'
import { appFixture, tell } from './app-fixture.ts'
import { settled } from './visitor.ts'

const front = appFixture()

// Decision O11: a link by mail or SMS when that is set up, and otherwise shown to anyone who manages the person.
test('an invitation that nobody sends is read in the outbox, and is over when it was used', async () => {
  const { url, enter, visit } = front()
  const page = await enter('admin')
  const hired = { name: '新员工', mobile: '13911112222', roles: [{ defaultRole: 'company_user' }] }
  const { id } = await tell<{ id: number }>(page, 'POST', '/users', hired)
  await tell(page, 'POST', `/users/${id}/invitation`)

  await page.goto(`${url}/maintenance/messageOutbox`)
  await page.getByText('演示油企的消息不会发出').waitFor()
  await settled(page)
  const row = page.locator('tbody tr', { hasText: '新员工' }).first()
  await expect.poll(() => row.innerText()).toMatch(/新员工[\s\S]*邀请[\s\S]*短信[\s\S]*139\*{4}2222[\s\S]*待发送/)
  await row.getByText('邀请', { exact: true }).click()
  const drawer = page.getByRole('dialog').filter({ hasText: '发送至 13911112222' })
  await expect.poll(() => drawer.innerText()).toContain('••••••')
  await drawer.getByRole('button', { name: '显示链接' }).click()
  const link = await drawer.getByRole('textbox', { name: '链接' }).inputValue()
  expect(link).toMatch(/\/login#invitation=[\w-]{43}$/)
  await settled(page)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])

  const there = await visit()
  await there.goto(`${url}${link.slice(link.indexOf('/login'))}`)
  await there.locator('input[type=password]').first().fill('heron-on-the-bank-9')
  await there.locator('input[type=password]').last().fill('heron-on-the-bank-9')
  await there.locator('button[type=submit]').click()
  await there.getByText('新员工').waitFor()

  await page.goto(`${url}/maintenance/messageOutbox`)
  await settled(page)
  await expect.poll(() => row.innerText()).toContain('已失效')
  // The list does not follow by itself what is done meanwhile.
  const jobs = async () => {
    await page.goto(`${url}/maintenance/backgroundJobs`)
    await settled(page)
    return page.locator('tbody tr', { hasText: '发送消息' }).first().innerText()
  }
  await expect.poll(jobs).toMatch(/发送消息[\s\S]*完成/)
})

test('a station master has neither the outbox nor the jobs, and the server sends them none', async () => {
  const { url, enter } = front()
  const page = await enter('station_master')
  for (const [path, call] of [
    ['messageOutbox', 'outboxMessages'],
    ['backgroundJobs', 'jobs'],
  ]) {
    await page.goto(`${url}/maintenance/${path}`)
    await page.waitForURL('**/noAccess**')
    const status = await page.evaluate(async name => {
      const headers = { authorization: localStorage.getItem('smartToken') ?? '' }
      return (await fetch(`/api/v1/${name}`, { headers })).status
    }, call)
    expect(status).toBe(403)
  }
})
