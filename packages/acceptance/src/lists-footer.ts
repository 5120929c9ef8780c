import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './visitor.ts'

export const pages = (page: Page) => page.getByRole('navigation', { name: '分页' })
export const shownRows = (page: Page) => page.locator('tbody tr[data-id]')
/** What stands in the footer of a list, from left to right; the pages once. */
const footer = (page: Page) =>
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
