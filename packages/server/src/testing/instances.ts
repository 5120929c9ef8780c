import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { filesDir, owned, ownerUrl } from './world.ts'

const started: ChildProcess[] = []
afterEach(() => Promise.all(started.splice(0).map(kill)))

/** An instance of the product with the jobs alone, a process of its own beside this one. */
export async function startInstance(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'whole-instance.ts'), [ownerUrl, filesDir], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  started.push(child)
  await once(child.stdout!, 'data')
  return child
}

/** It is gone at once, whatever it was at. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** The files that somebody is writing, or left behind. */
export const incoming = (): string[] => (existsSync(join(filesDir, 'incoming')) ? readdirSync(join(filesDir, 'incoming')) : [])

/**
 * As though as much time had passed as a lease lasts, when every instance is dead: the next one has their work at once, not after a
 * quarter of a minute.
 */
export async function passLeases(): Promise<void> {
  await owned(`update lease set expires_date = now() - interval '1 second'`)
  await owned(`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_at is not null`)
}
