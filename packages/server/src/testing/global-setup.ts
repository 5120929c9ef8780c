import type { TestProject } from 'vitest/node'
import { startTestCluster } from './database.ts'

/** One cluster for the whole run, whichever projects are in it; each of them reads this file anew. */
export default async function setup(project: TestProject) {
  const cluster = await (ofThisRun[key] ??= startTestCluster())
  project.provide('cluster', cluster.url)
  return cluster.stop
}
const key = Symbol.for('forecourt.testCluster')
const ofThisRun = globalThis as { [key]?: ReturnType<typeof startTestCluster> }

declare module 'vitest' {
  interface ProvidedContext {
    cluster: string
    /** Whether the database of each file has the demo companies in it. */
    demo?: boolean
  }
}
