import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { filesDir, ownerUrl } from './world.ts'

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
