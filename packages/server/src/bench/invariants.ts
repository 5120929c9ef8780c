import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { OpenPlace } from './place.ts'

/** Whether every invariant of the books holds, as `npm run prove` finds it; broken ones are printed. */
export async function invariantsHold({ env, owner }: OpenPlace, say: (line: string) => void): Promise<boolean> {
  // Audit entries are appended to their chain within a second.
  for (const until = performance.now() + 30_000; performance.now() < until; await wait(200)) {
    const { rows } = await owner.query<{ waits: boolean }>('select exists (select 1 from audit_pending) as waits')
    if (!rows[0]!.waits) break
  }
  const proven = promisify(execFile)(process.execPath, [join(import.meta.dirname, '../prove.ts')], { env, maxBuffer: 1 << 28 })
  const { stdout, lawful } = await proven.then(
    proof => ({ ...proof, lawful: true }),
    (failed: { stdout?: string; message: string }) => ({ stdout: failed.stdout || failed.message, lawful: false }),
  )
  const lines = stdout.trimEnd().split('\n')
  for (const line of lines.filter((each, at) => each.startsWith('BROKEN') || at === lines.length - 1)) say(`  ${line}`)
  return lawful
}
