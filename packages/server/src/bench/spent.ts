import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Clock ticks of processor time in Linux' /proc are hundredths of a second, on every machine that it runs on. */
const tickMs = 10

/** What a process took of the processors so far, in milliseconds; with what its children that are gone took, if asked. */
function tookMs(pid: number | string, withChildren = false): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15) as [number, number, number, number]
  return tickMs * (user + system + (withChildren ? childrenUser + childrenSystem : 0))
}

/** Processor time of a database and all its connections; 0 where the system does not tell. */
export function databaseMs(home: string): number {
  const file = join(home, 'data', 'postmaster.pid')
  if (process.platform !== 'linux' || !existsSync(file)) return 0
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  const backends = readdirSync('/proc').filter(name => /^\d+$/.test(name) && parentOf(name) === postmaster)
  return backends.reduce((sum, pid) => sum + orNone(() => tookMs(pid)), tookMs(postmaster, true))
}

export const serverMs = (pid: number): number => (process.platform === 'linux' ? orNone(() => tookMs(pid)) : 0)

function parentOf(pid: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}
/** One that ended while we looked took nothing that we could still count. */
function orNone(read: () => number): number {
  try {
    return read()
  } catch {
    return 0
  }
}
