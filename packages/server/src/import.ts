import { parseArgs } from 'node:util'
import type { Language } from '@forecourt/contract'
import { importHistory, readMapping, worded } from './modules/history/index.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase, openPool } from './platform/database.ts'
import { migrate } from './platform/migrate.ts'
import { openOwnDatabase } from './platform/own-database.ts'

const usage = 'npm run import -- <mapping.json> <folder> [--language zh]'

/** Brings an operator's history in from the command line. Exit code 1: something in the files is wrong, and nothing was written. */
async function main(): Promise<number> {
  const { positionals: [mappingFile, folder], values } = parseArgs({ allowPositionals: true, options: { language: { type: 'string', default: 'en' } } })
  if (!mappingFile || !folder) {
    console.error(usage)
    return 2
  }
  const language: Language = values.language === 'zh' ? 'zh' : 'en'
  const mapping = readMapping(mappingFile), config = readConfig()
  const own = config.databaseUrl ? undefined : await openOwnDatabase(config.dataDir, why => { throw why })
  const url = config.databaseUrl ?? own!.url
  await migrate(config.databaseDirectUrl ?? url)
  const db = openDatabase(openPool(url, { max: 2 }))
  try {
    const { problems, brought } = await importHistory(db, mapping, folder, new Date())
    for (const problem of problems) console.error(worded(problem, language))
    console.log(problems.length
      ? { zh: `共 ${problems.length} 处问题，未写入任何数据`, en: `${problems.length} problems; nothing was written` }[language]
      : Object.entries(brought!).map(([name, count]) => `${name} ${count}`).join(', '))
    return problems.length ? 1 : 0
  } finally {
    await db.destroy()
    await own?.stop()
  }
}

process.exitCode = await main()
