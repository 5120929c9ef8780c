import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Cents, Id, Instant, Ref } from '../units.ts'
import { Priority, Share } from './auth-token.ts'
import { billTypes, channels, purposes } from './channel.ts'

/** So many accounts are assigned to one station. */
export const stationAccountsMost = 50

/** 油站支付授权: an account that a station takes payments by, with its turn and its share there. */
export const stationAuthTokens = resource('stationAuthTokens', {
  table: 'station_merchant',
  scope: 'station',
  permission: 'merchant.station',
  versioned: false,
  body: z.object({}),
  read: {
    stationId: Ref('stations'),
    authTokenId: Ref('authTokens'),
    channel: z.enum(channels),
    type: z.literal([purposes.sale, purposes.topUp, purposes.goods]),
    billType: z.literal(billTypes),
    priority: Priority,
    ratio: Share,
    disabled: z.boolean(),
    createdDate: Instant,
  },
  sort: 'priority,asc',
  ties: 'asc',
  acts: ['list'],
})

/** An account as a station takes payments by it. */
export const AccountLine = z.strictObject({
  authTokenId: Ref('authTokens'),
  priority: Priority.default(1),
  ratio: Share.default(100),
  disabled: z.boolean().default(false),
})

const Purpose = z.coerce.number().pipe(z.literal([purposes.sale, purposes.topUp, purposes.goods]))

/** What a station takes payments by, read and set as a whole. @source requirements PAY-011, PAY-016; ORG-033 */
export const stationAccounts = {
  get: endpoint('GET', '/stations/:id/authTokens', {
    permission: 'merchant.station.read',
    returns: z.object({
      /** 0 where nothing was ever assigned. */
      version: z.int(),
      accounts: z.array(z.object({ authTokenId: Id, priority: Priority, ratio: Share, disabled: z.boolean() })),
    }),
    summary: 'The merchant accounts that are assigned to a station, in their order',
  }),
  set: endpoint('PUT', '/stations/:id/authTokens', {
    permission: 'merchant.station.write',
    body: z.strictObject({ version: z.int().min(0), accounts: z.array(AccountLine).max(stationAccountsMost) }),
    returns: z.object({ id: Id, version: z.int() }),
    summary: 'Assigns merchant accounts to a station: the whole list, with priorities and shares',
  }),
  next: endpoint('GET', '/stations/:id/authTokens/next', {
    permission: 'merchant.station.read',
    query: z.strictObject({
      type: Purpose,
      channel: z.enum(channels).optional(),
      amountCents: z.coerce.number().pipe(Cents.min(1).max(100_000_000_00)).default(100_00),
    }),
    returns: z.object({
      authTokenId: Id,
      description: z.string(),
      channel: z.enum(channels),
      billType: z.literal(billTypes),
      priority: Priority,
      ratio: Share,
    }),
    summary: 'Which account would take the first payment of a day at a station; refused where none is assigned',
  }),
}
