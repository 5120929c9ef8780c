import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * How much more memory a process held while something was done than before, at its worst, in MB; 0 where the system does not tell.
 */
export async function growthOf<T>(pid: number, act: () => Promise<T>): Promise<{ done: T; grownMb: number }> {
  const resettable = existsSync(`/proc/${pid}/clear_refs`)
  // From here on the system notes the most anew.
  if (resettable) writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = resettable ? kilobytes(pid, 'VmRSS') : 0
  const done = await act()
  return { done, grownMb: resettable ? Math.max(0, Math.round((kilobytes(pid, 'VmHWM') - before) / 1024)) : 0 }
}

const kilobytes = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
