import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawn } from '../../server/src/testing/sampling.ts'
import { effortOf, perform } from './effort-model.ts'
import { appFixture } from './app-fixture.ts'
import { tasks, type Known } from './tasks.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()

/** The numbers that somebody reads from a slip, a card or a telephone. */
async function known(page: Page): Promise<Known> {
  const { content: cards } = await ask<{ content: { number: string; user: { mobile: string } }[] }>(
    page,
    '/userCards?size=1&search=kind:personal,card.type:debit&expand=user',
  )
  const { content: orders } = await ask<{ content: { orderNo: string }[] }>(page, '/orders?size=1')
  return {
    order: orders[0]!.orderNo,
    card: cards[0]!.number,
    mobile: cards[0]!.user.mobile,
  }
}

test('twenty tasks of the trade by the keys alone take fewer steps than with a pointer', { timeout: 900_000 }, async () => {
  const page = await front().enter('admin', { language: 'en' })
  const all = tasks(await known(page))
  expect(all.length).toBeGreaterThanOrEqual(20)
  const table: string[] = []
  const slower: string[] = []
  for (const { name, from, byKeys, byPointer, done } of drawn('tasks', all, 8)) {
    for (const steps of [byKeys, byPointer]) {
      await page.evaluate(() => {
        sessionStorage.removeItem('smartTabs')
        document.cookie = 'sidebarStatus=1; path=/'
      })
      await page.goto(front().url + from)
      await settled(page)
      await perform(page, steps)
      await expect.poll(() => done(page), { message: `${name}: ${steps === byKeys ? 'keys' : 'pointer'}` }).toBe(true)
    }
    const [keys, pointer] = [effortOf(byKeys), effortOf(byPointer)]
    table.push(
      `${name.padEnd(70)} ${String(keys.steps).padStart(4)} ${String(pointer.steps).padStart(8)} ${String(keys.typed).padStart(6)}`,
    )
    if (keys.steps >= pointer.steps || keys.typed !== pointer.typed) slower.push(name)
  }
  console.log([`${''.padEnd(70)} keys  pointer  typed`, ...table].join('\n'))
  expect(slower).toEqual([])
})
