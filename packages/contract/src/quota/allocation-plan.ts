import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { CardNumber, Cents, Id, Instant, Name, Ref, Weekday } from '../units.ts'

/** 每日, 每周, 每月. */
export const QuotaPeriod = z.enum(['day', 'week', 'month'])
export type QuotaPeriod = z.output<typeof QuotaPeriod>
/** 补足到: until the card holds so much. 追加: so much more, whatever it holds. */
export const QuotaMode = z.enum(['fillUpTo', 'add'])
export type QuotaMode = z.output<typeof QuotaMode>
/** What of a quota is not spent when the next one comes: it stays on the card, or goes back to the master card first. */
export const QuotaLeftover = z.enum(['stays', 'goesBack'])
export type QuotaLeftover = z.output<typeof QuotaLeftover>

const Quota = Cents.min(1).max(1_000_000_00)
/** So many sub cards have a quota and a place of their own. */
export const quotaLinesMost = 500

/** One sub card with its own quota; those listed are served in this order. */
const Line = z.object({ userCardId: Ref('userCards'), amountCents: Quota })

const terms = {
  name: Name(40),
  period: QuotaPeriod,
  /** Of a weekly plan. */
  weekday: Weekday.default('monday'),
  /** Of a monthly plan; in a month that has no such day it is the last one. */
  monthDay: z.int().min(1).max(31).default(1),
  /** By the clock of the company. */
  hour: z.int().min(0).max(23),
  mode: QuotaMode,
  /** For each sub card that is not listed, after those that are, by their numbers; null where these get nothing. */
  amountCents: Quota.nullable().default(null),
  lines: z.array(Line).max(quotaLinesMost).default([]),
  leftover: QuotaLeftover,
}

const records = resource('allocationPlans', {
  table: 'allocation_plan_state',
  storedIn: 'allocation_plan',
  scope: 'company',
  permission: 'quota',
  body: z.object(terms),
  read: {
    groupId: Ref('groups'),
    /** Paused, it does not run. */
    active: z.boolean(),
    /** Null while it is paused. */
    nextRunDate: Instant.nullable(),
    createdDate: Instant,
  },
  label: ['name'],
  unsearchable: ['lines'],
  many: { runs: ['allocationRuns', 'planId'] },
  sort: 'createdDate,desc',
  acts: ['list', 'get', 'update'],
})

/** Why a whole run gave nothing. */
export const QuotaRunReason = z.enum(['noMaster', 'masterStopped', 'shares', 'fleetStopped', 'fleetExpired'])
export type QuotaRunReason = z.output<typeof QuotaRunReason>
/** 已划拨, 已足额, 部分划拨, 未划拨, 跳过. */
export const QuotaOutcome = z.enum(['given', 'enough', 'partly', 'without', 'passedOver'])
export type QuotaOutcome = z.output<typeof QuotaOutcome>
/** Why a card went without, or was passed over. */
export const QuotaReason = z.enum([
  'short',
  'lost',
  'disabled',
  'locked',
  'overspent',
  'expired',
  'returned',
  'notIssued',
  'ceiling',
  'notStoredValue',
  'otherMaster',
])
export type QuotaReason = z.output<typeof QuotaReason>

const sums = {
  /** What the sub cards got, and what of their last quotas went back to the master card before. */
  givenCents: Cents,
  backCents: Cents,
  /** Cards that have their quota now, those that the money was too short for, and those that were passed over. */
  served: z.int(),
  short: z.int(),
  passedOver: z.int(),
  reason: QuotaRunReason.nullable(),
}
const share = { outcome: QuotaOutcome, reason: QuotaReason.nullable(), wantedCents: Cents, givenCents: Cents, backCents: Cents }

/** What a plan did in a period: once, and never edited. */
export const allocationRuns = resource('allocationRuns', {
  table: 'allocation_run',
  scope: 'company',
  permission: 'quota',
  versioned: false,
  body: z.object({}),
  read: {
    planId: Ref('allocationPlans'),
    groupId: Ref('groups'),
    /** As it was called then. */
    planName: z.string(),
    /** `2026-11-28`, `2026-W48` or `2026-11`. */
    period: z.string(),
    /** When it should have been, and when it was. */
    dueDate: Instant,
    createdDate: Instant,
    ...sums,
  },
  label: ['planName', 'period'],
  many: { lines: ['allocationRunLines', 'runId'] },
  sort: 'createdDate,desc',
  totals: ['givenCents', 'backCents'],
  acts: ['list', 'get'],
})

/** What a run did for one sub card, in the order in which they were served. */
export const allocationRunLines = resource('allocationRunLines', {
  table: 'allocation_run_line',
  scope: 'company',
  permission: 'quota',
  versioned: false,
  body: z.object({}),
  read: { runId: Ref('allocationRuns'), groupId: Ref('groups'), userCardId: Ref('userCards'), turn: z.int(), ...share },
  sort: 'turn,asc',
  totals: ['wantedCents', 'givenCents', 'backCents'],
  acts: ['list'],
})

/** So many of those who would get less than their quota are named beforehand. */
export const quotaNamedMost = 100

/**
 * 定额: a fleet's sub cards get their amounts from the master card by day, week or month, once in each period. Fleets that share have none.
 * @source issue "Members and fleets", quotas; decisions FL12, FL17, FL18
 */
export const allocationPlans = {
  ...records,
  add: endpoint('POST', '/groups/:id/allocationPlans', {
    permission: 'quota.write',
    idempotent: true,
    body: records.body,
    returns: records.row,
    rows: true,
    summary: 'Adds an allocation plan to a fleet; it runs at its next hour',
  }),
  preview: endpoint('POST', '/groups/:id/allocationPlans/preview', {
    permission: 'quota.write',
    reads: true,
    body: z.strictObject({
      ...records.body.shape,
      /** The plan that these are the new terms of. */
      planId: Id.optional(),
    }),
    returns: z.object({
      nextRunDate: Instant,
      /** Principal of the master card. */
      availableCents: Cents,
      ...sums,
      /** The first of those who would get less than their quota. */
      rows: z.array(z.object({ userCardId: Id, number: CardNumber, name: z.string(), ...share })),
    }),
    summary: 'What a plan of these terms would do if it ran now, and when it is to run; nothing is done',
  }),
  pause: endpoint('POST', '/allocationPlans/:id/pause', {
    permission: 'quota.write',
    returns: records.row,
    rows: true,
    summary: 'Pauses a plan: it does not run until it is resumed',
  }),
  resume: endpoint('POST', '/allocationPlans/:id/resume', {
    permission: 'quota.write',
    returns: records.row,
    rows: true,
    summary: 'Resumes a plan from its next hour on; periods that passed meanwhile are not made up for',
  }),
}
