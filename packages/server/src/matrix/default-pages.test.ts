import { pages, pagesOf, roles, type Role } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { expectedPages } from './expected.ts'

const openToAll = ['login', '404', 'noAccess', 'home', 'personCenter', 'version', 'gallery', 'analyse']

// @req ACC-085
test.each(roles.map(role => [role]))('%s opens by default the pages of the matrix and no others', (role: Role) => {
  const own = [...expectedPages].flatMap(([name, opening]) => (opening.has(role) ? [name] : []))
  expect([...pagesOf(role)].toSorted()).toEqual([...openToAll, ...own].toSorted())
})

// @req ACC-085
test('every page that is not open to everyone stands in the matrix, and no other', () => {
  expect(expectedPages.size).toBeGreaterThan(50)
  expect([...openToAll, ...expectedPages.keys()].toSorted()).toEqual(pages.map(({ name }) => name as string).toSorted())
})
