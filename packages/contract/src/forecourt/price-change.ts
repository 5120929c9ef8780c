import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { endpoint, GetQuery, resource } from '../kit.ts'
import { CentsPerL, Id, Instant, Ref } from '../units.ts'

/** 定时调价, 立即调价. */
export const PriceStrategy = z.enum(['scheduled', 'immediate'])
export type PriceStrategy = z.output<typeof PriceStrategy>

/**
 * 待完成, 成功, 失败, 已过期, 已取消. Of one station: it waits for its time, and then for its nozzles; `success` when each of them sells at
 * the new price, `fail` when one was seen at another, `expired` when the station was offline for a day. The price itself is in force from
 * its time on, whatever the nozzles say.
 * @source requirements FUE-006, FUE-007; decisions WS3, D5
 */
export const PriceChangeStatus = z.enum(['wait', 'success', 'fail', 'expired', 'cancel'])
export type PriceChangeStatus = z.output<typeof PriceChangeStatus>

/** 待下发, 已下发, 已确认, 未确认, 混价. `mixed` was seen at another price than the new one. */
export const NozzlePriceState = z.enum(['prepared', 'sent', 'confirmed', 'unconfirmed', 'mixed'])
export type NozzlePriceState = z.output<typeof NozzlePriceState>

/** A cancellation this shortly before the time of a change may come too late. @source decisions WS4 */
export const nearMinutes = 5
/** A nozzle that has not confirmed its price after this is called unconfirmed. */
export const confirmSeconds = 60
/** A station that was offline for so long after its time has missed the change. @source decisions D5 */
export const expireHours = 24
const [stationsMost, productsMost] = [1000, 50]

/** The part of a change that one station has: its own instant, and how far it has come. */
export const priceChangeStations = resource('priceChangeStations', {
  table: 'price_change_station',
  scope: 'station',
  permission: 'forecourt.price',
  versioned: false,
  body: z.object({}),
  read: {
    changeId: Ref('priceChanges'),
    stationId: Ref('stations'),
    fromAt: Instant,
    status: PriceChangeStatus,
    /** When its prices were written down; null before, and of one that was cancelled. */
    firedDate: Instant.nullable(),
  },
  sort: 'fromAt,desc',
  acts: ['list'],
})

const Line = z.strictObject({ productId: Ref('products'), priceCents: CentsPerL })
const Nozzle = z.object({
  id: Id,
  logicNo: z.int(),
  productId: Id,
  state: NozzlePriceState,
  /** What was last seen at it, and when. */
  seenCents: CentsPerL.nullable(),
  seenDate: Instant.nullable(),
  /** The sale that showed it; null where the nozzle was asked. */
  orderId: Id.nullable(),
})
const Part = z.object({
  id: Id,
  stationId: Id,
  stationName: z.string(),
  timeZone: z.string(),
  fromAt: Instant,
  status: PriceChangeStatus,
  firedDate: Instant.nullable(),
  lines: z.array(z.object({ productId: Id, productName: z.string(), beforeCents: CentsPerL.nullable(), priceCents: CentsPerL })),
  nozzles: z.array(Nozzle),
})
export type PriceChangePart = z.output<typeof Part>

/** What a change says besides, of those of its stations that the caller sees. */
export interface PriceChangeSum {
  /** Of all of these stations together: it waits as long as one of them does. */
  readonly status: PriceChangeStatus
  /** The first instant of them. */
  readonly fromAt: Instant
  readonly stationNames: readonly string[]
  readonly lines: readonly { readonly productId: number; readonly productName: string; readonly priceCents: number }[]
  /** Stations whose price is in force while not every nozzle has confirmed it. */
  readonly unconfirmed: number
  /** Whether there is a station that has not begun, so that it can be cancelled there. */
  readonly open: boolean
  /** The next one begins within five minutes: a cancellation may come too late. @source requirement FUE-010 */
  readonly near: boolean
}

const records = resource('priceChanges', {
  table: 'price_change',
  scope: 'company',
  stationsBy: 'stations',
  permission: 'forecourt.price',
  versioned: false,
  body: z.object({}),
  read: {
    companyId: Ref('companies'),
    strategy: PriceStrategy,
    /** Each station by its own clock. */
    byLocalTime: z.boolean(),
    createdById: Ref('users').nullable(),
    createdDate: Instant,
  },
  many: { stations: ['priceChangeStations', 'changeId'] },
  beside: {} as PriceChangeSum,
  sort: 'createdDate,desc',
  acts: ['list'],
})

/** 同一时刻, 各站当地时间. */
export const PriceClock = z.enum(['instant', 'local'])
const asked = {
  stationIds: z.array(Ref('stations')).max(stationsMost),
  /** Of a scheduled change. */
  fromAt: Instant.optional(),
  /**
   * Asked where the stations have different time zones: that instant everywhere, or at each station when its clock shows what the
   * caller's clock shows at that instant.
   */
  clock: PriceClock.optional(),
  prices: z.array(Line).max(productsMost),
}
const Detail = records.row.extend({ parts: z.array(Part) })

/**
 * 油品调价: prices of fuels at stations, from now or from a later time on, kept apart for each station. A user sees, and cancels, their own
 * stations' part.
 * @source requirements FUE-002 to FUE-012; decisions WS2 to WS5
 */
export const priceChanges = {
  ...records,
  get: endpoint('GET', '/priceChanges/:id', {
    permission: 'forecourt.price.read',
    query: GetQuery,
    returns: Detail.loose(),
    rows: true,
    summary: 'A price change with each of its stations, and with what each nozzle is known to charge',
  }),
  add: endpoint('POST', '/priceChanges', {
    permission: 'forecourt.price.write',
    idempotent: true,
    body: z.strictObject({
      strategy: PriceStrategy,
      ...asked,
      pinProof: PinProof.optional(),
    }),
    returns: Detail.loose(),
    rows: true,
    summary: 'Changes prices of fuels at stations, at once or at a later time',
  }),
  preview: endpoint('POST', '/priceChanges/preview', {
    permission: 'forecourt.price.write',
    reads: true,
    body: z.strictObject(asked),
    returns: z.object({
      /** The stations have different time zones: one instant, or each by its own clock? */
      zonesDiffer: z.boolean(),
      /** A price is above its ceiling, or changes by more than the setting allows without the PIN. */
      pin: z.boolean(),
      stations: z.array(
        z.object({
          id: Id,
          name: z.string(),
          timeZone: z.string(),
          fromAt: Instant,
          lines: z.array(
            z.object({
              productId: Id,
              productName: z.string(),
              beforeCents: CentsPerL.nullable(),
              /** Null of a fuel that is sold there and keeps its price. */
              priceCents: CentsPerL.nullable(),
              /** The ceiling that it is above, and where that is from. */
              ceilingCents: CentsPerL.nullable(),
              ceilingSource: z.string().nullable(),
              /** It changes by more than so many percent. */
              overPercent: z.int().nullable(),
            }),
          ),
        }),
      ),
    }),
    summary: 'What a change would do at each station, and whether it asks for the PIN; nothing is done',
  }),
  cancel: endpoint('PUT', '/priceChanges/:id/cancel', {
    permission: 'forecourt.price.write',
    body: z.strictObject({}),
    returns: Detail.loose(),
    rows: true,
    summary: 'Cancels a change at those of the caller’s stations where its time has not come',
  }),
}
/** What a PIN is given for, before a change that asks for it: its prices together. */
export const priceChangeProof = (prices: readonly { priceCents: number }[]) => ({
  action: 'price.change' as const,
  subject: 'priceChanges',
  amountCents: prices.reduce((sum, { priceCents }) => sum + priceCents, 0),
})
