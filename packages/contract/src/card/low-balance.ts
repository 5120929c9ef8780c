import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { MessageChannel } from '../message/outbox-message.ts'
import { Cents, Id, Instant } from '../units.ts'

/**
 * What became of a notice: told, or why nobody was. Switched off, the card returned, stopped or at its end, the fleet stopped or at its
 * end, the fleet shares the balance of its master card, nobody holds the card or leads the fleet, they are no member any more or disabled,
 * they have neither mail address nor mobile number.
 */
export const LowBalanceOutcome = z.enum([
  'told',
  'off',
  'cardReturned',
  'cardStopped',
  'cardExpired',
  'fleetStopped',
  'fleetExpired',
  'shares',
  'nobody',
  'personGone',
  'noAddress',
])
export type LowBalanceOutcome = z.output<typeof LowBalanceOutcome>

const Notice = z.object({
  id: Id,
  levelCents: Cents,
  balanceCents: Cents,
  /** When the balance fell below the level. */
  lowSince: Instant,
  /** Null while it waits. */
  outcome: LowBalanceOutcome.nullable(),
  decidedDate: Instant.nullable(),
  channel: MessageChannel.nullable(),
  /** Part of the address only. */
  recipient: z.string().nullable(),
})

const Level = z.object({
  userCardId: Id,
  /** Nought before a level was set for the first time. */
  version: z.int(),
  /** Null: nobody is told. */
  levelCents: Cents.nullable(),
  /** What is offered where none is set; null where the company offers none. */
  offeredCents: Cents.nullable(),
  /** Whether the company has notices sent at all. */
  on: z.boolean(),
  language: z.enum(['zh', 'en']),
  /** What can be spent: principal and gift, without what is frozen or held for a fill. */
  balanceCents: Cents,
  /** Since when it is below the level; null while it is not. */
  lowSince: Instant.nullable(),
  /** Who is told: the holder, or the leader of the fleet. */
  person: z.object({ name: z.string(), channel: MessageChannel.nullable() }).nullable(),
  /** The last ones, the newest first. */
  notices: z.array(Notice),
})
export type LowBalance = z.output<typeof Level>

/**
 * 余额提醒: the holder of a card is told when its balance falls below a level, and the leader of a fleet when that of the master card does;
 * once, and again after it was at or above the level. @source issue "Members and fleets", low balance
 */
export const lowBalances = {
  get: endpoint('GET', '/userCards/:id/lowBalance', {
    permission: 'card.userCard.read',
    returns: Level,
    summary: 'Below which balance of a card somebody is told, who it is, and when they were told last',
  }),
  set: endpoint('PUT', '/userCards/:id/lowBalance', {
    permission: 'card.userCard.write',
    body: z.strictObject({
      version: z.int().min(0),
      levelCents: Cents.min(1).max(10_000_000_00).nullable(),
      /** That of the request when absent. */
      language: z.enum(['zh', 'en']).optional(),
    }),
    returns: Level,
    summary: 'Sets below which balance of a card its holder, or the leader of its fleet, is told; without a level nobody is',
  }),
}
