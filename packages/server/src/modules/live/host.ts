import {
  deviceCalls,
  deviceTopic,
  drivenClockHeader,
  Fuelling,
  live,
  stationTopic,
  UpdateView,
  type DeviceKind,
  type LiveKind,
} from '@forecourt/contract'
import { z } from 'zod'
import type { Database } from '../../platform/postgres/database.ts'
import type { Holder, LiveHost } from '../../platform/live/channel.ts'
import type { Message } from '../../platform/live/notices.ts'
import type { LiveEvent } from '../../platform/live/relay.ts'
import { deviceByCredential } from '../forecourt/index.ts'
import { heardBy, keyOf, readTicket, saidBy } from './ticket.ts'

/**
 * Makes a call as a device that has shown this credential, on the one road that all calls take. The moment is what the device says of it:
 * a server that does not take the time from its callers refuses the call.
 */
export type Perform = (credential: string, path: string, body: unknown, moment?: string) => Promise<{ status: number; body: unknown }>

/** Which of the events of a station are told, and as what: by the beginning of their names. */
const told: readonly (readonly [begins: string, kind: LiveKind])[] = [
  ['nozzleStatus', 'nozzleStatus'],
  ['tank.', 'tanks'],
  ['delivery.', 'deliveries'],
  ['order.', 'orders'],
  ['shift.', 'shifts'],
  ['day.', 'shifts'],
  ['price.', 'prices'],
]

export const messageOf = ({ id, stationId, topic, payload }: LiveEvent): Message | undefined => {
  const kind = told.find(([begins]) => topic.startsWith(begins))?.[1]
  return kind && { topic: stationTopic(stationId, kind), payload: { method: topic, id, ...payload } }
}

/** How far fuellings have come stands beside the body of POST /dispensers/status. */
const Status = z.looseObject({ fuelling: z.array(Fuelling).max(1000).default([]) })
/** What a message bears besides the body of its call: a number, which the answer repeats, and the moment of a simulation. */
const Numbered = z.looseObject({ sequence: z.unknown().optional(), [drivenClockHeader]: z.string().optional() })

interface DeviceHolder extends Holder {
  readonly stationId: number
  readonly deviceId: number
  readonly credential: string
}
const deviceKinds = Object.keys(deviceCalls) as DeviceKind[]
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
  const hears = ticket && (await heardBy(db, ticket, clock()))
  if (!hears) return undefined
  const { stationId, also, companyId } = ticket
  return {
    grant: { key: keyOf(ticket), hears, says: saidBy(ticket) },
    companyId,
    stationIds: [stationId, ...also],
    holds: async () => (await heardBy(db, ticket, clock()))?.join() === hears.join(),
  }
}

async function ofDevice(db: Database, clock: () => Date, credential: string): Promise<DeviceHolder | undefined> {
  const device = await deviceByCredential(db, credential, clock())
  return (
    device && {
      grant: {
        key: `device:${device.id}`,
        hears: [deviceTopic(device.id, 'answers'), stationTopic(device.stationId, 'prices')],
        says: deviceKinds.map(kind => deviceTopic(device.id, kind)),
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

/**
 * What a device says is done, and answered: a sale and a reading always, a status when it is refused or bears a number. The number of a
 * sale is its own; any other is the message's.
 */
async function deviceSaid({ deviceId, stationId, credential }: DeviceHolder, topic: string, payload: unknown, perform: Perform) {
  const kind = deviceKinds.find(each => topic === deviceTopic(deviceId, each))!
  const said = Numbered.safeParse(payload)
  const { sequence, [drivenClockHeader]: moment, ...rest } = said.data ?? {}
  const number = sequence === undefined ? {} : { sequence }
  const act = async (body: unknown) => {
    const done = await perform(credential, deviceCalls[kind], body, moment)
    const silent = kind === 'status' && done.status === 200 && sequence === undefined
    return silent ? [] : [{ topic: deviceTopic(deviceId, 'answers'), payload: { of: kind, ...number, ...done } }]
  }
  if (!said.success) return { own: await act(payload) }
  if (kind === 'orders') return { own: await act({ ...rest, ...number }) }
  const status = kind === 'status' ? Status.safeParse(rest) : undefined
  if (!status?.success) return { own: await act(rest) }
  const { fuelling, ...reported } = status.data
  const running =
    fuelling.length > 0 ? [{ topic: stationTopic(stationId, 'nozzleStatus'), payload: { method: 'nozzleStatus', fuelling } }] : []
  return { all: running, own: Object.keys(reported).length > 0 ? await act(reported) : [] }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
