import type { TestProject } from 'vitest/node'
import { startTestCluster } from './database.ts'

/** One cluster for the whole run, whichever projects are in it. */
export default async function setup(project: TestProject) {
  const cluster = await startTestCluster()
  project.provide('cluster', cluster.url)
  return cluster.stop
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: string
  }
}
