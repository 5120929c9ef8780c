import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Readable, type Duplex } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { Aedes, type Client } from 'aedes'
import { createWebSocketStream, WebSocketServer } from 'ws'
import type { BrokerOptions, FromBroker, Grant, ToBroker } from './broker-messages.ts'
import { FanOut, WithoutAcks, type Listener } from './fan-out.ts'
import { KeptSessions, type Persistence } from './kept-sessions.ts'

// A thread of its own: what it costs to tell thousands of pages something is not taken from the calls.

const { host, port, path, tls, mayConnect, kept: limits = { sessions: 4, waiting: 1000 } } = workerData as BrokerOptions
const parent = parentPort!
const tell = (message: FromBroker) => parent.postMessage(message)

/** A packet is a line about a nozzle or a sale. */
const packetBytesMax = 64 * 1024
/** What a client that does not read may keep waiting for it, before it is cut off. */
const drainMs = 3000
const connectMs = 5000

const granted = new WeakMap<Client, Grant>()
const clientsOf = new Map<string, Set<Client>>()
const asked = new Map<number, (grant: Grant | undefined) => void>()
let turn = 0

const refused = (returnCode: 2 | 3 | 4 = 4) => Object.assign(new Error('not let in'), { returnCode })
/** Clients that want to be remembered and say no name to be remembered by. @source MQTT 3.1.1, [MQTT-3.1.3-8] */
const nameless = new WeakSet<Client>()

const broker = await Aedes.createBroker({
  drainTimeout: drainMs,
  connectTimeout: connectMs,
  queueLimit: 1000,
  preConnect(client, { clientId, clean }, done) {
    if (!clientId && !clean) nameless.add(client)
    done(null, true)
  },
  authenticate(client, username, password, done) {
    if (nameless.has(client)) return done(refused(2), false)
    if (broker.connectedClients >= mayConnect) return done(refused(), false)
    const own = ++turn
    asked.set(own, grant => {
      if (!grant) return done(refused(), false)
      granted.set(client, grant)
      // Two clients of one name are one to the protocol: the names of others are out of reach. Pages keep nothing here while they are away.
      Object.assign(client, { id: `${grant.key} ${client.id}`, clean: isPage(client) || grant.key.startsWith('session:') })
      const keep = async () => {
        const open = await sessions.open(grant.key, client.id)
        done(open ? null : refused(3), open)
      }
      if (!isPage(client)) return void keep()
      sessions.forget(grant.key, client.id)
      done(null, true)
    })
    tell({ kind: 'connecting', turn: own, username: username ?? '', password: password?.toString('utf8') ?? '' })
  },
  authorizeSubscribe(client, subscription, done) {
    const { topic, qos } = subscription
    if (!granted.get(client)?.hears.includes(topic)) return done(null, null)
    if (!isPage(client)) return done(null, subscription)
    fanOut.add(topic, listenerOf(client), qos === 0 ? 0 : 1)
    done(null, { ...subscription, topic: nobodySays })
  },
  authorizePublish(client, packet, done) {
    const grant = client ? granted.get(client) : undefined
    if (!grant?.says.includes(packet.topic) || packet.retain) return done(new Error('may not say this'))
    const { topic, payload } = packet
    // Others hear of it what the server tells them, when it has looked at it.
    packet.topic = nobodyHears
    // Of a packet that it keeps until its sender releases it, the number is enough.
    packet.payload = ''
    const say = () => tell({ kind: 'said', key: grant.key, topic, payload: payload.toString() })
    const sayOnce = async () => {
      // Sent again because its receipt was lost, it was said already.
      if (!client || !(await wasSaid(client, packet))) say()
      done()
    }
    if (packet.qos === 2) return void sayOnce()
    say()
    done()
  },
})

const wasSaid = (client: Client, packet: object): Promise<boolean> =>
  kept.incomingGetPacket(client, packet).then(
    () => true,
    () => false,
  )
const kept = (broker as unknown as { persistence: Persistence }).persistence
const sessions = new KeptSessions(
  limits,
  kept,
  id => clientOf(id) !== undefined,
  (client, what) => tell({ kind: 'dropped', client, what }),
)
const outgoing = kept.outgoingStream.bind(kept)
/** What was sent under a number already, and not acknowledged, is marked as sent again. @source MQTT 3.1.1, [MQTT-3.3.1-1] */
kept.outgoingStream = client =>
  Readable.from(
    (async function* () {
      for await (const packet of outgoing(client)) {
        if (packet.cmd === 'publish' && packet.messageId) packet.dup = true
        yield packet
      }
    })(),
  )

/** Topics of the broker's own: where what is said goes, and to what pages have subscribed in its eyes. */
const [nobodyHears, nobodySays] = ['said', 'pages']

broker.on('clientReady', client => {
  const grant = granted.get(client)
  if (!grant) return
  const clients = clientsOf.get(grant.key)
  if (clients) clients.add(client)
  else clientsOf.set(grant.key, new Set([client]))
  sessions.touch(grant.key, client.id)
  tell({ kind: 'connected', key: grant.key })
})
broker.on('clientDisconnect', client => {
  const grant = granted.get(client)
  const clients = grant && clientsOf.get(grant.key)
  if (!grant || !clients?.delete(client)) return
  if (clients.size === 0) clientsOf.delete(grant.key)
  sessions.touch(grant.key, client.id)
  for (const topic of grant.hears) fanOut.remove(topic, listenerOf(client))
  tell({ kind: 'gone', key: grant.key })
})

/** Pages hear by the short way; the broker keeps for devices what they miss while they are away. */
const fanOut = new FanOut()
const listeners = new WeakMap<Duplex, Listener>()
const listenerOf = (client: Client) => listeners.get(client.conn as Duplex)!
const isPage = (client: Client) => (client as Client & { clean: boolean }).clean

broker.on('subscribe', (_, client) => {
  const grant = granted.get(client)
  if (grant) tell({ kind: 'subscribed', key: grant.key, client: client.id })
})
broker.on('unsubscribe', (topics, client) => {
  for (const topic of topics) fanOut.remove(topic, listenerOf(client))
})
const clientOf = (id: string) => [...(clientsOf.get(id.slice(0, id.indexOf(' '))) ?? [])].find(client => client.id === id)

const server = tls ? createTlsServer({ ...tls, minVersion: 'TLSv1.2' }, notFound) : createHttpServer(notFound)
function notFound(_request: IncomingMessage, reply: import('node:http').ServerResponse) {
  reply.writeHead(404).end()
}

const sockets = new WebSocketServer({
  server,
  path,
  maxPayload: packetBytesMax,
  perMessageDeflate: false,
  handleProtocols: protocols => protocols.has('mqtt') && 'mqtt',
  verifyClient: ({ req }: { req: IncomingMessage }) => isOwnPage(req),
})
sockets.on('connection', (socket, request) => {
  if (socket.protocol !== 'mqtt') return socket.close(1002)
  const stream = readsWhole(createWebSocketStream(socket))
  const drop = () => socket.terminate()
  listeners.set(stream, { stream, drop })
  stream.on('error', drop)
  broker.handle(stream, request)
})

/**
 * A stream says that it can be read again only after it was read until nothing was left. The broker reads once each time, which is enough
 * for a socket of Node 20 and leaves packets that come in several frames lying there in Node 26. Acknowledgements, of which each message to
 * thousands of pages brings thousands, are of no use to it.
 */
function readsWhole(stream: Duplex): Duplex {
  const read = stream.read.bind(stream)
  const acks = new WithoutAcks()
  let begun = false
  stream.read = () => {
    const chunks: Buffer[] = []
    for (let chunk = read(); chunk !== null; chunk = read()) {
      if (!begun && isOfUnknownLevel(chunk as Buffer)) {
        stream.end(unknownLevel)
        return null
      }
      begun = true
      const passed = acks.pass(chunk as Buffer)
      if (passed) chunks.push(passed)
    }
    return chunks.length > 0 ? Buffer.concat(chunks) : null
  }
  return stream
}

/**
 * A first packet of a version of MQTT that there is none of. It is owed the answer that its version is not spoken here, which the broker
 * gives to a version that it knows alone. @source MQTT 3.1.1, [MQTT-3.1.2-2]
 */
function isOfUnknownLevel(chunk: Buffer): boolean {
  const name = Buffer.from([0, 4, 0x4d, 0x51, 0x54, 0x54])
  const at = chunk[0] === 0x10 ? chunk.subarray(0, 12).indexOf(name) : -1
  const level = at > 0 ? chunk[at + name.length] : undefined
  return level !== undefined && (level < 3 || level > 5)
}
const unknownLevel = Buffer.from([0x20, 2, 0, 1])

/** A browser says from where its page came; only pages of this host may connect with what their user is. Devices come from nowhere. */
function isOwnPage({ headers: { origin, host: asked } }: IncomingMessage): boolean {
  if (origin === undefined) return true
  try {
    return asked !== undefined && new URL(origin).hostname === new URL(`http://${asked}`).hostname
  } catch {
    return false
  }
}

const handle: { [Kind in ToBroker['kind']]: (message: Extract<ToBroker, { kind: Kind }>) => void } = {
  admitted({ turn: of, grant }) {
    asked.get(of)?.(grant)
    asked.delete(of)
  },
  publish({ topic, payload, client }) {
    const packet = { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false } as const
    const only = client === undefined ? undefined : clientOf(client)
    if (client !== undefined && !only) return
    if (!only || isPage(only)) fanOut.publish(topic, payload, only && listenerOf(only))
    if (!only) broker.publish(packet, () => {})
    else if (!isPage(only)) only.publish(packet, () => {})
  },
  cut({ keys }) {
    for (const key of keys) for (const client of clientsOf.get(key) ?? []) client.close()
  },
  tls({ tls: renewed }) {
    ;(server as TlsServer).setSecureContext({ ...renewed, minVersion: 'TLSv1.2' })
  },
  stop() {
    sockets.close()
    broker.close(() => {
      server.close(() => tell({ kind: 'stopped' }))
      server.closeAllConnections()
    })
  },
}
parent.on('message', (message: ToBroker) => handle[message.kind](message as never))

try {
  server.listen(port, host)
  await once(server, 'listening')
  tell({ kind: 'listening', port: (server.address() as AddressInfo).port })
} catch (error) {
  tell({ kind: 'failed', message: (error as Error).message })
}
