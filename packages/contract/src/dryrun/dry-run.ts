import { z } from 'zod'
import { discounts, PriceRuleKind } from '../card/discount.ts'
import { deals } from '../deal/deal.ts'
import { dealTasks } from '../activity/activity.ts'
import { endpoint, resource } from '../kit.ts'
import { actsBy } from '../status-acts.ts'
import { Centilitres, Cents, Id, Instant, LocalDate, Ref } from '../units.ts'

/** So many days of past sales are looked at, at most: three months. */
export const dryRunDaysMost = 92
/** 参与率: how many of a hundred make use of an offer; every step of it is reckoned. */
export const uptakeStep = 5

/** 排队中, 计算中, 已完成, 失败, 已取消. */
export const DryRunStatus = z.enum(['waiting', 'running', 'done', 'fail', 'cancelled'])
/** 优惠券, 营销活动, 卡优惠: what is tried. */
export const DryRunKind = z.enum(['deal', 'dealTask', 'discount'])
/** 假定参与率, 实际持有人: a share of the customers of that time, or those who had it. */
export const DryRunHolders = z.enum(['assumed', 'real'])

const Stations = z
  .array(z.object({ stationId: Ref('stations') }))
  .max(500)
  .default([])

/**
 * 试算: what a coupon, an activity or a discount would have cost on sales that were made, before it starts; or what it did cost, once it has.
 * It changes nothing of what it looks at.
 */
const records = resource('dryRuns', {
  table: 'dry_run',
  scope: 'company',
  permission: 'dryRun',
  body: z.object({}),
  read: {
    companyId: Ref('companies'),
    tried: DryRunKind,
    name: z.string(),
    /** The record that was tried, where there was one already. */
    dealId: Ref('deals').nullable(),
    dealTaskId: Ref('dealTasks').nullable(),
    discountId: Ref('discounts').nullable(),
    /** As it was tried, with the fields of its form. */
    offer: z.record(z.string(), z.unknown()),
    stations: Stations,
    fromDay: LocalDate,
    untilDay: LocalDate,
    holders: DryRunHolders,
    status: DryRunStatus,
    /** So many hundredths of the time were looked at. */
    progress: z.int(),
    /** Where everybody who may takes part: sales that cost less, and by how much less than they did. */
    orderCount: z.int().nullable(),
    costCents: Cents.nullable(),
    userId: Ref('users').nullable(),
    createdDate: Instant,
    finishedDate: Instant.nullable(),
  },
  label: ['name'],
  unsearchable: ['offer', 'stations'],
  sort: 'createdDate,desc',
  versioned: false,
  acts: ['list', 'get'],
})

const Sums = {
  /** Sales on which it gives something. */
  orders: z.int(),
  /** Fuel of these sales. */
  litresCl: Centilitres,
  /** What it takes off them. */
  givesCents: Cents,
  /** By how much they cost less than they did: less than it gives where it takes the place of something else. */
  costCents: z.int(),
}

/** What else lowered the same sales, and which of the two counted. */
const Clash = z.object({
  kind: z.enum([...PriceRuleKind.options, 'coupon']),
  name: z.string(),
  sourceId: Id,
  /** Sales on which what is tried counts instead of it, and what it gave on them. */
  wonOrders: z.int(),
  wonCents: Cents,
  /** Sales on which it counts, and what is tried would have given on them. */
  lostOrders: z.int(),
  lostCents: Cents,
})
export type DryRunClash = z.output<typeof Clash>

/** The sums where so many of a hundred take part. */
const Level = z.object({
  uptake: z.int(),
  ...Sums,
  /** Members, and sales without one, that made use of it. */
  customers: z.int(),
  /** The planned number, or the budget, was used up by the last sale that counts; null where both last. */
  runsOut: z.object({ at: Instant, day: LocalDate, by: z.enum(['planned', 'budget']) }).nullable(),
  /** What the sales whose cost is known earned without tax, then, and with what is tried. */
  margin: z.object({ orders: z.int(), beforeCents: z.int(), afterCents: z.int() }),
  days: z.array(z.object({ day: LocalDate, ...Sums })),
  clashes: z.array(Clash),
})
export type DryRunLevel = z.output<typeof Level>

/** Said of a result: how it was reckoned. */
export const DryRunNote = z.enum(['chargedAtList', 'tagsOfToday', 'allCards', 'termsChanged'])

const Result = z.object({
  currency: z.string(),
  /** All that was sold in this time at these stations. */
  orders: z.int(),
  totalCents: Cents,
  litresCl: Centilitres,
  /** Of an activity that gives coupons: how many times it gives, and the coupons. */
  given: z.int().nullable(),
  coupons: z.int().nullable(),
  /** Of real holders: what the sales of this time have booked for it. */
  booked: z.object({ orders: z.int(), cents: Cents }).nullable(),
  /** Of real holders: what they bought in this time, and in as many days before it. */
  bought: z.object({ customers: z.int(), duringCl: Centilitres, duringCents: Cents, beforeCl: Centilitres, beforeCents: Cents }).nullable(),
  notes: z.array(DryRunNote),
  levels: z.array(Level),
})
export type DryRunResult = z.output<typeof Result>

/** A sale on which it gives something, or would have. */
const Found = z.object({
  orderId: Id,
  orderNo: z.string(),
  stationId: Id,
  stationName: z.string(),
  createdDate: Instant,
  /** What the customer paid. */
  totalCents: Cents,
  givesCents: Cents,
  costCents: z.int(),
  /** What else lowered it; `cents` is what that gave, or, where that counted, what is tried would have given. */
  clash: z.object({ kind: Clash.shape.kind, name: z.string(), sourceId: Id, won: z.boolean(), cents: Cents }).nullable(),
})
export type DryRunOrder = z.output<typeof Found>

export const dryRuns = {
  ...records,
  ask: endpoint('POST', '/dryRuns', {
    permission: 'dryRun.write',
    body: z.strictObject({
      /** One of these: a record, or the form of one that is not saved yet. */
      dealId: Ref('deals').optional(),
      dealTaskId: Ref('dealTasks').optional(),
      discountId: Ref('discounts').optional(),
      deal: deals.body.optional(),
      dealTask: dealTasks.body.optional(),
      discount: discounts.body.optional(),
      stations: Stations,
      fromDay: LocalDate,
      untilDay: LocalDate,
      holders: DryRunHolders.default('assumed'),
    }),
    returns: z.object({ id: Id }),
    summary: 'Has a coupon, an activity or a discount tried on past sales, in the background; nothing of them is changed',
  }),
  result: endpoint('GET', '/dryRuns/:id/result', {
    permission: 'dryRun.read',
    returns: Result,
    summary: 'What a dry run came to, for each share of customers that take part, day by day',
  }),
  sales: endpoint('GET', '/dryRuns/:id/sales', {
    permission: 'dryRun.read',
    query: z.strictObject({
      uptake: z.coerce.number().int().min(uptakeStep).max(100).multipleOf(uptakeStep).default(100),
      day: LocalDate.optional(),
      /** Only sales on which this one counted as well, or instead. */
      clashKind: Clash.shape.kind.optional(),
      clashId: z.coerce.number().int().positive().optional(),
      page: z.coerce.number().int().min(0).max(1_000_000).default(0),
      size: z.coerce.number().int().min(1).max(500).default(20),
    }),
    returns: z.object({ content: z.array(Found), totalElements: z.int() }),
    summary: 'The sales behind a figure of a dry run',
  }),
  cancel: endpoint('POST', '/dryRuns/:id/cancel', {
    permission: 'dryRun.write',
    returns: z.object({ id: Id }),
    summary: 'Stops a dry run',
  }),
}
export const dryRunActs = actsBy('dryRuns.status', DryRunStatus, {
  cancel: { call: dryRuns.cancel, in: ['waiting', 'running'] },
})
