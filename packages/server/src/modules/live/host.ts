import { deviceTopic, Fuelling, live, stationTopic, UpdateView, type LiveKind } from '@forecourt/contract'
import { z } from 'zod'
import type { Database } from '../../platform/postgres/database.ts'
import type { Holder, LiveHost, Message } from '../../platform/live/channel.ts'
import type { LiveEvent } from '../../platform/live/relay.ts'
import { loadActorOfDisplay, loadActorOfSession } from '../access/index.ts'
import { deviceByCredential } from '../forecourt/index.ts'
import { keyOf, readTicket, seesWholeCompany, stationsOf, topicsOf } from './ticket.ts'

/** Makes a call as a device that has shown this credential, on the one road that all calls take. */
export type Perform = (credential: string, path: string, body: unknown) => Promise<{ status: number; body: unknown }>

/** Which of the events of a station are told, and as what: by the beginning of their names. */
const told: readonly (readonly [begins: string, kind: LiveKind])[] = [
  ['nozzleStatus', 'nozzleStatus'],
  ['tank.', 'tanks'],
  ['order.', 'orders'],
  ['shift.', 'shifts'],
  ['day.', 'shifts'],
  ['price.', 'prices'],
]

export const messageOf = ({ id, stationId, topic, payload }: LiveEvent): Message | undefined => {
  const kind = told.find(([begins]) => topic.startsWith(begins))?.[1]
  return kind && { topic: stationTopic(stationId, kind), payload: { method: topic, id, ...payload } }
}

/** What a device says of its forecourt: the body of POST /dispensers/status, and how far fuellings have come. */
const Status = z.looseObject({ fuelling: z.array(Fuelling).max(1000).default([]) })
/** A device that says the same again has it done once; it names each of its sales by a number. */
const Sale = z.looseObject({ sequence: z.unknown() })

interface DeviceHolder extends Holder {
  readonly stationId: number
  readonly deviceId: number
  readonly credential: string
}
const isDevice = (holder: Holder): holder is DeviceHolder => 'deviceId' in holder

/** Who connects, what they hear and say, and what is made of it. */
export function liveHostOf(
  db: Database,
  clock: () => Date,
  perform: Perform,
): Pick<LiveHost, 'clock' | 'username' | 'admit' | 'messageOf' | 'said' | 'presence'> {
  return {
    clock,
    username: live.username,
    admit: async password => (await ofDevice(db, clock, password)) ?? ofTicket(db, clock, password),
    messageOf,
    said: async (holder, topic, text) => {
      const payload = jsonIn(text)
      if (isDevice(holder)) return deviceSaid(holder, topic, payload, perform)
      const view = UpdateView.safeParse(payload)
      return view.success ? { all: [{ topic, payload: view.data }] } : {}
    },
    presence: (holder, online) =>
      isDevice(holder)
        ? [{ topic: stationTopic(holder.stationId, 'devices'), payload: { method: 'device.online', deviceId: holder.deviceId, online } }]
        : [],
  }
}

async function ofTicket(db: Database, clock: () => Date, password: string): Promise<Holder | undefined> {
  const ticket = readTicket(password, clock())
  if (!ticket) return undefined
  const { stationId, companyId } = ticket
  const stationIds = stationsOf(ticket)
  const topics = async () => {
    const at = clock()
    const actor = ticket.ofDisplay
      ? await loadActorOfDisplay(db, { displayId: ticket.sessionId, stationId, at })
      : await loadActorOfSession(db, { ...ticket, chosenCompany: null, at })
    return actor && (stationIds.length === 1 || seesWholeCompany(actor)) ? topicsOf(stationIds, actor) : undefined
  }
  const hears = await topics()
  if (!hears) return undefined
  const broadcast = stationTopic(stationId, 'broadcast')
  return {
    grant: { key: keyOf(ticket), hears, says: ticket.ofDisplay ? [] : [broadcast] },
    companyId,
    stationIds,
    holds: async () => (await topics())?.join() === hears.join(),
  }
}

async function ofDevice(db: Database, clock: () => Date, credential: string): Promise<DeviceHolder | undefined> {
  const device = await deviceByCredential(db, credential, clock())
  return (
    device && {
      grant: {
        key: `device:${device.id}`,
        hears: [deviceTopic(device.id, 'answers'), stationTopic(device.stationId, 'prices')],
        says: [deviceTopic(device.id, 'status'), deviceTopic(device.id, 'orders')],
      },
      companyId: device.companyId,
      stationIds: [device.stationId],
      stationId: device.stationId,
      deviceId: device.id,
      credential,
      holds: async () => (await deviceByCredential(db, credential, clock())) !== undefined,
    }
  )
}

async function deviceSaid(holder: DeviceHolder, topic: string, payload: unknown, perform: Perform) {
  const { deviceId, stationId, credential } = holder
  const answer = (of: string, about: object, { status, body }: { status: number; body: unknown }) => [
    { topic: deviceTopic(deviceId, 'answers'), payload: { of, ...about, status, body } },
  ]
  if (topic === deviceTopic(deviceId, 'orders')) {
    const { sequence } = Sale.safeParse(payload).data ?? {}
    return { own: answer('orders', { sequence }, await perform(credential, '/orders', payload)) }
  }
  const status = Status.safeParse(payload)
  if (!status.success) return { own: answer('status', {}, await perform(credential, '/dispensers/status', payload)) }
  const { fuelling, ...reported } = status.data
  const running =
    fuelling.length > 0 ? [{ topic: stationTopic(stationId, 'nozzleStatus'), payload: { method: 'nozzleStatus', fuelling } }] : []
  if (Object.keys(reported).length === 0) return { all: running }
  const done = await perform(credential, '/dispensers/status', reported)
  return { all: running, ...(done.status !== 200 && { own: answer('status', {}, done) }) }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
