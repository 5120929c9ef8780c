import { z } from 'zod'
import { resource } from '../kit.ts'
import { Centilitres, Instant, LocalDate, Ref } from '../units.ts'

/** 班, 日, 月. */
export const InventoryPeriod = z.enum(['shift', 'day', 'month'])
/** Tank by tank, or connected tanks together: what they lose is lost by all of them. @source decisions WS21 */
export const InventoryBy = z.enum(['tank', 'manifold'])

/**
 * 油品库存: what settled shifts moved in a tank, and where its book and what was measured stood at the end; by shift, day or month. What
 * nobody measured, and the book of a tank without an opening, is null. A list is of one period and of tanks or manifolds: those of shifts
 * and tanks where it does not say.
 * @source decisions WS16, WS21; requirement FUE-021
 */
export const fuelInventories = resource('fuelInventories', {
  table: 'fuel_inventory',
  scope: 'station',
  permission: 'fuelInventory',
  versioned: false,
  body: z.object({}),
  read: {
    period: InventoryPeriod,
    by: InventoryBy,
    stationId: Ref('stations'),
    /** Null where several tanks are connected. */
    tankId: Ref('tanks').nullable(),
    number: z.int().nullable(),
    manifold: z.string(),
    productId: Ref('products'),
    /** Of a month its first day. */
    businessDay: LocalDate,
    shiftNumber: z.int().nullable(),
    classSettleId: Ref('classSettles').nullable(),
    startTime: Instant,
    endTime: Instant,
    openingCl: Centilitres.nullable(),
    receivedCl: Centilitres,
    transferredCl: Centilitres,
    adjustedCl: Centilitres,
    meteredCl: Centilitres,
    /** Opening + received + transferred + adjusted − metered. */
    bookCl: Centilitres.nullable(),
    measuredCl: Centilitres.nullable(),
    /** Measured − book, since the book began. */
    varianceCl: Centilitres.nullable(),
    /** The same when the period began. */
    beginVarianceCl: Centilitres.nullable(),
    /** What the period added to it. */
    ownVarianceCl: Centilitres.nullable(),
    /** That in percent of what was metered. */
    variancePercent: z.number().nullable(),
    waterMm: z.int().nullable(),
    temperature: z.number().nullable(),
    receivedRefCl: Centilitres.nullable(),
    meteredRefCl: Centilitres.nullable(),
    measuredRefCl: Centilitres.nullable(),
    ownVarianceRefCl: Centilitres.nullable(),
  },
  sort: 'endTime,desc',
  totals: ['receivedCl', 'transferredCl', 'adjustedCl', 'meteredCl'],
  acts: ['list'],
})
