import { live, type liveTicket, type Returned } from '@forecourt/contract'
import mqtt, { type MqttClient } from 'mqtt'
import { median } from './median.ts'
import { busy } from './seeds.ts'
import { ask, signIn } from './session.ts'
import { tillsOf } from './tills.ts'
import { lanes, openForBusiness } from './w1.ts'
import type { Load, Place, Sample, Workload } from './workload.ts'

const pairs = ({ small }: Place) => (small ? 1 : 5)

/** A page of each station is open, and hears what happens there. */
async function openPages(place: Place) {
  const told = { messages: 0 }
  const pages: MqttClient[] = []
  const stations = await place.owner.query<{ id: number; code: string }>(
    `select station.id, directory.code from station join company_directory directory on directory.company = station.company_id`,
  )
  const sessions = new Map<string, Record<string, string>>()
  for (const { id, code } of stations.rows) {
    const headers = sessions.get(code) ?? (await signIn(place, Number(code.replace('seed', ''))))
    sessions.set(code, headers)
    const { ticket, username, port, topics } = await ask<Returned<typeof liveTicket>>(place, headers, 'POST', '/live/tickets', {
      stationId: id,
    })
    const page = await mqtt.connectAsync(`ws://127.0.0.1:${port}${live.path}`, { username, password: ticket, reconnectPeriod: 0 })
    page.on('message', () => void told.messages++)
    await page.subscribeAsync([...topics], { qos: 1 })
    pages.push(page)
  }
  return { told, close: () => Promise.all(pages.map(page => page.endAsync(true))) }
}

/** The same load with pages and without; which of them comes first changes with each pair. */
async function product(place: Place): Promise<Sample> {
  const load = async () => place.load({ source: 'w1-calls.ts', facts: { tills: await tillsOf(place) }, lanes })
  let messages = 0
  const heard = async () => {
    const { told, close } = await openPages(place)
    const measured = await load()
    messages += told.messages
    await close()
    return measured
  }
  const [withPages, without]: [Load[], Load[]] = [[], []]
  for (let turn = 0; turn < pairs(place); turn++) {
    if (turn % 2 === 0) without.push(await load())
    withPages.push(await heard())
    if (turn % 2 === 1) without.push(await load())
  }
  const others = [...withPages, ...without].flatMap(({ others: each }) => Object.values(each)).reduce((sum, count) => sum + count, 0)
  return {
    ratio: median(withPages.map(({ perSecond }, turn) => perSecond / without[turn]!.perSecond)),
    perSecond: median(withPages.map(({ perSecond }) => perSecond)),
    alone: median(without.map(({ perSecond }) => perSecond)),
    p99Ms: median(withPages.map(({ p99Ms }) => p99Ms)),
    aloneP99Ms: median(without.map(({ p99Ms }) => p99Ms)),
    messages,
    others,
  }
}

export const w1Channel: Workload = {
  name: 'w1-channel',
  what: 'order intake while a page of each station hears of it over the live channel, by turns with the same while none does',
  seed: busy,
  writes: true,
  prepare: openForBusiness,
  raw: () => Promise.resolve({}),
  product,
  figures: [
    { says: 'sales a second, with pages ÷ without (median of pairs)', of: (_limit, own) => own['ratio']!, goal: ['≥', 0.9] },
    { says: 'sales a second, with pages', of: (_limit, own) => own['perSecond']! },
    { says: 'sales a second, without', of: (_limit, own) => own['alone']! },
    { says: 'p99 with pages, ms', of: (_limit, own) => own['p99Ms']! },
    { says: 'p99 without, ms', of: (_limit, own) => own['aloneP99Ms']! },
    { says: 'messages that pages heard', of: (_limit, own) => own['messages']!, goal: ['≥', 1] },
    { says: 'answers other than 200', of: (_limit, own) => own['others']!, goal: ['≤', 0] },
  ],
}
