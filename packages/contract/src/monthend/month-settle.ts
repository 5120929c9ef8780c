import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { endpoint, resource } from '../kit.ts'
import { Cents, Id, Instant, LocalDate, Name, Ref } from '../units.ts'

/** What a month says of each place: so much, and what it was worth without tax. What comes in and what goes out are equal in both. */
export const monthFigures = [
  'opening',
  'purchased',
  'received',
  'transferredIn',
  'adjusted',
  'transferredOut',
  'issued',
  'sold',
  'lost',
  'closing',
] as const
export type MonthFigure = (typeof monthFigures)[number]
type Figures = { readonly [F in MonthFigure]: number } & { readonly [F in MonthFigure as `${F}Cents`]: number }

const centsOf = <F extends MonthFigure>(figure: F): `${F}Cents` => `${figure}Cents`
const figureShape = Object.fromEntries(
  monthFigures.flatMap(figure => [
    [figure, z.int()],
    [centsOf(figure), Cents],
  ]),
) as {
  readonly [F in keyof Figures]: z.ZodInt
}

/** 油库, 在途, 油站: what lies in a depot and what is on the road is counted in kilograms, what a station holds in centilitres. */
export const MonthPlace = z.enum(['depot', 'road', 'station'])
export type MonthPlace = z.output<typeof MonthPlace>

/**
 * One fuel at one place. A depot receives by purchase and transfer, and issues loads; the road receives what depots issue and issues what
 * stations sign for; a station receives loads from depots and buys others straight from suppliers. Lost at a station is what the tanks hold
 * less than the book says; `adjusted` also is what came in without a load. A claim against a carrier is no loss: it leaves at its value.
 */
export const MonthLine = z.object({
  place: MonthPlace,
  depotId: Ref('depots').nullable(),
  stationId: Ref('stations').nullable(),
  /** Of depots and the road; a station has the fuel that it sells. */
  baseFuelId: Ref('baseFuels').nullable(),
  productId: Ref('products').nullable(),
  placeName: z.string(),
  fuelName: z.string(),
  ...figureShape,
  /**
   * Whether every tank was measured in the month: the closing stock is the last measurement with what went in and out since. Else it is
   * what the book says. Of stations.
   */
  measured: z.boolean().nullable(),
  /** What was sold brought in without tax, after discounts. Of stations. */
  salesNetCents: Cents.nullable(),
})
export type MonthLine = z.output<typeof MonthLine>

/** What a month adds up to, in money without tax. */
const sums = {
  openingCents: Cents,
  purchasedCents: Cents,
  /** 运费: part of what loads cost the stations. */
  freightCents: Cents,
  /** What is claimed from carriers for what they lost. */
  claimedCents: Cents,
  soldCents: Cents,
  lostCents: Cents,
  adjustedCents: Cents,
  closingCents: Cents,
  salesNetCents: Cents,
}
export type MonthSums = { readonly [S in keyof typeof sums]: number }

/**
 * 月结: what depots, the road and stations held, bought, sold and lost in a month of the company, and what it cost. Written once; what
 * comes later belongs to the month that is open.
 * @source requirements SUP-006, SUP-013; decisions SU11, SU12
 */
export const monthSettles = resource('monthSettles', {
  table: 'month_settle',
  scope: 'company',
  permission: 'monthEnd',
  versioned: false,
  body: z.object({}),
  read: {
    /** Its first day. */
    month: LocalDate,
    ...sums,
    confirmedById: Ref('users').nullable(),
    createdDate: Instant,
  },
  label: ['month'],
  sort: 'month,desc',
  totals: ['purchasedCents', 'freightCents', 'claimedCents', 'soldCents', 'lostCents', 'adjustedCents', 'salesNetCents'],
  acts: ['list'],
})

/**
 * What stands against a month: `stationDay` a day with sales that is not settled, `booksBehind` settled shifts whose tank books wait for an
 * earlier day, `noteMissing` a delivery without its note, `loadOpen` a load on the road that nobody signed for; these have to be put right,
 * or the load carried over by name. To be known of: `receiptUnmatched` what came into tanks beside the loads, `measuredEarlier` what was
 * sold between the last measurement and the end of the month, `openingUnknown` a first stock without a value of its own, `costUnknown`
 * sales of what nothing was paid for.
 */
export const MonthObstacle = z.enum([
  'stationDay',
  'booksBehind',
  'noteMissing',
  'loadOpen',
  'receiptUnmatched',
  'measuredEarlier',
  'openingUnknown',
  'costUnknown',
])
export type MonthObstacle = z.output<typeof MonthObstacle>
const Obstacle = z.object({
  kind: MonthObstacle,
  stationId: Ref('stations').nullable(),
  placeName: z.string(),
  /** The product, or the number of the document. */
  about: z.string(),
  day: LocalDate.nullable(),
  /** The record to open: a load, a delivery. */
  recordId: Id.nullable(),
  /** Kilograms of a load, centilitres of a receipt or of what was sold. */
  quantity: z.int().nullable(),
})
export type Obstacle = z.output<typeof Obstacle>

const Month = z.object({
  month: LocalDate,
  lines: z.array(MonthLine),
  sums: z.object(sums),
  /** The loads that go over into the next month. */
  carriedOver: z.array(z.object({ transportId: Id, billNo: z.string(), weightKg: z.int().nullable() })),
})

const asked = {
  /** Any day of the month. */
  month: LocalDate,
  /** Loads that are on the road and go over into the next month. */
  carriedOver: z.array(Id).max(2000).default([]),
}

/** Which figure of which line. */
const Asked = z.strictObject({
  month: LocalDate,
  place: MonthPlace,
  /** The depot or the station; of the road nothing. */
  placeId: Id.nullable(),
  /** The base fuel, or the product at a station. */
  fuelId: Id,
  figure: z.enum(monthFigures),
})
/** What a figure is made of: its documents, and where they can be opened. */
const Behind = z.object({
  document: z.enum(['purchase', 'purchaseCorrection', 'depotTransfer', 'load', 'shift', 'month', 'receipt']),
  /** The contract, transfer, load, or the settlement of the shift or month. */
  recordId: Id.nullable(),
  name: z.string(),
  day: LocalDate,
  quantity: z.int(),
  /** Null where a share of the month's value has none of its own. */
  cents: Cents.nullable(),
})
export type MonthBehind = z.output<typeof Behind>

/** A product of a station on a day: what was sold, what that brought in without tax, and what it cost at the price of the month. */
const Day = z.object({
  stationId: Ref('stations'),
  productId: Ref('products'),
  stationName: z.string(),
  productName: z.string(),
  day: LocalDate,
  soldCl: z.int(),
  salesNetCents: Cents,
  costCents: Cents,
})
export type MonthDay = z.output<typeof Day>

export const monthSettlement = {
  next: endpoint('GET', '/monthSettles/next', {
    permission: 'monthEnd.read',
    returns: z.object({ month: LocalDate, over: z.boolean() }),
    summary: 'The month that is settled next, and whether it is over',
  }),
  preview: endpoint('POST', '/monthSettles/preview', {
    permission: 'monthEnd.read',
    reads: true,
    body: z.strictObject(asked),
    returns: Month.extend({
      against: z.array(Obstacle),
      /** How many obstacles have to be put right before it can be confirmed. */
      blocking: z.int(),
      /** Until the month is over, these are the figures so far, and nothing is confirmed. */
      over: z.boolean(),
      /** Stands for exactly these figures. */
      fingerprint: z.string(),
      currency: z.string(),
    }),
    summary: 'What settling a month would write, or what the running month has come to; nothing is written',
  }),
  behind: endpoint('POST', '/monthSettles/behind', {
    permission: 'monthEnd.read',
    reads: true,
    body: Asked,
    returns: z.object({ content: z.array(Behind), currency: z.string() }),
    summary: 'The documents that a figure of a month is made of, five hundred at most',
  }),
  days: endpoint('POST', '/monthSettles/days', {
    permission: 'monthEnd.read',
    reads: true,
    body: z.strictObject({ month: LocalDate, stationId: Ref('stations').optional(), productId: Ref('products').optional() }),
    returns: z.object({ content: z.array(Day), currency: z.string() }),
    summary: 'What stations sold and earned by a product on each day of a month, settled or next; the days add up to the month',
  }),
  get: endpoint('GET', '/monthSettles/:id', {
    permission: 'monthEnd.read',
    returns: Month.extend({ id: Id, confirmedBy: z.string(), createdDate: Instant }),
    summary: 'A settled month as it was confirmed',
  }),
  confirm: endpoint('POST', '/monthSettles', {
    permission: 'monthEnd.confirm',
    idempotent: true,
    body: z.strictObject({
      ...asked,
      /** The month once more, as typed: `2026-10`. */
      typed: Name(10),
      /** Of the preview that was looked at. Where the books say otherwise by now, nothing is settled. */
      fingerprint: z.string().length(64),
      pinProof: PinProof,
    }),
    returns: z.object({ id: Id }),
    summary: 'Settles a month for good, as it was previewed',
  }),
}
export type MonthPreview = z.output<(typeof monthSettlement.preview)['returns']>
export type MonthSettled = z.output<(typeof monthSettlement.get)['returns']>

/** What a PIN is given for: a month, and what it closes with. */
export const monthProof = (month: string, closingCents: number) => ({
  action: 'month.settle' as const,
  subject: `monthSettles:${month.slice(0, 7).replace('-', '')}`,
  amountCents: closingCents,
})
