import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Language } from '@forecourt/contract'
import { z } from 'zod'
import { ending } from './ending.ts'
import { importHistory, readMapping, worded } from './modules/history/index.ts'
import { readConfig } from './platform/config/config.ts'
import { openDatabase, openPool } from './platform/postgres/database.ts'
import { isDistributed } from './platform/postgres/machines.ts'
import { startPostgres } from './platform/postgres/embedded-postgres.ts'
import { Refusal } from './platform/execution/refusal.ts'
import { issueWords } from './platform/execution/issue-words.ts'

const usage = `npm run import -- <mapping.json> <folder> [--language zh]

Imports stations, products, customers and sales from CSV files. They are checked first; if anything is wrong, nothing is written.
The mapping and the files are described in docs/import.md.`

/** What was added, by its name in the answer. */
const added: Readonly<Record<string, Record<Language, string>>> = {
  companies: { zh: '油企', en: 'companies' },
  stations: { zh: '油站', en: 'stations' },
  products: { zh: '商品', en: 'products' },
  customers: { zh: '客户', en: 'customers' },
  cards: { zh: '卡', en: 'cards' },
  orders: { zh: '订单', en: 'orders' },
  sales: { zh: '销售明细', en: 'items sold' },
}
const addedIn = (counts: object, language: Language): string =>
  Object.entries(counts)
    .map(([name, count]) => (language === 'zh' ? `${added[name]?.zh ?? name} ${count}` : `${count} ${added[name]?.en ?? name}`))
    .join(language === 'zh' ? '，' : ', ')

/** Brings an operator's history in from the command line. Exit code 1: something in the files is wrong, and nothing was written. */
async function main(): Promise<number> {
  const {
    positionals: [mappingFile, folder],
    values,
  } = parseArgs({ allowPositionals: true, options: { language: { type: 'string', default: 'en' } } })
  if (!mappingFile || !folder) {
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
    const { problems, brought } = await importHistory(db, mapping, folder, new Date())
    for (const problem of problems) console.error(worded(problem, language))
    console.log(
      problems.length
        ? { zh: `共 ${problems.length} 处问题，未写入任何数据`, en: `${problems.length} problems; nothing was written` }[language]
        : { zh: `已导入：${addedIn(brought!, 'zh')}`, en: `Imported: ${addedIn(brought!, 'en')}` }[language],
    )
    return problems.length ? 1 : 0
  } finally {
    await db.destroy()
    if (own && own.how !== 'attached to a survivor') await own.stop()
  }
}

/** The mapping of a file; what is wrong with it is said, each place in a line. */
function mappingIn(file: string, language: Language): ReturnType<typeof readMapping> | undefined {
  try {
    return readMapping(file)
  } catch (error) {
    console.error({ zh: `映射文件 ${file} 有误：`, en: `The mapping ${file} is not valid:` }[language])
    if (error instanceof z.ZodError)
      for (const issue of error.issues) console.error(`  ${issue.path.join('.') || '-'}: ${issueWords(issue, language)}`)
    else console.error(`  ${(error as Error).message}`)
    return undefined
  }
}

process.exitCode = await ending(main)
