import { z } from 'zod'
import { Id, Instant, Name, Pattern, Ref, Text } from '../units.ts'
import { FileRef } from '../file/attachment.ts'
import type { StationSettings } from './config.ts'
import type { SettingDetails } from './setting-detail.ts'
import { endpoint, Forced, resource } from '../kit.ts'
import { ForeignCode } from '../validators.ts'
import { Code, TimeZone } from './company.ts'

const Degrees = (max: number) => z.number().min(-max).max(max).multipleOf(0.000001, 'sixDecimals').nullable().default(null)

export const Station = z.object({
  code: Code,
  name: Name(100),
  description: Text(500).default(''),
  /** ISO 3166 in three letters. */
  country: Pattern(/^[A-Z]{3}$/, 'country').default('CHN'),
  address: Text(200).default(''),
  longitude: Degrees(180),
  latitude: Degrees(90),
  contact: Text(60).default(''),
  phone: Text(30).default(''),
  macAddress: Pattern(/^$|^([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$/, 'macAddress').default(''),
  pictureId: FileRef('stationPicture').nullable().default(null),
  unionCardStationId: ForeignCode.default(''),
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
  also: Forced,
  read: {
    companyId: Ref('companies'),
    /** The end of the paid service; null is indefinite. The hard stop is `expireTime` (decision C12). */
    endTime: Instant.nullable(),
    expireTime: Instant.nullable(),
    createdDate: Instant,
  },
  beside: {} as { config: Partial<StationSettings>; configDetail: SettingDetails; authCodeDetail: null },
  label: ['code', 'name', 'timeZone'],
  sort: 'name,asc',
  bulk: ['update'],
  acts: ['list', 'get', 'create', 'update'],
})

/** What a station tells of itself, and its own master may change; the rest is its company's to say. */
const ownFields = {
  description: true,
  address: true,
  longitude: true,
  latitude: true,
  contact: true,
  phone: true,
  macAddress: true,
  pictureId: true,
} as const
export const setStationProfile = endpoint('PUT', '/stations/:id/profile', {
  permission: 'org.stationProfile.write',
  body: z.strictObject({ ...Station.pick(ownFields).shape, version: z.int() }),
  returns: stations.row,
  rows: true,
  summary: 'What a station master changes of the own station',
})

/**
 * How a station stands with its service: opened or not, expired or not or without end, its devices authorized or not, configured or not.
 * @source spec 1 §4 "Service status"; that a station is authorized when one of its devices is: requirement ORG-037
 */
export const stationServices = resource('stationServices', {
  table: 'station_service',
  scope: 'site',
  permission: 'org.station',
  body: z.object({}),
  read: {
    companyId: Ref('companies'),
    code: Code,
    name: z.string(),
    address: z.string(),
    contact: z.string(),
    phone: z.string(),
    endTime: Instant.nullable(),
    expireTime: Instant.nullable(),
    notifyDays: z.int(),
    expiry: z.enum(['notExpired', 'expired', 'indefinite']),
    opened: z.boolean(),
    authorized: z.boolean(),
    configured: z.boolean(),
    renewedDate: Instant.nullable(),
    createdDate: Instant,
  },
  versioned: false,
  sort: 'endTime,asc',
  acts: ['list', 'get'],
})

const renewed = {
  stationId: Ref('stations'),
  /** The new end of the paid service; without one it is indefinite. */
  endTime: Instant.nullable().default(null),
  remark: Text(200).default(''),
}
const rows = resource('renewals', {
  table: 'renewal',
  scope: 'station',
  permission: 'org.renewal',
  body: z.object(renewed),
  read: {
    companyId: Ref('companies'),
    beforeTime: Instant.nullable(),
    expireTime: Instant.nullable(),
    createdById: Ref('users').nullable(),
    createdDate: Instant,
  },
  versioned: false,
  sort: 'createdDate,desc',
  acts: ['list'],
})
/** 续费: the end of a station's service is moved by this and nothing else. */
export const renewals = {
  ...rows,
  create: endpoint('POST', '/renewals', {
    permission: 'org.renewal.write',
    body: z.strictObject({
      ...renewed,
      /** Days for which it still works after that end (decision C12). */
      graceDays: z.int().min(0).max(365).default(0),
      /** The end as it was seen, so that a renewal sent twice, or by two at once, counts once. */
      fromTime: Instant.nullable(),
    }),
    returns: rows.row,
    rows: true,
    idempotent: true,
    summary: 'Moves the end of a station’s service; without an end it is indefinite',
  }),
}

/** PUT /stations/{id}/broadcast: what its screens and devices are asked to do. @source requirement ORG-027 */
export const broadcast = endpoint('PUT', '/stations/:id/broadcast', {
  permission: 'org.stationConfig.write',
  body: z.strictObject({
    method: z.enum(['restart', 'sync', 'updateView']),
    message: Text(200).default(''),
  }),
  returns: z.object({
    id: Id,
    topic: z.string(),
    /** It is kept, to be handed to whatever listens there. */
    published: z.literal(true),
    /** Whether a live channel carries it at once. Until there is one, those who listen find it when they next ask. */
    live: z.boolean(),
  }),
  summary: 'Publishes an order to a station’s own topic; the answer says whether anything carries it at once',
})

/** GET /geocodes?address=: where an address is, after what is known here. Nobody outside is asked. */
export const geocodes = endpoint('GET', '/geocodes', {
  permission: 'org.station.read',
  query: z.strictObject({ address: Name(200) }),
  returns: z.object({
    content: z.array(
      z.object({
        name: z.string(),
        address: z.string(),
        longitude: z.number(),
        latitude: z.number(),
        /** Typed as coordinates, as exact as a station that is known, or the middle of a region. */
        from: z.enum(['coordinates', 'station', 'region']),
      }),
    ),
  }),
  summary: 'Coordinates of an address: typed ones, those of known stations, the middle of regions',
})

/** GET /configs: what is set for stations, key by key, by themselves or by their company. @source spec 1 §7 */
export const configs = resource('configs', {
  table: 'station_setting',
  scope: 'station',
  permission: 'org.station',
  body: z.object({}),
  read: {
    companyId: Ref('companies'),
    stationId: Ref('stations'),
    name: z.string(),
    category: z.enum(['payment', 'package', 'pages']).nullable(),
    value: z.unknown(),
    setBy: z.enum(['station', 'company']),
  },
  unsearchable: ['value'],
  versioned: false,
  sort: 'name,asc',
  acts: ['list'],
})
