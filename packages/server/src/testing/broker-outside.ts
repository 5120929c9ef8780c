import { Aedes } from 'aedes'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

/** What a broker shows when it asks. */
export const secret = 'what-the-broker-shows-and-nobody-else'
/** The server's own name and password at the broker. */
export const own = { user: 'forecourt-server', password: 'p@ss/word' }
/** What the server is told of it. */
export const brokerUrl = (port: number): string => `mqtt://${own.user}:${encodeURIComponent(own.password)}@127.0.0.1:${port}`

export interface Broker {
  readonly port: number
  /** Where pages are sent. */
  readonly pages: string
  readonly stop: () => Promise<unknown>
}
export interface AskingBroker extends Broker {
  /** Ends every line, and lets nobody connect until `open`. */
  cut(): Promise<void>
  open(): Promise<void>
  /** Ends the lines of the server alone; it may come back at once. */
  cutServer(): void
}
/** What the product answers to a broker that asks. */
export type Asks = (path: 'authenticate' | 'authorize', body: object) => Promise<boolean>

/** A broker of somebody else's that asks, with each client, as plugins of brokers do. */
async function brokerThatAsks(allows: Asks) {
  const denied = () => Object.assign(new Error('denied'), { returnCode: 5 })
  const ofServer = new Set<object>()
  const broker = await Aedes.createBroker({
    async authenticate(client, username = '', password, done) {
      const shown = password?.toString() ?? ''
      const isServer = username === own.user && shown === own.password
      if (isServer) ofServer.add(client)
      done(isServer || (await allows('authenticate', { username, password: shown, clientid: client.id })) ? null : denied(), true)
    },
    async authorizePublish(client, { topic }, done) {
      const may = client && (ofServer.has(client) || (await allows('authorize', { clientid: client.id, topic, acc: 2 })))
      done(may ? null : denied())
    },
    async authorizeSubscribe(client, subscription, done) {
      const { topic } = subscription
      const may = await allows('authorize', { clientid: client.id, topic, action: 'subscribe' })
      done(null, may ? subscription : null)
    },
  })
  broker.on('clientDisconnect', client => ofServer.delete(client))
  const cutServer = () => ofServer.forEach(client => (client as { close(): void }).close())
  return { broker, cutServer }
}

/** It listens, with and without websockets. */
export async function openAskingBroker(allows: Asks): Promise<AskingBroker> {
  const { broker, cutServer } = await brokerThatAsks(allows)
  const lines = new Set<Socket>()
  const servers: Server[] = []
  const begin = async (server: Server, port: number): Promise<number> => {
    servers.push(server)
    server.on('connection', (socket: Socket) => {
      lines.add(socket)
      socket.on('error', () => {}).on('close', () => lines.delete(socket))
    })
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  }
  const open = async (ports: readonly [number, number] = [0, 0]) => {
    const port = await begin(createServer(broker.handle as never), ports[0])
    const web = createHttpServer()
    new WebSocketServer({ server: web, path: '/mqtt', handleProtocols: () => 'mqtt' }).on('connection', socket => passOn(socket, port))
    return [port, await begin(web, ports[1])] as const
  }
  const cut = async () => {
    const closing = servers.splice(0).map(server => new Promise(resolve => server.close(resolve)))
    for (const line of lines) line.destroy()
    await Promise.all(closing)
  }
  const ports = await open()
  return {
    port: ports[0],
    pages: `ws://127.0.0.1:${ports[1]}/mqtt`,
    cut,
    cutServer,
    open: async () => void (await open(ports)),
    async stop() {
      await new Promise<void>(resolve => broker.close(() => resolve()))
      await cut()
    },
  }
}

/** What comes over a websocket goes to the port without one, and back. */
function passOn(socket: WebSocket, port: number): void {
  const line = connect(port, '127.0.0.1')
  socket.on('message', (bytes: Buffer) => line.write(bytes))
  socket.on('close', () => line.destroy())
  line.on('data', bytes => socket.send(bytes))
  line.on('error', () => {}).on('close', () => socket.close())
}
