import { z } from 'zod'
import { deviceTypes } from '../forecourt/device.ts'
import { endpoint } from '../kit.ts'
import { CardNumber, Id, Instant, Ref } from '../units.ts'

/** 挂失, 停用, 锁定, 已补卡, 已退卡, 已过期, 单位停用. @source decisions CD24 */
export const BlackListReason = z.enum(['lose', 'disable', 'lock', 'replaced', 'returned', 'expired', 'stopped'])
export type BlackListReason = z.output<typeof BlackListReason>

/** A device whose list may be older than this is shown as stale. @source decisions CD24 */
export const blackListStaleMs = 24 * 60 * 60_000

const BlackListDevice = z.object({
  deviceId: Id,
  name: z.string(),
  type: z.enum(deviceTypes),
  stationId: Ref('stations'),
  station: z.string(),
  /** What the device said it has, when it asked last; null while it has never asked. */
  version: z.int().nullable(),
  askedAt: Instant.nullable(),
  /** The newest one, by how many changes the device is behind it, and when the first of these was made. */
  newest: z.int(),
  behind: z.int(),
  behindSince: Instant.nullable(),
  stale: z.boolean(),
})
export type BlackListDevice = z.output<typeof BlackListDevice>

/** 黑名单: the numbers of cards that no pump may take. Each company has its own, and a version that is never used again. */
export const cardBlackLists = {
  changes: endpoint('GET', '/cardBlackLists', {
    permission: 'card.blackList.read',
    query: z.strictObject({
      /** The version that the caller has; 0 for none. */
      since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    }),
    writes: true,
    returns: z.object({
      version: z.int(),
      /** What is added is all there is: the caller forgets what it had. */
      whole: z.boolean(),
      added: z.array(z.object({ number: CardNumber, reason: BlackListReason })),
      removed: z.array(CardNumber),
    }),
    summary: 'The black list of cards since a version: the whole where there is none, or it is too old',
  }),
  devices: endpoint('GET', '/cardBlackLists/devices', {
    permission: 'card.blackListDevice.read',
    returns: z.object({ content: z.array(BlackListDevice) }),
    summary: 'Which version of the black list the devices have, those first that may miss a change for more than 24 hours',
  }),
}
