import { Aedes } from 'aedes'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { brokerHookOf } from '../modules/live/index.ts'
import { actorBehind, handlers } from '../modules/index.ts'
import { serve } from '../platform/http/http.ts'
import { db, noon } from './world.ts'

export const secret = 'what-the-broker-shows-and-nobody-else'
/** The server's own name and password at the broker. */
export const own = { user: 'forecourt-server', password: 'p@ss/word' }
const product = await serve(handlers, {
  db,
  clock: () => noon,
  secure: false,
  authenticate: actorBehind(15),
  brokerHook: { secret, hook: brokerHookOf(db, () => noon) },
})
await product.listen({ port: 0, host: '127.0.0.1' })
const calls = `http://127.0.0.1:${(product.server.address() as AddressInfo).port}/api/v1/live`
afterAll(() => product.close())

export const ask = (path: string, body: object, authorization = `Bearer ${secret}`) =>
  fetch(`${calls}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  })
export const allows = async (path: string, body: object) => (await ask(path, body)).status === 200

export interface Broker {
  readonly port: number
  /** Where pages are sent. */
  readonly pages: string
  readonly stop: () => Promise<unknown>
}
/** A broker of somebody else's that asks, with each client, as plugins of brokers do. */
export async function askingBroker(): Promise<Broker> {
  const denied = () => Object.assign(new Error('denied'), { returnCode: 5 })
  const names = new WeakMap<object, string>()
  const isServer = (client: object | null) => client !== null && names.get(client) === own.user
  const broker = await Aedes.createBroker({
    async authenticate(client, username = '', password, done) {
      names.set(client, username)
      const shown = password?.toString() ?? ''
      if (username === own.user) return shown === own.password ? done(null, true) : done(denied(), false)
      return (await allows('authenticate', { username, password: shown, clientid: client.id })) ? done(null, true) : done(denied(), false)
    },
    async authorizePublish(client, { topic }, done) {
      const may = isServer(client) || (await allows('authorize', { clientid: client!.id, topic, acc: 2 }))
      done(may ? null : denied())
    },
    async authorizeSubscribe(client, subscription, done) {
      const { topic } = subscription
      const may = await allows('authorize', { clientid: client.id, topic, action: 'subscribe' })
      done(null, may ? subscription : null)
    },
  })
  const server = createServer(broker.handle as never)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    await new Promise(resolve => broker.close(() => resolve(true)))
    server.close()
  }
  return { port, pages: `mqtt://127.0.0.1:${port}`, stop }
}
