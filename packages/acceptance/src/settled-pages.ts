import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { amount, clockOf, count, minuteOf, saysBlocks, shiftName, signed, type Kind, type Settle } from './settled-tables.ts'
import { columnsOffered, filtersOffered, tableOf } from './shown.ts'
import { ask, settled } from './visitor.ts'

const titles = {
  classSettle: { list: 'Shift reports', one: 'Shift settlement', print: '/printClassSettle/' },
  daySettle: { list: 'Daily reports', one: 'Day settlement', print: '/printDaySettle/' },
} as const

const figuresOf = (settle: Settle) => [
  ['Sales', `¥${amount(settle['salesCents'])}`],
  ['Litres', `${amount(settle['volumeCl'])} L`],
  ['Orders', count(settle['orders'])],
  ['Received', `¥${amount(settle['paidCents'])}`],
  ['Top-ups', `¥${amount(settle['topUpCents'])}`],
  ['Over/short', signed(settle['differenceCents']).replace(/^([+−]?)/, '$1¥')],
]
const pairsIn = (list: Locator) =>
  list
    .locator('dt')
    .evaluateAll(all =>
      all.map(each => [
        (each as HTMLElement).innerText.trim(),
        (each.nextElementSibling as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim(),
      ]),
    )

/** The page of a settlement: its figures, its tables, and for a shift the way from sales to what was received. */
export async function saysSettlement(page: Page, kind: Kind, settle: Settle): Promise<void> {
  const pane = page.locator('#content .pane:visible')
  await pane.getByRole('heading', { level: 1, name: titles[kind].one }).waitFor()
  expect(await pairsIn(pane.locator('.k-figures').first())).toEqual(figuresOf(settle))
  await saysBlocks(pane, kind, settle, 'page')
  if (kind === 'classSettle') expect(await pairsIn(pane.locator('dl.settle-bridge'))).toEqual(bridgeOf(settle))
}

const bridgeOf = (settle: Settle) => [
  ['Sales', amount(settle['salesCents'])],
  ['less carried over, unpaid', amount(-settle['unpaidCents'] || 0)],
  ...(settle['closedCents'] ? [['less written off', amount(-settle['closedCents'])]] : []),
  ['plus paid for earlier shifts', amount(settle['earlierCents'])],
  ['Received', amount(settle['paidCents'])],
]

/** The paper of a settlement, without the shell around it: its head, its tables, and the lines to sign on. */
export async function saysPaper(page: Page, kind: Kind, settle: Settle): Promise<void> {
  const paper = page.locator('main')
  await paper.getByRole('heading', { level: 1, name: titles[kind].one }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`${titles[kind].print}${settle['id']}`)
  expect(await page.getByRole('navigation').count()).toBe(0)
  const facts = Object.fromEntries(await pairsIn(paper.locator('.k-sheet-facts')))
  expect(facts).toMatchObject({
    Station: settle['stationName'],
    Period: `${clockOf(settle['startTime'])} – ${clockOf(settle['endTime'])}`,
    Orders: count(settle['orders']),
    ...(kind === 'classSettle'
      ? { Shift: shiftName(settle), 'Closed by': settle['employeeName'] }
      : {
          'Business day': settle['businessDay'],
          'Settled by': settle['employeeName'],
          Sales: `¥${amount(settle['salesCents'])}`,
          Litres: `${amount(settle['volumeCl'])} L`,
        }),
  })
  await saysBlocks(paper, kind, settle, 'paper')
  if (kind === 'classSettle') {
    const { rows } = await tableOf(paper, 'From sales to money received')
    expect(rows).toEqual(bridgeOf(settle))
  }
}

const cellsOf = {
  classSettle: (row: Settle) => [
    shiftName(row),
    { closed: 'Closed', forced: 'Forced close', naturalDay: 'Natural day' }[row['state'] as string],
    minuteOf(row['endTime']),
    ...['salesCents', 'paidCents', 'expectedCents', 'countedCents'].map(field => amount(row[field])),
    signed(row['differenceCents']),
    row['employeeName'],
  ],
  daySettle: (row: Settle) => [
    row['businessDay'],
    count(row['shifts']),
    ...['volumeCl', 'salesCents', 'paidCents', 'expectedCents', 'countedCents'].map(field => amount(row[field])),
    signed(row['differenceCents']),
    row['employeeName'],
  ],
}
const offered = {
  classSettle: {
    shown: ['Shift', 'State', 'Shift ended', 'Sales (¥)', 'Received (¥)', 'Expected (¥)', 'Counted (¥)', 'Over/short (¥)', 'Closed by'],
    hidden: [
      'Litres (L)',
      'Orders',
      'Top-ups (¥)',
      'Carried over (¥)',
      'Shift started',
      'Reason for the difference',
      'Discount (¥)',
      'Pieces',
      'Note',
      'Station',
    ],
    filters: [
      'Business day',
      'State',
      'Settled at',
      'Closed by',
      'Shift no.',
      'Over/short (¥)',
      'Sales (¥)',
      'Carried over (¥)',
      'Shift',
      'Note',
    ],
  },
  daySettle: {
    shown: [
      'Business day',
      'Shifts',
      'Litres (L)',
      'Sales (¥)',
      'Received (¥)',
      'Expected (¥)',
      'Counted (¥)',
      'Over/short (¥)',
      'Settled by',
    ],
    hidden: ['Orders', 'Top-ups (¥)', 'Carried over (¥)', 'Reason for the difference', 'Note', 'Station'],
    filters: ['Business day', 'Settled by', 'Over/short (¥)', 'Sales (¥)', 'Note'],
  },
} as const

/** The list of settlements: the latest first, what it shows and offers; a row leads to its print, and to its page. */
export async function saysList(page: Page, kind: Kind): Promise<void> {
  const { list, print } = titles[kind]
  const pane = page.locator('#content .pane:visible')
  await page.goto(new URL(`/queryStatistics/${kind}`, page.url()).href)
  await settled(page)
  await pane.getByRole('heading', { level: 1, name: list }).waitFor()
  const { content } = await ask<{ content: Settle[] }>(page, `/${kind}s?size=5`)
  const { heads, rows } = await tableOf(pane, list)
  expect(heads).toEqual(offered[kind].shown)
  expect(rows.slice(0, content.length)).toEqual(content.map(cellsOf[kind]))
  const { shown, hidden } = await columnsOffered(page)
  expect({ shown, hidden, filters: await filtersOffered(page) }).toEqual(offered[kind])
  const first = pane.getByRole('table', { name: list, exact: true }).locator('tbody tr').first()
  await first.getByRole('link', { name: 'Print' }).click()
  await page.waitForURL(`**${print}${content[0]!['id']}`)
  await page.goBack()
  await first.locator('.k-opener').click()
  await page.waitForURL(`**/${kind}Details/${content[0]!['id']}`)
}
