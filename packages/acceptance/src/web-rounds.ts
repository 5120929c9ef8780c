import type { Page } from 'playwright-core'
import { follow } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'
import { load, median, megabytes, press, worksFor, type Loading } from './web-speed.ts'

/** One thing that is measured: ours, beside what it is compared with in the same breath. */
export interface Measure {
  readonly name: string
  readonly unit: string
  /** Ours is to be so many times the other; or, where there is no other, so much. */
  readonly goal: number
  /** More than this is a step back, and not the noise of a machine that has other things to do. */
  readonly most: number
  readonly ours: number[]
  readonly other: number[]
}

const names = {
  largest: ['home: largest paint, to a bare page', 'ms', 2, 6],
  blocked: ['home: blocked, to the usual home', 'ms', 0.6, 0.8],
  rows: ['50 × 20 cells anew, to antd Table', 'ms', 0.6, 0.75],
  all: ['all 50 rows selected, to antd Table', 'ms', 0.35, 0.35],
  back: ['back to an open list, to drawing it anew', 'ms', 0.5, 0.85],
  opened: ['lists: from the link to the rows', 'ms', 400, 800],
  again: ['lists: to the rows again', 'ms', 80, 160],
  heap: ['48 open pages, to 16', 'MB', 1.25, 1.3],
  shifted: ['home: moved by itself', '', 0.02, 0.02],
  // On a slow machine what home asks for next begins before the picture stands.
  requests: ['home: requests before the first paint', '', 25, 36],
} as const
type Name = keyof typeof names

export class Rounds {
  readonly measures: Record<Name, Measure>
  constructor() {
    const made = Object.entries(names).map(([key, [name, unit, goal, most]]) => [key, { name, unit, goal, most, ours: [], other: [] }])
    this.measures = Object.fromEntries(made) as Record<Name, Measure>
  }
  note(name: Name, ours: number, other?: number): void {
    this.measures[name].ours.push(ours)
    if (other !== undefined) this.measures[name].other.push(other)
  }
}

/** Of the medians; where nothing is compared, the median itself. */
export const share = ({ ours, other }: Measure): number => median(ours) / (other.length > 0 ? Math.max(median(other), 1) : 1)

/** Home as it is opened after a sign-in, the pages it is compared with just before and just after. */
export async function loads(rounds: Rounds, { home, bench }: { home: Page; bench: Page }, urls: { home: string; bench: string }) {
  const bare = await load(bench, `${urls.bench}/bare/bare.html`)
  const ours = await load(home, urls.home)
  const usual = await load(bench, `${urls.bench}/usual/usual.html`)
  rounds.note('largest', ours.largest, bare.largest)
  rounds.note('blocked', ours.blocked, usual.blocked)
  ofHome(rounds, ours)
}

/** What is compared with no other page. */
export function ofHome(rounds: Rounds, { shifted, requestsBeforePaint }: Loading): void {
  rounds.note('shifted', shifted)
  rounds.note('requests', requestsBeforePaint)
}

/** The same rows by both tables, warm: the first drawing of each is not counted. */
export async function tables(rounds: Rounds, bench: Page, url: string) {
  const spent = { antd: { rows: 0, all: 0 }, ours: { rows: 0, all: 0 } }
  for (const kind of ['antd', 'ours'] as const) {
    await bench.goto(`${url}/tables/tables.html?of=${kind}`)
    await bench.locator('tbody tr').nth(40).waitFor()
    await worksFor(bench, () => press(bench, '#next'))
    spent[kind].rows = await worksFor(bench, () => press(bench, '#next'))
    spent[kind].all = await worksFor(bench, () => press(bench, 'thead input[type=checkbox]'))
    if ((await bench.locator('tbody input:checked').count()) < 50) throw new Error('not all fifty are selected')
  }
  rounds.note('rows', spent.ours.rows, spent.antd.rows)
  rounds.note('all', spent.ours.all, spent.antd.all)
}

const list = '/queryStatistics/salesQuery/allQuery'

/** A list of fifty that is open behind another page comes to the front; then it is drawn anew. */
export async function switches(rounds: Rounds, page: Page) {
  const to = (path: string) => async () => {
    await follow(page, path)
    await page.locator('#content .pane:visible tbody tr[data-id]').nth(40).waitFor()
  }
  const away = async () => {
    await follow(page, '/person/personCenter')
    await page.locator('#content .pane:visible h2').first().waitFor()
    await settled(page)
  }
  await to(`${list}?size=50`)()
  await settled(page)
  await away()
  const back = await worksFor(page, to(`${list}?size=50`))
  await away()
  const anew = await worksFor(page, to(`/redirect${list}?size=50`))
  rounds.note('back', back, anew)
}

/** Lists of each kind: of sales, of payments, of cards' movements, of settled shifts. */
const lists = [
  list,
  '/queryStatistics/salesQuery/fuelQuery',
  '/queryStatistics/transactions',
  '/queryStatistics/userCardDetails',
  '/queryStatistics/classSettle',
]

/** Each list is opened for the first time after the page was loaded, and once more while it stands behind another page. */
export async function rows(rounds: Rounds, page: Page, home: string) {
  await load(page, home)
  for (const path of lists) {
    await follow(page, '/person/personCenter')
    await page.locator('#content .pane:visible h2').first().waitFor()
    await settled(page)
    rounds.note('opened', await page.evaluate(toRows, path))
    await settled(page)
    await follow(page, '/person/personCenter')
    await page.locator('#content .pane:visible h2').first().waitFor()
    await settled(page)
    rounds.note('again', await page.evaluate(toRows, path))
  }
}

/** Read in the page: follows a link. @returns for how many milliseconds its reader waits until rows are drawn */
async function toRows(path: string): Promise<number> {
  const begun = performance.now()
  history.pushState({}, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
  const drawn = () => [...document.querySelectorAll('#content .pane tbody tr[data-id]')].some(row => row.checkVisibility())
  while (!drawn()) await new Promise(done => requestAnimationFrame(done))
  return performance.now() - begun
}

/** Sixteen pages are opened, then two and thirty more. */
export async function heap(rounds: Rounds, page: Page) {
  const { content } = await ask<{ content: { id: number }[] }>(page, '/orders?size=48&search=status:success')
  const open = async (from: number, to: number) => {
    for (const { id } of content.slice(from, to)) {
      await follow(page, `/queryStatistics/salesQuery/allDetails/${id}`)
      await page.locator('#content .pane:visible h1').waitFor()
    }
    await settled(page)
    return megabytes(page)
  }
  const few = await open(0, 16)
  rounds.note('heap', await open(16, 48), few)
}
