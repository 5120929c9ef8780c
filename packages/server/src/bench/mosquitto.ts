import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export const hasMosquitto = spawnSync('mosquitto', ['-h']).error === undefined

export interface Mosquitto {
  readonly port: number
  readonly webPort: number
  stop(): Promise<void>
}
/** Who may connect with a password, and the lines of its file of rights. */
interface Rights {
  readonly user: string
  readonly password: string
  readonly acl: string
}

/** Mosquitto on ports of its own or on these: everyone may connect, and without rights everyone may hear and say everything. */
export async function startMosquitto(rights?: Rights, ports?: Pick<Mosquitto, 'port' | 'webPort'>): Promise<Mosquitto> {
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'))
  const { port, webPort } = ports ?? { port: await freePort(), webPort: await freePort() }
  // Some of its versions do not start with a listener for websockets alone.
  const listeners = `listener ${port} 127.0.0.1\nlistener ${webPort} 127.0.0.1\nprotocol websockets\n`
  const files = { acl: join(folder, 'acl'), passwords: join(folder, 'passwords') }
  if (rights) {
    writeFileSync(files.acl, rights.acl, { mode: 0o700 })
    writeFileSync(files.passwords, '', { mode: 0o700 })
    spawnSync('mosquitto_passwd', ['-b', files.passwords, rights.user, rights.password])
  }
  const lines = rights ? `acl_file ${files.acl}\npassword_file ${files.passwords}\n` : ''
  const conf = `per_listener_settings false\n${listeners}allow_anonymous true\n${lines}log_type none\nuser root\n`
  writeFileSync(join(folder, 'conf'), conf)
  const broker = spawn('mosquitto', ['-c', join(folder, 'conf')], { stdio: 'ignore' })
  const ended = once(broker, 'exit')
  const stop = async () => {
    broker.kill()
    await ended
    rmSync(folder, { recursive: true })
  }
  for (let tries = 0; tries < 100; tries++, await wait(50)) if (await answers(webPort)) return { port, webPort, stop }
  await stop()
  throw new Error('Mosquitto did not start')
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const answers = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
