import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Language } from '@forecourt/contract'
import { importHistory, readMapping, worded } from './modules/history/index.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase, openPool } from './platform/database.ts'
import { startPostgres } from './platform/embedded-postgres.ts'

const usage = 'npm run import -- <mapping.json> <folder> [--language zh]'

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
  const mapping = readMapping(mappingFile),
    { databaseUrl, dataDir } = readConfig(),
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
    const { problems, brought } = await importHistory(db, mapping, folder, new Date())
    for (const problem of problems) console.error(worded(problem, language))
    console.log(
      problems.length
        ? { zh: `共 ${problems.length} 处问题，未写入任何数据`, en: `${problems.length} problems; nothing was written` }[language]
        : Object.entries(brought!)
            .map(([name, count]) => `${name} ${count}`)
            .join(', '),
    )
    return problems.length ? 1 : 0
  } finally {
    await db.destroy()
    if (own && own.how !== 'attached to a survivor') await own.stop()
  }
}

process.exitCode = await main()
