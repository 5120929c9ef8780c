import { live, stationTopic, type liveTicket, type Returned } from '@forecourt/contract'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Crowd, Heard } from './crowd.ts'
import { drive } from './load.ts'
import { growthOf } from './memory.ts'
import { hasMosquitto, startMosquitto } from './mosquitto.ts'
import { busy } from './seeds.ts'
import { ask, signIn } from './session.ts'
import { tillsOf } from './tills.ts'
import type { Figure, Place, Sample, Workload } from './workload.ts'

const clientsOf = ({ small }: Place) => (small ? 50 : Number(process.env['BENCH_CLIENTS'] ?? 10_000))
const messagesOf = ({ small }: Place) => (small ? 2 : 20)

/** What a page says when it shows home: some 150 bytes with its topic. */
const said = (stationId: number) => ({
  topic: stationTopic(stationId, 'broadcast'),
  payload: JSON.stringify({ method: 'updateView', client: 'web', page: 'home', timestamp: '2026-03-02T06:00:00Z' }),
})
const crowdOf = (place: Place) => ({
  clients: clientsOf(place),
  said: said(1),
  messages: messagesOf(place),
  username: 'crowd',
  password: 'crowd',
})

/** Mosquitto, with neither users nor rights, on a port of its own. */
async function overMosquitto(crowd: Omit<Crowd, 'url'>): Promise<Heard> {
  const { webPort, stop } = await startMosquitto()
  try {
    return await drive<Heard>('crowd.ts', { ...crowd, url: `ws://127.0.0.1:${webPort}${live.path}` })
  } finally {
    await stop()
  }
}

/** The limit: a server that hands what one of them says to every socket, and looks at nothing. */
async function overPlainSockets(crowd: Omit<Crowd, 'url'>): Promise<Heard> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  server.on('connection', socket => {
    socket.on('message', (data: Buffer) => {
      const kind = data[0]! >> 4
      if (kind === 1) socket.send(Buffer.from([0x20, 2, 0, 0]))
      else if (kind === 8) socket.send(Buffer.from([0x90, 3, data[2]!, data[3]!, 1]))
      else if (kind === 3) for (const each of server.clients) each.send(data)
    })
  })
  await once(server, 'listening')
  try {
    return await drive<Heard>('crowd.ts', { ...crowd, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` })
  } finally {
    for (const socket of server.clients) socket.terminate()
    server.close()
  }
}

async function raw(place: Place): Promise<Sample> {
  const plain = await overPlainSockets(crowdOf(place))
  const peer = hasMosquitto ? await overMosquitto(crowdOf(place)) : undefined
  return {
    plainP99Ms: plain.p99Ms,
    ...(peer && { peerP99Ms: peer.p99Ms, peerConnectSeconds: peer.connectSeconds, peerLost: peer.lost }),
  }
}

async function product(place: Place): Promise<Sample> {
  const [{ stationId, credential, nozzles }] = (await tillsOf(place)) as [Awaited<ReturnType<typeof tillsOf>>[number]]
  const { rows } = await place.owner.query<{ logicNo: number }>('select logic_no as "logicNo" from nozzle_control where id = $1', [
    nozzles[0],
  ])
  const headers = await signIn(place)
  const { ticket, username, port } = await ask<Returned<typeof liveTicket>>(place, headers, 'POST', '/live/tickets', { stationId })
  const crowd: Crowd = {
    ...crowdOf(place),
    url: `ws://127.0.0.1:${port}${live.path}`,
    username,
    password: ticket,
    said: said(stationId),
    told: {
      topic: stationTopic(stationId, 'nozzleStatus'),
      url: `${place.address}/api/v1/dispensers/status`,
      credential,
      bodies: Array.from({ length: messagesOf(place) }, (_, turn) => ({
        nozzles: [{ logicNo: rows[0]!.logicNo, state: turn % 2 === 0 ? 'busy' : 'idle' }],
      })),
    },
  }
  const { done, grownMb } = await growthOf(place.serverPid, () => drive<Heard>('crowd.ts', crowd))
  return { ...done, grownMb }
}

const peers: readonly Figure[] = [
  { says: 'p99 ÷ Mosquitto', of: (limit, own) => own['p99Ms']! / limit['peerP99Ms']!, goal: ['≤', 0.5] },
  { says: 'Mosquitto, p99 ms', of: limit => limit['peerP99Ms']! },
  { says: 'Mosquitto, seconds until all were connected', of: limit => limit['peerConnectSeconds']! },
  { says: 'Mosquitto, messages lost', of: limit => limit['peerLost']! },
]

export const w7: Workload = {
  name: 'w7',
  what: 'live channel: 10,000 pages of one station hear what one of them says, and what a device reports (QoS 1)',
  seed: () => busy(true),
  writes: false,
  raw,
  product,
  figures: [
    ...(hasMosquitto ? peers : []),
    { says: 'p99 ÷ plain sockets', of: (limit, own) => own['p99Ms']! / limit['plainP99Ms']! },
    { says: 'plain sockets, p99 ms', of: limit => limit['plainP99Ms']! },
    { says: 'p50 ms', of: (_limit, own) => own['p50Ms']! },
    { says: 'p99 ms', of: (_limit, own) => own['p99Ms']!, goal: ['≤', 300] },
    { says: 'seconds until all were let in', of: (_limit, own) => own['connectSeconds']!, goal: ['≤', 6] },
    { says: 'answer of a call to the first page, p99 ms', of: (_limit, own) => own['firstP99Ms']!, goal: ['≤', 100] },
    { says: 'messages lost', of: (_limit, own) => own['lost']!, goal: ['≤', 0] },
    { says: 'memory of the server grew by, MB', of: (_limit, own) => own['grownMb']!, goal: ['≤', 300] },
  ],
}
