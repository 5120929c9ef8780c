import type { Permission } from '../permissions.ts'

/**
 * The live channel: MQTT 3.1.1 over a websocket, on the host of the pages.
 * @source spec 0 §4 "Live channel", §9 "Broker ports"; requirements SCR-016 to SCR-020
 */
export const live = {
  path: '/mqtt',
  /** The user name of everyone who connects; the password is a ticket, or the credential of a device. */
  username: 'forecourt',
  /** How long a ticket lets somebody in. */
  ticketSeconds: 60,
  /** A page that lost its connection, or was given another station, waits for this long. @source spec 0 §9 */
  reconnectMs: 2000,
  /** How often home tells the others that it is there. @source spec 0 §9, LIM-005 */
  homeBroadcastMs: 600_000,
} as const

/** What is told of a station, and the permission that a person needs to be told it; all who may see the station hear broadcasts. */
export const liveKinds = {
  nozzleStatus: 'forecourt.nozzle.read',
  tanks: 'forecourt.tank.read',
  deliveries: 'oilInfo.read',
  orders: 'order.sale.read',
  shifts: 'shift.state.read',
  prices: 'forecourt.product.read',
  devices: 'forecourt.device.read',
  broadcast: 'signedIn',
} as const satisfies Readonly<Record<string, Permission | 'signedIn'>>
export type LiveKind = keyof typeof liveKinds

/** What is told to one user alone, whichever station they are at, and the permission that they need to be told it. */
export const ownKinds = { exports: 'export.read' } as const satisfies Readonly<Record<string, Permission>>
export type OwnKind = keyof typeof ownKinds

export const userTopic = (userId: number, kind: OwnKind): string => `users/${userId}/${kind}`
export const stationTopic = (stationId: number, kind: LiveKind): string => `stations/${stationId}/${kind}`
/** What a device says, and the call as which it is done. @source decisions-breadth.md WS16 */
export const deviceCalls = { status: '/dispensers/status', orders: '/orders', tankReadings: '/tankReadings' } as const
export type DeviceKind = keyof typeof deviceCalls

/** Where a device says what it sees, and where it is answered. */
export const deviceTopic = (deviceId: number, kind: DeviceKind | 'answers'): string => `devices/${deviceId}/${kind}`
