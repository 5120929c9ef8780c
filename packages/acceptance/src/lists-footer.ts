import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './visitor.ts'

export const pages = (page: Page) => page.getByRole('navigation', { name: '分页' })
export const shownRows = (page: Page) => page.locator('tbody tr[data-id]')
/** What stands in the footer of a list, from left to right; the pages once. */
export const footer = (page: Page) =>
  pages(page).evaluate(line => {
    const named = [...line.children].map(part => {
      if (part.matches('form')) return '前往'
      if (part.querySelector('[role=combobox]')) return '每页条数'
      return part.getAttribute('aria-label') ?? (part.matches('button, [aria-hidden]') ? '页码' : (part as HTMLElement).innerText)
    })
    return named.filter((name, at) => name !== named[at - 1])
  })

/** Fifteen rows to begin with; one page on, one back, and to a page by its number. */
export async function turnPages(page: Page) {
  const { totalElements } = await ask<{ totalElements: number }>(page, '/orders?search=status:success&size=1')
  expect(await shownRows(page).count()).toBe(15)
  expect(await footer(page)).toEqual([`共 ${totalElements.toLocaleString('en-US')} 条`, '每页条数', '上一页', '页码', '下一页', '前往'])
  const turn = pages(page)
  for (const [act, number] of [
    [() => turn.getByRole('button', { name: '下一页' }).click(), '2'],
    [() => turn.getByLabel('前往').fill('4'), '2'],
    [() => turn.getByLabel('前往').press('Enter'), '4'],
    [() => turn.getByRole('button', { name: '上一页' }).click(), '3'],
  ] as const) {
    await act()
    await expect.poll(() => turn.locator('[aria-current=page]').innerText()).toBe(number)
    expect(new URL(page.url()).searchParams.get('page')).toBe(number)
  }
}

/** With a clock that stands: 800 ms after its page is turned a list is at its top, and some way before it is not. */
export async function rollsUp(page: Page) {
  const pane = page.locator('.k-scroll')
  const scrolled = () => pane.evaluate(it => it.scrollTop)
  await pane.evaluate(it => it.scrollTo(0, it.scrollHeight))
  const from = await scrolled()
  expect(from).toBeGreaterThan(125)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await pages(page).getByRole('button', { name: '2', exact: true }).click()
  const after = async (ms: number) => {
    await page.clock.runFor(ms)
    return scrolled()
  }
  await expect.poll(() => after(10)).toBeLessThan(from)
  expect(await after(600)).toBeGreaterThan(0)
  expect(await after(200)).toBe(0)
  await page.clock.resume()
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

/** On a phone the rows scroll with their page: it rolls to where the list begins. */
export async function rollsUpOnPhone(page: Page) {
  const top = () => page.locator('.k-list').evaluate(list => list.getBoundingClientRect().top)
  const next = pages(page).getByRole('button', { name: '下一页' })
  await next.scrollIntoViewIfNeeded()
  expect(await top()).toBeLessThan(0)
  await next.click()
  await expect.poll(top).toBeGreaterThanOrEqual(0)
}
