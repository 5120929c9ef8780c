import { z } from 'zod'
import { Instant, Name, Ref, Text } from '../units.ts'
import { resource } from '../kit.ts'
import { Code, TimeZone } from './company.ts'

const Degrees = (max: number) => z.number().min(-max).max(max).multipleOf(0.000001, 'sixDecimals').nullable().default(null)

export const Station = z.object({
  code: Code,
  name: Name(100),
  description: Text(500).default(''),
  /** ISO 3166 in three letters. */
  country: z
    .string()
    .trim()
    .regex(/^[A-Z]{3}$/, 'country')
    .default('CHN'),
  address: Text(200).default(''),
  longitude: Degrees(180),
  latitude: Degrees(90),
  contact: Text(60).default(''),
  phone: Text(30).default(''),
  macAddress: z
    .string()
    .trim()
    .regex(/^$|^([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$/, 'macAddress')
    .default(''),
  unionCardStationId: Text(60).default(''),
  timeZone: TimeZone.default('Asia/Shanghai'),
  /** Shifts are opened and closed by hand; without it the day is a natural day. */
  enableShiftSettle: z.boolean().default(false),
  /** From how many days before the end of service its users are reminded. */
  notifyDays: z.int().min(0).max(365).default(30),
})

/** 油站 */
export const stations = resource('stations', {
  table: 'station',
  scope: 'site',
  permission: 'org.station',
  body: Station,
  read: {
    companyId: Ref('companies'),
    /** The end of the paid service; null is indefinite. The hard stop is `expireTime` (decision C12). */
    endTime: Instant.nullable(),
    expireTime: Instant.nullable(),
    createdDate: Instant,
  },
  label: ['code', 'name', 'timeZone'],
  sort: 'name,asc',
  bulk: ['update'],
  acts: ['list', 'get', 'create', 'update'],
})
