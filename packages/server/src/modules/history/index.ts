import { readFileSync } from 'node:fs'
import type { Database } from '../../platform/database.ts'
import { bringHistory, type Brought } from './bring.ts'
import { checkHistory } from './check.ts'
import { bringTask, checkTask } from './tasks.ts'
import { Mapping } from './mapping.ts'
import type { Problem } from './problem.ts'

export { importHandlers as handlers } from './acts.ts'
export const tasks = [checkTask, bringTask]
export { worded } from './problem.ts'
export type { Brought, Problem }

export const readMapping = (file: string): Mapping => Mapping.parse(JSON.parse(readFileSync(file, 'utf8')))

/** Checks an operator's files and brings them in. With one problem anywhere, nothing is written. */
export async function importHistory(
  db: Database,
  mapping: Mapping,
  folder: string,
  now: Date,
): Promise<{ brought?: Brought; problems: readonly Problem[] }> {
  const { history, problems } = checkHistory(mapping, folder)
  if (problems.length > 0) return { problems }
  const result = await bringHistory(db, mapping, history, now)
  return result.problems.length > 0 ? { problems: result.problems } : result
}
