import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { appFixture, type AppFixture } from './app-fixture.ts'
import { ask, settled, signIn } from './visitor.ts'

/** The real records of a fuel-card issuer, where the folder that holds them is named. */
const { REAL_DATA_DIR: given } = process.env
const realData = given ? join(given, 'fuel-card-ccs') : undefined
const there = realData !== undefined && existsSync(realData)
const root = resolve(import.meta.dirname, '../../..')
const august = '2012-08-01..2012-08-31'

const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/)
    .map(cellsOf)
const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/[^\d.-]/g, '')
/** `1,208.50` as hundredths, without a float between. */
const hundredths = (text: string) => {
  const [units = '0', decimals = ''] = plain(text).split('.')
  return Number(units + decimals.padEnd(2, '0'))
}
const sum = (values: readonly string[]) => values.reduce((all, value) => all + hundredths(value), 0)

/** What was sold in Czech crowns: its price, and how much of it, straight from the files. */
function sold() {
  const table = (file: string) => {
    const [head, ...rows] = linesOf(join(realData!, file))
    return rows.map(row => Object.fromEntries(head!.map((name, at) => [name, row[at] ?? ''])) as Record<string, string>)
  }
  const currencyOf = new Map(table('customers.csv').map(row => [row['CustomerID'], row['Currency']]))
  return table('transactions_1k.csv').filter(row => currencyOf.get(row['CustomerID']) === 'CZK')
}

/** The cells of the first sheet of a workbook. */
function sheetOf(file: string): string[][] {
  const bytes = readFileSync(file)
  const first = bytes.readUInt32LE(bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6])) + 16)
  const start = bytes.readUInt32LE(first + 42)
  const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
  const text = inflateRawSync(bytes.subarray(data, data + bytes.readUInt32LE(first + 20))).toString()
  return [...text.matchAll(/<row>(.*?)<\/row>/g)].map(([, row]) =>
    [...row!.matchAll(/<c\/>|<c [^>]*>(?:<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>/g)].map(
      ([, value, words]) => value ?? words ?? '',
    ),
  )
}

// Without the records nothing is started.
const front = there ? appFixture({ prepared: true }) : (): AppFixture => expect.unreachable()
let page: Page
const pane = () => page.locator('#content .pane:visible')
const show = async (path: string) => {
  await page.goto(front().url + path)
  await settled(page)
}

beforeAll(async () => {
  if (!there) return
  const { url, dataDir, databaseUrl, demo, visit } = front()
  const importer = [join(root, 'packages/server/src/import.ts'), join(root, 'mappings/ccs-2012.json'), realData]
  execFileSync(process.execPath, importer, { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, stdio: 'ignore' })
  const scout = await front().enter('superAdmin', { language: 'en' })
  const { content } = await ask<{ content: { id: number }[] }>(scout, '/stations?search=company.code:ccs-cz&size=1')
  page = await visit({ language: 'en' })
  await signIn(page, url, demo.companies[0]!, 'superAdmin', content[0]!.id)
  await settled(page)
}, 240_000)

/** Presses a number and reads what its rows come to. */
async function behind(number: ReturnType<Page['locator']>): Promise<number> {
  await number.click()
  const drawer = page.getByRole('dialog')
  await drawer.locator('tbody tr').first().waitFor()
  await settled(page)
  const heads = await drawer.locator('thead th').allInnerTexts()
  const total = await drawer
    .locator('tfoot')
    .locator('td, th')
    .nth(heads.findIndex(head => head.startsWith('Due')))
    .innerText()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  return hundredths(total)
}

// @req SAL-027 SAL-046
test.runIf(there)(
  'August 2012 is opened with the period picker; its sales are those of the files, and every day’s are those of its rows',
  async () => {
    await show('/queryStatistics/salesStatistic?range=company&by=period&compare=none')
    const ends = pane().locator('.ant-picker-range input')
    for (const [at, day] of ['2012-08-01', '2012-08-31'].entries()) {
      await ends.nth(at).fill(day)
      await ends.nth(at).press('Enter')
    }
    await page.waitForURL('**2012-08-01**')
    await settled(page)
    const ofFiles = sum(sold().map(row => row['Price']!))
    const answer = pane().locator('.statistic-answer .statistic-number')
    expect(hundredths(await answer.innerText())).toBe(ofFiles)
    expect(await behind(answer)).toBe(ofFiles)

    const rows = pane().locator('.k-table tbody tr')
    let all = 0
    for (let at = 0; at < (await rows.count()); at++) {
      const number = rows.nth(at).locator('.statistic-number').first()
      // A day without sales stands as zero, with nothing behind it.
      if ((await number.count()) === 0) continue
      const day = hundredths(await number.innerText())
      expect(await behind(number)).toBe(day)
      all += day
    }
    expect(all).toBe(ofFiles)
  },
)

/** What a list's file holds under the head that begins so, and how many rows there are. */
async function exported(list: string, format: 'CSV' | 'Excel', head: string) {
  await show(`/queryStatistics/salesQuery/${list}?range=company&createdDate=${august}`)
  await pane().getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(format, { exact: false }).first().click()
  await dialog.getByRole('button', { name: 'Export in background' }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await page.waitForURL(/\/download/)
  const button = pane().locator('tbody tr').first().getByRole('button', { name: 'Download' })
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), button.click({ timeout: 60_000 })])
  const lines = format === 'CSV' ? linesOf(await download.path()) : sheetOf(await download.path())
  const column = lines[0]!.findIndex(title => title.startsWith(head))
  return { rows: lines.length - 1, total: sum(lines.slice(1).map(cells => cells[column]!)) }
}

// @req EXP-001 EXP-003
test.runIf(there)(
  'the files of August 2012 say what the screen says and what the records say, to the cent and the hundredth of a litre',
  async () => {
    const ofFiles = sold()
    await show(`/queryStatistics/salesQuery/allQuery?range=company&createdDate=${august}`)
    const heads = await pane().locator('.k-table thead th').allInnerTexts()
    const foot = await pane().locator('.k-table tfoot').locator('td, th').allInnerTexts()
    const screen = hundredths(foot[heads.findIndex(head => head.startsWith('Due'))]!)
    expect(screen).toBe(sum(ofFiles.map(row => row['Price']!)))
    const orders = new Set(ofFiles.map(row => [row['CardID'], row['GasStationID'], row['Date'], row['Time']].join())).size
    for (const format of ['CSV', 'Excel'] as const)
      expect(await exported('allQuery', format, 'Due')).toEqual({ rows: orders, total: screen })

    const quantity = sum(ofFiles.map(row => row['Amount']!))
    for (const format of ['CSV', 'Excel'] as const) {
      const [fuel, goods] = [await exported('fuelQuery', format, 'Volume'), await exported('notFuelQuery', format, 'Pieces')]
      expect(fuel.total + goods.total).toBe(quantity)
    }
  },
  240_000,
)
