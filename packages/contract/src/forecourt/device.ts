import { z } from 'zod'
import { endpoint, Forced, resource } from '../kit.ts'
import { Id, Instant, Name, Ref, Text } from '../units.ts'

/** @source spec 1 §3 "Device type" */
export const deviceTypes = [
  'pos',
  'miniPos',
  'selfService',
  'miniProgram',
  'mp',
  'miniProgramManager',
  'web',
  'dataHub',
  'qPos',
  'dispenser',
  'screen',
  'screen7',
  'screen15',
  'screen24',
  'screen27',
  'screen32',
] as const

/** 设备: a terminal or program that works for a station under a credential of its own. */
export const Device = z.object({
  stationId: Ref('stations'),
  name: Name(40),
  type: z.enum(deviceTypes),
  /** Any word; devices are found by it (decision B2). */
  group: Text(40).default(''),
  /** The program it runs. (`version` is the record's own.) */
  softwareVersion: Text(40).default(''),
  /** A device that is switched off is known no more: its credential opens nothing. */
  enabled: z.boolean().default(true),
})

/** Said of every device that is shown. */
export const DeviceState = z.object({
  /** Heard of within the last two minutes. */
  online: z.boolean(),
  /** Whether a credential was ever given out. */
  enrolled: z.boolean(),
})

export const devices = resource('devices', {
  table: 'device',
  scope: 'station',
  permission: 'forecourt.device',
  body: Device,
  also: Forced,
  read: {
    lastSeen: Instant.nullable(),
    /** When its clock was last compared with ours, and by how much it was ahead. */
    lastSync: Instant.nullable(),
    clockOffsetMs: z.int().nullable(),
    createdDate: Instant,
  },
  beside: {} as z.output<typeof DeviceState>,
  label: ['name', 'type'],
  sort: 'name',
  bulk: ['update', 'delete'],
})

const Credential = z.object({ id: Id, credential: z.string(), issuedAt: Instant })

export const deviceCredential = {
  enrol: endpoint('POST', '/devices/:id/enrol', {
    permission: 'forecourt.device.enrol',
    returns: Credential,
    summary: 'Gives a device its credential. It is shown this once; only a fingerprint is kept.',
  }),
  rotate: endpoint('POST', '/devices/:id/rotate', {
    permission: 'forecourt.device.enrol',
    returns: Credential,
    summary: "Replaces a device's credential; the old one is refused from now on.",
  }),
}

export const syncDevice = endpoint('POST', '/devices/:id/sync', {
  permission: 'device.self',
  summary: 'A device compares its clock with ours; sales it sends are dated by its clock as long as the two agree.',
  body: z.strictObject({ deviceTime: Instant, softwareVersion: Text(40).optional() }),
  returns: z.object({ serverTime: Instant, clockOffsetMs: z.int() }),
})
