import mqtt from 'mqtt'
import type { FromWorker, Told, ToWorker } from './worker-messages.ts'

// The client is as large as a page, and what arrives in a rush is none of the page's business: it is told once for each picture.

const pictureMs = 16
const keepaliveSeconds = 30
const connectMs = 10_000

let client: mqtt.MqttClient | undefined
let waiting: Told[] = []
const tell = (message: FromWorker) => postMessage(message)

function flush(): void {
  const all = waiting
  waiting = []
  tell({ kind: 'told', all })
}

function connect({ url, username, password, clientId, topics }: Extract<ToWorker, { kind: 'connect' }>): void {
  client?.end(true)
  const own = mqtt.connect(url, {
    username,
    password,
    ...(clientId !== undefined && { clientId }),
    protocolVersion: 4,
    clean: true,
    keepalive: keepaliveSeconds,
    connectTimeout: connectMs,
    // A ticket lets in for a minute: the page asks for another one before it connects again.
    reconnectPeriod: 0,
    // Its own timers run in a script made on the spot, which our policy refuses.
    timerVariant: 'native',
  })
  client = own
  own.on('connect', () => {
    own.subscribe([...topics], { qos: 1 }, error => {
      if (error) own.end(true)
      else tell({ kind: 'connected' })
    })
  })
  own.on('message', (topic, bytes) => {
    const payload = jsonIn(new TextDecoder().decode(bytes))
    if (payload === undefined) return
    if (waiting.length === 0) setTimeout(flush, pictureMs)
    waiting.push({ topic, payload })
  })
  // It is followed by the end of the connection, which is told.
  own.on('error', () => own.end(true))
  own.on('close', () => {
    if (client === own) tell({ kind: 'closed' })
  })
}

/** What a page says at a broker elsewhere, no server has looked at. */
function jsonIn(text: string): Told['payload'] | undefined {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === 'object' && said !== null ? (said as Told['payload']) : undefined
  } catch {
    return undefined
  }
}

const handle: { [Kind in ToWorker['kind']]: (message: Extract<ToWorker, { kind: Kind }>) => void } = {
  connect,
  say({ topic, payload }) {
    client?.publish(topic, JSON.stringify(payload), { qos: 1 })
  },
  close() {
    const own = client
    client = undefined
    own?.end(true)
  },
}
addEventListener('message', ({ data }: MessageEvent<ToWorker>) => handle[data.kind](data as never))
