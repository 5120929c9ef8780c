import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { actsBy } from '../status-acts.ts'
import { Centilitres, Instant, Name, Ref } from '../units.ts'

/** What the gauge said of a tank at the reading before a rise, and at the one after it; null where it says no heights. */
export interface FoundEnd {
  readonly oilHeightMm: number | null
  readonly waterHeightMm: number | null
  readonly temperature: number | null
}
/** 液位升高, 进油无液位升高: a tank's level rose as by a delivery; or a delivery was recorded, and the level did not rise. */
export const FoundKind = z.enum(['rise', 'intake'])
/** 待处理, 已匹配, 已忽略. */
export const FoundState = z.enum(['open', 'matched', 'dismissed'])

/**
 * 液位发现的卸油: what the readings of a gauge show of deliveries by themselves, each matched to the delivery that was recorded. What stands
 * alone is open until somebody deals with it: a rise that nobody recorded, or a recorded delivery that no level shows.
 * @source decisions WS17
 */
export const foundDeliveries = resource('foundDeliveries', {
  table: 'found_delivery_state',
  storedIn: 'found_delivery',
  scope: 'station',
  permission: 'oilInfo',
  versioned: false,
  body: z.object({}),
  read: {
    stationId: Ref('stations'),
    tankId: Ref('tanks'),
    productId: Ref('products'),
    kind: FoundKind,
    state: FoundState,
    /** To the minute or so, within the readings at its ends; of a recorded delivery as it was recorded. */
    beginTime: Instant,
    endTime: Instant,
    /** The last reading before it and the first one after it, and what the tank held then. Null where no level rose. */
    beforeAt: Instant.nullable(),
    afterAt: Instant.nullable(),
    beforeVolumeCl: Centilitres.nullable(),
    afterVolumeCl: Centilitres.nullable(),
    riseCl: Centilitres.nullable(),
    /** Between the two readings: by the sales of the tank's nozzles; where none are known, by the rate of sale before and after. */
    soldCl: Centilitres.nullable(),
    soldKnown: z.boolean(),
    litresCl: Centilitres.nullable(),
    /** Two standard deviations of the litres. */
    uncertaintyCl: Centilitres.nullable(),
    /** The recorded delivery. */
    oilInfoId: Ref('oilInfos').nullable(),
    /** Or one of a history that was brought in. */
    pastDeliveryId: Ref('pastDeliveries').nullable(),
    /** Somebody said so; else the readings and the delivery agreed. */
    byHand: z.boolean(),
    /** Why it is no delivery. */
    reason: z.string(),
    decidedById: Ref('users').nullable(),
    decidedDate: Instant.nullable(),
    createdDate: Instant,
  },
  /** Said of one that is read by itself. */
  beside: {} as { readonly ends: { readonly before: FoundEnd | null; readonly after: FoundEnd | null } },
  sort: 'beginTime,desc',
  acts: ['list', 'get'],
})

const Found = z.looseObject(foundDeliveries.row.shape)
export const foundDeliveryCalls = {
  match: endpoint('POST', '/foundDeliveries/:id/match', {
    permission: 'oilInfo.write',
    body: z.strictObject({ oilInfoId: Ref('oilInfos') }),
    returns: Found,
    rows: true,
    summary: 'The rise is this recorded delivery, whatever their litres say',
  }),
  dismiss: endpoint('POST', '/foundDeliveries/:id/dismiss', {
    permission: 'oilInfo.write',
    body: z.strictObject({ reason: Name(200) }),
    returns: Found,
    rows: true,
    summary: 'It is no delivery, or none that is to be recorded; the reason is kept',
  }),
  reopen: endpoint('POST', '/foundDeliveries/:id/reopen', {
    permission: 'oilInfo.write',
    returns: Found,
    rows: true,
    summary: 'It was matched or dismissed by mistake: it is open again, and nothing matches it by itself',
  }),
}

export const foundDeliveryActs = actsBy('foundDeliveries.state', FoundState, {
  match: { call: foundDeliveryCalls.match, in: ['open'] },
  dismiss: { call: foundDeliveryCalls.dismiss, in: ['open'] },
  reopen: { call: foundDeliveryCalls.reopen, in: ['matched', 'dismissed'] },
})
