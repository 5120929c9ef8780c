import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { clusterFolder, nonDurable } from '../../server/src/testing/cluster.ts'
import { freshDatabase } from '../../server/src/testing/database.ts'
import { startPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { dataFolder } from './product.ts'

/** The database of a data folder, as the product calls it. */
const name = 'forecourt'
const settings = { ...nonDurable, shared_buffers: '128MB', random_page_cost: '1.1' }

/** One PostgreSQL for all files of stories, over a copy of what the first start left: each clones the demo in it. */
export async function startDemoCluster(madeAt: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { folder, forget } = clusterFolder()
  try {
    cpSync(join(madeAt, 'postgres'), join(folder, 'postgres'), { recursive: true })
    const postgres = await startPostgres(join(folder, 'postgres'), { leashed: true, settings })
    const stop = async () => {
      await postgres.stop()
      forget()
    }
    return { url: postgres.url(), stop }
  } catch (error) {
    forget()
    throw error
  }
}

/** A data folder without a PostgreSQL in it, and a clone of the demo for its product. */
export async function demoDatabase(madeAt: string, cluster: string) {
  const folder = dataFolder()
  for (const each of readdirSync(madeAt).filter(entry => entry !== 'postgres'))
    cpSync(join(madeAt, each), join(folder.path, each), { recursive: true })
  cpSync(`${madeAt}.key`, `${folder.path}.key`)
  const { url, drop } = await freshDatabase(cluster, name)
  return {
    path: folder.path,
    url,
    async remove() {
      await drop()
      folder.remove()
    },
  }
}
