import type { TestProject } from 'vitest/node'
import { cpuContention } from '../../server/src/testing/cpu-contention.ts'
import { openBrowser } from './browser.ts'
import { startDemoCluster } from './demo-database.ts'
import { dataFolder, startProduct } from './product.ts'

/**
 * The first start, once for all stories: what it leaves behind is what they begin with. Anyone who names a demo that is running works on
 * that one (app-fixture.ts), and none is made.
 */
export default async function setup(project: TestProject) {
  const { ADDRESS: url, DATA_DIR: path } = process.env
  if (url && path) return project.provide('firstStart', { path, url, readyMs: 0, crowded: 1, cluster: '' })
  const first = await (ofThisRun[key] ??= start())
  project.provide('firstStart', first.provided)
  return first.end
}

/** Several projects of one run share it; each of them reads this file anew. */
const key = Symbol.for('forecourt.firstStart')
const ofThisRun = globalThis as { [key]?: ReturnType<typeof start> }

async function start() {
  const browser = await openBrowser()
  console.log(`Browser: Chromium ${browser.version()}`)
  await browser.close()
  const folder = dataFolder()
  try {
    const before = cpuContention()
    const { url, readyMs, stop } = await startProduct({ dataDir: folder.path })
    await stop()
    const crowded = Math.max(before, cpuContention())
    const cluster = await startDemoCluster(folder.path)
    const end = async () => {
      await cluster.stop()
      folder.remove()
    }
    return { provided: { path: folder.path, url, readyMs, crowded, cluster: cluster.url }, end }
  } catch (error) {
    folder.remove()
    throw error
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** `cluster` is a PostgreSQL that has the demo as a database to clone. */
    firstStart: { path: string; url: string; readyMs: number; crowded: number; cluster: string }
  }
}
