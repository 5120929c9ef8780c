import { setTimeout as wait } from 'node:timers/promises'
import { openLine, type Line } from './mqtt-line.ts'
import { instructions, round, spread } from './spread.ts'

/** A crowd that listens to one station, on its standard input. */
export interface Crowd {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly clients: number
  /** What one of them says to all, and where. */
  readonly said: { readonly topic: string; readonly payload: string }
  /** A call that makes an event for all of them. */
  readonly told?: { readonly topic: string; readonly url: string; readonly credential: string; readonly bodies: readonly object[] }
  readonly messages: number
}

export interface Heard {
  readonly connectSeconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly lost: number
  /** From the answer of a call until the first of the crowd heard of what it did. */
  readonly firstP99Ms?: number
}

const connectingMax = 100
/** What has not arrived by then is lost. */
const patienceMs = 20_000
const pauseMs = 100

async function connectAll({ url, username, password, clients, said, told }: Crowd): Promise<Line[]> {
  const lines: Line[] = []
  let next = 0
  const connect = async () => {
    for (let id = next++; id < clients; id = next++)
      lines.push(await openLine(url, { username, password, id: `crowd-${id}` }, [said.topic, ...(told ? [told.topic] : [])]))
  }
  await Promise.all(Array.from({ length: connectingMax }, connect))
  return lines
}

/** One message to all. @returns how long it took to each, in milliseconds */
async function spreadOut(lines: readonly Line[], say: () => unknown): Promise<{ times: number[]; began: number }> {
  const times: number[] = []
  const began = performance.now()
  const all = new Promise<void>(resolve => {
    for (const line of lines)
      line.onMessage = () => {
        times.push(performance.now() - began)
        if (times.length === lines.length) resolve()
      }
  })
  say()
  await Promise.race([all, wait(patienceMs)])
  return { times, began }
}

const crowd = await instructions<Crowd>()
const began = performance.now()
const lines = await connectAll(crowd)
const connectSeconds = (performance.now() - began) / 1000
const { said, told, messages } = crowd
// Whatever the connecting itself made them hear has arrived by then.
await wait(1000)

const times: number[] = []
for (let turn = 0; turn < messages; turn++) {
  times.push(...(await spreadOut(lines, () => lines[turn % lines.length]!.publish(said.topic, said.payload))).times)
  await wait(pauseMs)
}
const first: number[] = []
let heard = times.length
for (const body of told?.bodies ?? []) {
  let answered = 0
  const { times: own, began: at } = await spreadOut(lines, async () => {
    const headers = { authorization: told!.credential, 'content-type': 'application/json' }
    const { status } = await fetch(told!.url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (status !== 200) throw new Error(`the call was answered ${status}`)
    answered = performance.now()
  })
  heard += own.length
  first.push(Math.max(0, at + own[0]! - answered))
  await wait(pauseMs)
}
const sent = (messages + (told?.bodies.length ?? 0)) * lines.length
const { p50Ms, p99Ms } = spread(times)
const result: Heard = {
  connectSeconds: round(connectSeconds),
  p50Ms,
  p99Ms,
  lost: sent - heard,
  ...(first.length > 0 && { firstP99Ms: spread(first).p99Ms }),
}
console.log(JSON.stringify(result))
for (const line of lines) line.close()
process.exit()
