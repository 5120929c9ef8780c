import pg from 'pg'
import { seedDemo } from '../modules/demo/index.ts'
import { openDatabase, openPool } from '../platform/postgres/database.ts'
import { closeOnMachines } from './citus.ts'
import { freshDatabase } from './database.ts'

/** When the demo of the tests was made, by the product's clock. */
export const demoNow = new Date('2026-11-20T07:20:00.000Z')
const name = 'tmpl_demo'

/**
 * A migrated database with the two demo companies in it. The file that needs it first makes it, which takes as long as some hundred tests;
 * the others clone it.
 */
export async function demoTemplate(cluster: string): Promise<string> {
  const owner = new pg.Client({ connectionString: cluster })
  await owner.connect()
  try {
    await owner.query(`select pg_advisory_lock(hashtextextended('${name}', 0))`)
    const { rowCount } = await owner.query('select from pg_database where datname = $1', [name])
    if (!rowCount) await make(cluster, owner)
    return name
  } finally {
    await owner.end()
  }
}

async function make(cluster: string, owner: pg.Client): Promise<void> {
  const { url } = await freshDatabase(cluster)
  const db = openDatabase(openPool(url, { max: 3 }))
  await seedDemo(db, demoNow)
  await db.destroy()
  const made = new URL(url).pathname.slice(1)
  if (new URL(cluster).searchParams.has('workers')) await closeOnMachines(cluster, made, name)
  else await owner.query(`alter database ${made} rename to ${name}`)
}
