import { expect, test } from 'vitest'
import { weights } from './web-weight.ts'

/** What the built files weigh does not depend on the machine: what grows beyond these is seen before it lands. */
test('the first page is light: what all begin with, log-in, and whatever page is opened first, with all that it needs', () => {
  const { start, login, css, first } = weights()
  expect(start).toBeLessThan(184.6)
  expect(start + login).toBeLessThan(231.5)
  expect(css).toBeLessThan(25)
  const most = { home: 211.6, orders: 261.4, cards: 266.8, statistics: 240.4, classSettle: 256.6, staff: 244, record: 240.6 }
  expect(Object.keys(first).sort()).toEqual(Object.keys(most).sort())
  expect(Object.entries(first).filter(([page, weight]) => weight >= most[page as keyof typeof most])).toEqual([])
})

test('no page brings the schemas of the contract before it is drawn: they come with forms', () => {
  const { schemas } = weights()
  expect(schemas).toEqual({ all: true, first: [] })
})

test('a further page or dialog brings few words: its own and those of its records, one file for each language', () => {
  const { words } = weights()
  const ofPages = words.filter(({ name }) => !name.startsWith('all-'))
  expect(ofPages.length).toBeGreaterThan(60)
  expect(ofPages.filter(({ own }) => own > 11.4)).toEqual([])
})

/**
 * They hold what only they use of the component library: the form of the log-in, the code that a device is paired by; what the three
 * pages of statistics share; the chart of home and what it is made of; what is new, line by line and in both languages; a settlement
 * on paper, with what may be behind each difference; or are a whole wall, opened once in a week; the
 * goods of a shop with the five tabs of their stock, and how a file names their coupons; what draws codes.
 */
const heavier: Record<string, number> = {
  'login-page': 23,
  'device-page': 14.5,
  'home-page': 9,
  'statistic-page': 10,
  'data-screen-page': 17,
  'print-class-settle-page': 10,
  'print-day-settle-page': 8.6,
  'items-page': 13.1,
}

test('a page brings little of its own', () => {
  const { pages } = weights()
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter(({ name, own }) => own > (heavier[name] ?? 8))).toEqual([])
})
