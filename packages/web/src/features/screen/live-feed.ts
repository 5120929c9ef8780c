/** What a station has just sold, as the channel tells it. */
export interface LiveSale {
  readonly id: number
  readonly stationId: number
  readonly at: string
  readonly totalCents: number
  readonly volumeCl: number
  readonly payType: string | null
}

/** A nozzle that is fuelling: how far it has come, and when that was told. */
interface Running {
  readonly amountCents: number
  readonly volumeCl: number
  readonly at: number
}

/**
 * What a screen keeps of all that is told. Each part has a largest size, whatever arrives and however long it runs: the last sales, the
 * nozzles that fuel now, the devices that are away, and how many sales each station was told of.
 */
export interface LiveFeed {
  readonly sales: readonly LiveSale[]
  readonly running: ReadonlyMap<string, Running>
  readonly away: ReadonlyMap<number, { readonly stationId: number; readonly since: number }>
  /** Changes whenever a sale of the station was told: where its mark on the map lights up. */
  readonly turns: ReadonlyMap<number, number>
  /** Of each kind of news, when the last one came. */
  readonly told: Readonly<Record<'orders' | 'tanks' | 'shifts', number>>
}

export const salesKept = 12
/** A fuelling is told each second; one that nothing was heard of for this long has ended. */
const runningMs = 6000
export const [runningMost, awayMost, turnsMost] = [2000, 50, 500]

export const nothingTold: LiveFeed = {
  sales: [],
  running: new Map(),
  away: new Map(),
  turns: new Map(),
  told: { orders: 0, tanks: 0, shifts: 0 },
}

type Payload = Readonly<Record<string, unknown>>
type Told = readonly [payloads: readonly Payload[], stations: readonly number[]]

/** The same, without the oldest where it has grown too large. */
function bounded<K, V>(map: Map<K, V>, most: number): Map<K, V> {
  for (const key of map.keys()) {
    if (map.size <= most) break
    map.delete(key)
  }
  return map
}

/** Takes in sales: the newest first, each once, for after a break the channel tells the last seconds again. */
export function tellOrders(feed: LiveFeed, [payloads, stations]: Told, now: number): LiveFeed {
  const sales: LiveSale[] = []
  const turns = new Map(feed.turns)
  const known = new Set(feed.sales.map(({ id }) => id))
  for (const [at, { method, orderId, totalCents, volumeCl, payType, createdDate }] of payloads.entries()) {
    const id = Number(orderId)
    if (method !== 'order.taken' || known.has(id)) continue
    known.add(id)
    const stationId = stations[at]!
    turns.set(stationId, ((turns.get(stationId) ?? 0) + 1) % 1_000_000)
    sales.unshift({
      id,
      stationId,
      at: typeof createdDate === 'string' ? createdDate : new Date(now).toISOString(),
      totalCents: Number(totalCents) || 0,
      volumeCl: Number(volumeCl) || 0,
      payType: typeof payType === 'string' ? payType : null,
    })
  }
  return {
    ...feed,
    sales: [...sales, ...feed.sales].slice(0, salesKept),
    turns: bounded(turns, turnsMost),
    told: { ...feed.told, orders: now },
  }
}

/** Takes in how far fuellings have come. */
export function tellNozzles(feed: LiveFeed, [payloads, stations]: Told, now: number): LiveFeed {
  const running = new Map(feed.running)
  for (const [at, { fuelling, nozzles }] of payloads.entries()) {
    for (const { logicNo, amountCents, volumeCl } of listIn(fuelling)) {
      const key = `${stations[at]}:${String(logicNo)}`
      running.delete(key)
      running.set(key, { amountCents: Number(amountCents) || 0, volumeCl: Number(volumeCl) || 0, at: now })
    }
    for (const { logicNo, state } of listIn(nozzles)) if (state !== 'busy') running.delete(`${stations[at]}:${String(logicNo)}`)
  }
  return { ...feed, running: bounded(running, runningMost) }
}

/** Takes in which devices came and went. */
export function tellDevices(feed: LiveFeed, [payloads, stations]: Told, now: number): LiveFeed {
  const away = new Map(feed.away)
  for (const [at, { deviceId, online }] of payloads.entries()) {
    if (online === true) away.delete(Number(deviceId))
    else if (online === false && !away.has(Number(deviceId))) away.set(Number(deviceId), { stationId: stations[at]!, since: now })
  }
  return { ...feed, away: bounded(away, awayMost) }
}

export const tellOther = (feed: LiveFeed, kind: 'tanks' | 'shifts', now: number): LiveFeed => ({
  ...feed,
  told: { ...feed.told, [kind]: now },
})

/** The same without fuellings that nothing is heard of any more; itself where there are none. */
export function settle(feed: LiveFeed, now: number): LiveFeed {
  const running = [...feed.running].filter(([, { at }]) => now - at < runningMs)
  return running.length === feed.running.size ? feed : { ...feed, running: new Map(running) }
}

const listIn = (value: unknown): readonly Payload[] => (Array.isArray(value) ? (value as Payload[]) : [])
