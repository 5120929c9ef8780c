import { expect, test } from 'vitest'
import { weights } from './web-weight.ts'

/** What the built files weigh does not depend on the machine: what grows beyond these is seen before it lands. */
test('the first page is light: the shell alone, home, log-in and the first list keep to what they may weigh', () => {
  const { shell, start, home, login, list, css } = weights()
  expect(shell).toBeLessThan(229)
  expect(start).toBeLessThan(240)
  expect(start + home).toBeLessThan(254)
  expect(login).toBeLessThan(46)
  expect(css).toBeLessThan(40)
  expect(list).toBeLessThan(278)
})

/**
 * They hold what only they use of the component library: the form of the log-in, the code that a device is paired by; what the three
 * pages of statistics share; or what is new, line by line and in both languages.
 */
const heavier: Record<string, number> = { 'login-page': 23, 'device-page': 14.5, 'statistic-page': 10, 'version-page': 24 }

test('a page brings little of its own', () => {
  const { pages } = weights()
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter(({ name, own }) => own > (heavier[name] ?? 8))).toEqual([])
})
