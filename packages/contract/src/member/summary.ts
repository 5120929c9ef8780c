import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Cents, Instant, LocalDate } from '../units.ts'

/** Members by the day on which they last paid with a card. Together they are all members. */
export const memberActivity = ['bought30', 'bought90', 'asleep', 'never'] as const

const Sales = z.object({
  from: LocalDate,
  to: LocalDate,
  /** Payments that were taken, before refunds. */
  salesCents: Cents,
  /** Of these what members paid with their cards. */
  memberCents: Cents,
})

/** GET /members/summary: the head of the member centre. @source decisions ME15 */
export const memberSummary = endpoint('GET', '/members/summary', {
  permission: 'member.read',
  returns: z.object({
    at: Instant,
    scale: z.object({
      members: z.int(),
      /** By the month in which they were added: the eleven before this one, and this one. */
      months: z.array(z.object({ month: LocalDate, added: z.int() })),
    }),
    activity: z.object({
      today: LocalDate,
      /** Within the last 30 days, today counted. */
      bought30: z.int(),
      /** Within the last 90 days, but not within 30. */
      bought90: z.int(),
      /** Before that. */
      asleep: z.int(),
      /** Not at all yet. */
      never: z.int(),
    }),
    /** For those who read what cards took in; null for anyone else, and for callers of several companies. */
    contribution: z
      .object({
        currency: z.string(),
        /** This month so far, and the last one. */
        running: Sales,
        last: Sales,
        /** Who bought the most in the last month; null while it was not reckoned, and where the caller sees some stations only. */
        topFifth: z.object({ members: z.int(), topMembers: z.int(), topCents: Cents, countedDate: Instant }).nullable(),
      })
      .nullable(),
  }),
  summary: 'Scale, activity and contribution of members, at this moment',
})
