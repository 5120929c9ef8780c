import { groups, pages, pagesOf, sections, accessName } from '@forecourt/contract'
import { expect, test, vi } from 'vitest'
import type { Profile } from '../core/session.ts'
import { setLanguage } from '../i18n/index.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
const root = { defaultRole: 'superAdmin', menus: { web: pagesOf('superAdmin').map(accessName) } } as unknown as Profile

// @req CRD-068 CRD-074
test.each([
  ['cardBusiness', '卡业务', 'Card production', '/maintenance/cardBusiness/importCards'],
  ['stationCards', '油站卡务', 'Card desk', '/stationCards/readCardQuery'],
])('cards have two headings: %s is called %s, %s, and leads to %s', async (name, zh, en, first) => {
  const { firstOf, menuOf } = await import('./menu.ts')
  setLanguage('zh')
  const heading = menuOf(root)
    .flatMap(line => [line, ...(line.lines ?? [])])
    .find(line => line.name === name)!
  expect([heading.label, firstOf(name, root)]).toEqual([zh, first])
  expect([...sections, ...groups].find(each => each.name === name)!.en).toBe(en)
  expect(pages.some(page => page.path === heading.path)).toBe(false)
})
