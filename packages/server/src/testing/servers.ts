import { createHash, randomBytes } from 'node:crypto'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'
import { owned, ownerUrl } from './world.ts'

const home = mkdtempSync(join(tmpdir(), 'servers-'))
const started: ChildProcess[] = []
afterAll(async () => {
  // One that ended by itself while another was waited for has already said so.
  await Promise.all(started.filter(isRunning).map(server => (server.kill('SIGTERM'), once(server, 'exit'))))
  rmSync(home, { recursive: true })
})
const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null
const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: ownerUrl, DATA_DIR: join(home, 'data'), PORT: '0', LIVE_PORT: '0' }

/** The whole product in a process of its own, on the database of this test file. */
export interface Server {
  readonly address: string
  readonly child: ChildProcess
}

export async function startServer(more: Record<string, string> = {}): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  started.push(child)
  let words = ''
  for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
    words += String(chunk)
    const address = /Forecourt is ready: (\S+)/.exec(words)?.[1]
    if (!address) continue
    child.stdout!.resume()
    return { address, child }
  }
  throw new Error(`The server ended:\n${words}`)
}

/** What a device says of itself to a server, which it had from the administrator. */
export async function credentialOf(companyId: number, deviceId: number): Promise<{ authorization: string }> {
  const secret = randomBytes(32).toString('base64url')
  await owned('insert into device_credential (device_id, company_id, secret_hash, issued_at) values ($1, $2, $3, now())', [
    deviceId,
    companyId,
    createHash('sha256').update(secret).digest(),
  ])
  return { authorization: `Device fc.${companyId}.${deviceId}.${secret}` }
}

/** What `npm run prove` says of every company's books. @throws where an invariant does not hold */
export async function prove(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../prove.ts')], { env })
  return stdout
}

/** Figures of a run, beside what it asserts. */
export const tell = (what: string, figures: object): void => console.log(what, figures)
