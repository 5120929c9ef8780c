import { z } from 'zod'
import { Id, Instant, Ref } from '../units.ts'
import { companyCheck } from '../job/check.ts'
import { resource } from '../kit.ts'

const log = resource('auditLogs', {
  table: 'audit_entry',
  scope: 'company',
  permission: 'audit',
  body: z.object({}),
  read: {
    at: Instant,
    /** `user:12`, `device:7`, `system:demo`; `nobody` before a sign-in. */
    actor: z.string(),
    userId: Ref('users').nullable(),
    deviceId: Ref('devices').nullable(),
    action: z.string(),
    /** What it was done to: `userCards:12`. */
    subject: z.string(),
    stationId: Ref('stations').nullable(),
    /** What was noted of it: `{field: {from, to}}` where something was changed. */
    detail: z.record(z.string(), z.unknown()),
    source: z.string().nullable(),
    requestId: z.string(),
  },
  sort: 'at,desc',
  versioned: false,
  unsearchable: ['detail'],
  acts: ['list', 'get'],
})

/** Why a chain does not hold: at which of its entries, or against what was noted of it outside the database. */
export const ChainBreak = z.object({
  n: z.int(),
  auditEntryId: Id.nullable(),
  why: z.enum(['changed', 'missing', 'unsealed', 'cutOff', 'rewritten', 'headForged']),
})
export type ChainBreak = z.output<typeof ChainBreak>

const ChainVerdict = z.object({
  /** The first entry that was read; what is before it was found whole by an earlier verification. */
  from: z.int().default(1),
  sealed: z.int(),
  pending: z.int(),
  /** The heads that were noted outside the database, and the last of them. */
  heads: z.int(),
  lastHead: z.object({ n: z.int(), at: Instant }).nullable(),
  broken: ChainBreak.nullable(),
})

const { ask, last, one, cancel } = companyCheck(
  '/auditLogs/verify',
  'audit.read',
  ChainVerdict,
  {
    ask:
      'Has the chain of the company read in the background, and the first entry named that is not as it was sealed: from the last ' +
      'checkpoint up to which it was found whole before, or, as a whole, from its first entry',
    last: 'The last verification of the audit log that was asked for, and how far it is',
    one: 'A verification of the audit log: how far it is, and what was found',
    cancel: 'Ends a verification of the audit log that is under way',
  },
  z.strictObject({ whole: z.boolean().default(false) }),
)

/** What was done, by whom, when and from where: written with the action and never changed. */
export const auditLogs = { ...log, verify: ask, lastVerification: last, verification: one, cancelVerification: cancel }
