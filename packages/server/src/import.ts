import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Language } from '@forecourt/contract'
import { z } from 'zod'
import { ending } from './ending.ts'
import {
  importHistory,
  importWetStock,
  readAnyMapping,
  withoutOf,
  worded,
  type BroughtWetStock,
  type LeftOut,
  type WetStockMapping,
} from './modules/history/index.ts'
import { readConfig } from './platform/config/config.ts'
import { openDatabase, openPool } from './platform/postgres/database.ts'
import { isDistributed } from './platform/postgres/machines.ts'
import { startPostgres } from './platform/postgres/embedded-postgres.ts'
import { Refusal } from './platform/execution/refusal.ts'
import { issueWords } from './platform/execution/issue-words.ts'

const usage = `npm run import -- <mapping.json> <folder> [--without file.csv:17,20-22] [--language zh]

Imports stations, products, customers and sales from CSV files; or tanks, their readings, deliveries and purchases, where the mapping is of
these.
They are checked first; if anything is wrong, nothing is written. Lines that are named with --without are left out, and what stands in
them is added up; it may be said for several files. The mappings and the files are described in docs/import.md.`

/** What was added, by its name in the answer. */
const added: Readonly<Record<string, Record<Language, string>>> = {
  companies: { zh: '油企', en: 'companies' },
  stations: { zh: '油站', en: 'stations' },
  products: { zh: '商品', en: 'products' },
  customers: { zh: '客户', en: 'customers' },
  cards: { zh: '卡', en: 'cards' },
  orders: { zh: '订单', en: 'orders' },
  sales: { zh: '销售明细', en: 'items sold' },
  tanks: { zh: '油罐', en: 'tanks' },
  readings: { zh: '液位记录', en: 'readings' },
  deliveries: { zh: '历史进油', en: 'deliveries' },
  suppliers: { zh: '供应商', en: 'suppliers' },
  purchases: { zh: '采购', en: 'purchases' },
}
/** What stands in lines that are left out. */
const amounts: Readonly<Record<string, Record<Language, string>>> = {
  litres: { zh: '升', en: 'L' },
  quantity: { zh: '数量', en: 'quantity' },
  total: { zh: '金额', en: 'total' },
}
const addedIn = (counts: object, language: Language): string =>
  Object.entries(counts)
    .filter(([name]) => name in added)
    .map(([name, count]) => (language === 'zh' ? `${added[name]?.zh ?? name} ${count}` : `${count} ${added[name]?.en ?? name}`))
    .join(language === 'zh' ? '，' : ', ')

/** `readings.csv: 2 lines left out (17, 20), 19000.00 L; not readable in 20` */
function leftIn({ file, lines, sums, unread }: LeftOut, language: Language): string {
  const shown = lines.length > 20 ? `${lines.slice(0, 20).join(', ')} …` : lines.join(', ')
  const come = Object.entries(sums)
    .map(([name, hundredths]) => `${(hundredths / 100).toFixed(2)} ${amounts[name]?.[language] ?? name}`)
    .join(language === 'zh' ? '，' : ', ')
  if (language === 'zh')
    return `${file}：跳过 ${lines.length} 行（${shown}）${come && `，合计 ${come}`}${unread.length > 0 ? `；其中 ${unread.join('、')} 行无法读取` : ''}`
  const said = unread.length > 0 ? `; not readable in ${unread.join(', ')}` : ''
  return `${file}: ${lines.length} ${lines.length === 1 ? 'line' : 'lines'} left out (${shown})${come && `, ${come}`}${said}`
}

/** Brings an operator's history in from the command line. Exit code 1: something in the files is wrong, and nothing was written. */
async function main(): Promise<number> {
  const {
    positionals: [mappingFile, folder],
    values,
  } = parseArgs({
    allowPositionals: true,
    options: { language: { type: 'string', default: 'en' }, without: { type: 'string', multiple: true, default: [] } },
  })
  const without = withoutOf(values.without)
  if (!mappingFile || !folder || !without) {
    console.error(usage)
    return 2
  }
  const language: Language = values.language === 'zh' ? 'zh' : 'en'
  const mapping = mappingIn(mappingFile, language)
  if (!mapping) return 2
  const { databaseUrl, dataDir } = readConfig(),
    home = join(dataDir, 'postgres')
  if (!databaseUrl && !existsSync(home)) {
    console.error(
      { zh: `${dataDir} 中还没有数据库，请先运行 npm start`, en: `There is no database in ${dataDir} yet: run npm start once` }[language],
    )
    return 2
  }
  // Beside a server that runs, or alone.
  const own = databaseUrl ? undefined : await startPostgres(home)
  const db = openDatabase(openPool(databaseUrl ?? own!.url('forecourt'), { max: 2, statementTimeoutMs: 0 }))
  try {
    if (await isDistributed(db)) {
      console.error(new Refusal('history.severalMachines').body(language).message)
      return 2
    }
    const { problems, brought, left } = mapping.wetStock
      ? await importWetStock(db, mapping.wetStock, folder, new Date(), without)
      : await importHistory(db, mapping.sales, folder, new Date(), without)
    for (const problem of problems) console.error(worded(problem, language))
    for (const of of left) console.log(leftIn(of, language))
    console.log(
      problems.length
        ? { zh: `共 ${problems.length} 处问题，未写入任何数据`, en: `${problems.length} problems; nothing was written` }[language]
        : { zh: `已导入：${addedIn(brought!, 'zh')}`, en: `Imported: ${addedIn(brought!, 'en')}` }[language],
    )
    if (brought && 'deliveredCl' in brought) for (const line of comesTo(brought, mapping.wetStock!, language)) console.log(line)
    return problems.length ? 1 : 0
  } finally {
    await db.destroy()
    if (own && own.how !== 'attached to a survivor') await own.stop()
  }
}

/** What the new deliveries and purchases are together, of those parts that the mapping has. */
function* comesTo(of: BroughtWetStock, { deliveries, purchases }: WetStockMapping, language: Language): Generator<string> {
  const [delivered, bought, paid] = [of.deliveredCl, of.purchasedCl, of.purchasedCents].map(hundredths => (hundredths / 100).toFixed(2))
  if (deliveries) yield { zh: `新进油合计 ${delivered} 升`, en: `The new deliveries come to ${delivered} L` }[language]
  if (purchases)
    yield { zh: `新采购合计 ${bought} 升，含税 ${paid}`, en: `The new purchases come to ${bought} L, ${paid} with tax` }[language]
}

/** The mapping of a file; what is wrong with it is said, each place in a line. */
function mappingIn(file: string, language: Language): ReturnType<typeof readAnyMapping> | undefined {
  try {
    return readAnyMapping(file)
  } catch (error) {
    console.error({ zh: `映射文件 ${file} 有误：`, en: `The mapping ${file} is not valid:` }[language])
    if (error instanceof z.ZodError)
      for (const issue of error.issues) console.error(`  ${issue.path.join('.') || '-'}: ${issueWords(issue, language)}`)
    else console.error(`  ${(error as Error).message}`)
    return undefined
  }
}

process.exitCode = await ending(main)
