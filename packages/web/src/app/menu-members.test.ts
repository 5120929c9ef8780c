import { pageOf, pages, pagesOf, sections, accessName } from '@forecourt/contract'
import { expect, test, vi } from 'vitest'
import type { Profile } from '../core/session.ts'
import { setLanguage } from '../i18n/index.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
const root = { defaultRole: 'superAdmin', menus: { web: pagesOf('superAdmin').map(accessName) } } as unknown as Profile

// @req MEM-045 MEM-046 MEM-047 MEM-048
test('members have a heading of the menu that leads to their list; adding one and one member are reached from it', async () => {
  const { firstOf, menuOf } = await import('./menu.ts')
  setLanguage('zh')
  const heading = menuOf(root).find(({ name }) => name === 'memberCenter')!
  expect([heading.path, heading.label, firstOf('memberCenter', root)]).toEqual([
    '/memberCenter',
    '会员中心',
    '/memberCenter/personalMember',
  ])
  expect(sections.find(({ name }) => name === 'memberCenter')!.en).toBe('Members and fleets')
  expect(pages.some(({ path }) => path === '/memberCenter')).toBe(false)
  expect(pageOf('personalMember')).toMatchObject({ path: '/memberCenter/personalMember', zh: '个人会员', level: 'company' })
  expect(pageOf('addPersonalMember')).toMatchObject({ path: '/memberCenter/addPersonalMember', hidden: true, parent: 'personalMember' })
  expect(pageOf('personalMemberDetails')).toMatchObject({
    path: '/memberCenter/personalMemberDetails/{userId}',
    hidden: true,
    parent: 'personalMember',
  })
})
