import { z } from 'zod'
import { endpoint, ListQuery, resource } from '../kit.ts'
import { ScriptDescription } from '../script-form.ts'
import { Centilitres, Cents, Id, Instant, Name, Ref } from '../units.ts'
import { Plate } from '../validators.ts'
import { CardRangeOfUse, OnBreach } from './range-of-use.ts'

/** 限额方案: limits that many cards share. An edit is in force with the next payment of each of them. @source decisions CD21 */
export const cardLimitProfiles = resource('cardLimitProfiles', {
  table: 'card_limit_profile_state',
  storedIn: 'card_limit_profile',
  scope: 'company',
  permission: 'card.limitProfile',
  body: z.object({ name: Name(40), rangeOfUse: CardRangeOfUse.default({}) }),
  read: {
    /** Cards that have it. It is deleted once none has. */
    cardCount: z.int(),
    createdDate: Instant,
  },
  label: ['name'],
  unsearchable: ['rangeOfUse'],
  many: { userCards: ['userCards', 'limitProfileId'] },
  bulk: ['delete'],
  sort: 'name',
})

/** In this order a payment is judged; the first that refuses decides. @source decisions CD22 */
export const JudgeRule = z.enum([
  'status',
  'service',
  'validity',
  'place',
  'time',
  'product',
  'plate',
  'fill',
  'day',
  'month',
  'balance',
  'password',
])
export type JudgeRule = z.output<typeof JudgeRule>

/** One limit, and how a fill stands to it. */
export const JudgedLine = z.object({
  rule: JudgeRule,
  measure: z.enum(['state', 'from', 'until', 'weekdays', 'hours', 'set', 'cents', 'volumeCl', 'fills']),
  /** The account, its own limits or its profile's, its fleet or the master card that it spends from; null where nothing is limited. */
  source: z.enum(['account', 'card', 'profile', 'fleet', 'master']).nullable(),
  value: z.unknown(),
  /** What was used of it before, where it is used up. */
  used: z.int().nullable(),
  onBreach: OnBreach,
  /** `open`: it depends on something that was not told. `free`: there is no limit. */
  verdict: z.enum(['kept', 'refused', 'alerted', 'open', 'free']),
  /** What it refuses or alerts with. */
  code: z.string().nullable(),
})
export type JudgedLine = z.output<typeof JudgedLine>

/** Each judgement of a payment that was made or refused, kept for 90 days. */
export const cardJudgements = resource('cardJudgements', {
  table: 'card_judgement',
  scope: 'company',
  permission: 'card.userCard',
  versioned: false,
  body: z.object({}),
  read: {
    userCardId: Ref('userCards'),
    stationId: Ref('stations').nullable(),
    orderId: Ref('orders').nullable(),
    /** The hold that was asked for. */
    authorisationId: Ref('authorisations').nullable(),
    outcome: z.enum(['paid', 'alerted', 'refused', 'held']),
    /** What it was refused with. */
    code: z.string().nullable(),
    amountCents: Cents,
    volumeCl: Centilitres.nullable(),
    plate: z.string().nullable(),
    lines: z.array(JudgedLine),
    createdDate: Instant,
  },
  unsearchable: ['lines'],
  sort: 'createdDate,desc',
  acts: ['list'],
})

const number = z.coerce.number().int().positive()
export const cardLimits = {
  /** What stands for and against a fill, rule by rule; what is not told is left open. Nothing is done. */
  explain: endpoint('GET', '/userCards/:id/explain', {
    permission: 'card.userCard.read',
    query: z.strictObject({
      /** The chosen one when absent. */
      stationId: number.optional(),
      productId: number.optional(),
      itemId: number.optional(),
      amountCents: number.max(100_000_000_00).optional(),
      volumeCl: number.max(10_000_000_00).optional(),
      plate: Plate.optional(),
      at: Instant.optional(),
    }),
    returns: z.object({
      userCardId: Id,
      number: z.string(),
      stationId: Id.nullable(),
      at: Instant,
      lines: z.array(JudgedLine),
      /** The line that decides, by its place among them; null where nothing refuses. */
      deciding: z.int().nullable(),
      code: z.string().nullable(),
      message: z.string().nullable(),
    }),
    summary: 'Explains what a card may pay: every rule, its value, its use so far, and the one that decides',
  }),
  judgements: endpoint('GET', '/userCards/:id/judgements', {
    permission: 'card.userCard.read',
    query: ListQuery.pick({ page: true, size: true, expand: true }),
    returns: z.object({ content: z.array(cardJudgements.row), totalElements: z.int() }),
    rows: true,
    summary: 'How the payments of a card were judged in the last 90 days, the newest first',
  }),
  /** The description of a document that a form is drawn from. @source requirement CRD-062 */
  description: endpoint('GET', '/description', {
    permission: 'card.userCard.read',
    query: z.strictObject({ model: z.string().max(60) }),
    returns: ScriptDescription,
    summary: 'The description that the form of a document is drawn from, by the name of its model',
  }),
}
