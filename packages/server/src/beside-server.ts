import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './platform/config/config.ts'
import { startPostgres } from './platform/postgres/embedded-postgres.ts'
import { DataFolderRefused } from './platform/postgres/own-database.ts'

/** The database of the settings by its owner's address, beside a server that runs or without one. @throws DataFolderRefused */
export async function besideServer<T>({ databaseUrl, databaseDirectUrl, dataDir }: Config, use: (url: string) => Promise<T>): Promise<T> {
  if (databaseUrl) return use(databaseDirectUrl ?? databaseUrl)
  const home = join(dataDir, 'postgres')
  if (!existsSync(home)) throw new DataFolderRefused(`There is no database in ${dataDir} yet: run npm start once.`)
  const own = await startPostgres(home)
  try {
    return await use(own.url('forecourt'))
  } finally {
    // A server that runs keeps its database; one that was started for this ends with it.
    if (own.how !== 'attached to a survivor') await own.stop()
  }
}
