import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Centilitres, Id, Instant, LocalDate, Ref } from '../units.ts'

/** 文件, 人工, 液位仪: who said into which tank it went. */
export const PlacedBy = z.enum(['file', 'person', 'gauge'])

/**
 * 历史进油: a delivery of a history that was brought in. It may name a station and a fuel and no tank: then the book stock of that fuel knows
 * it, and no tank does, until a person or the gauge places it.
 * @source decisions WS14, WS15
 */
export const pastDeliveries = resource('pastDeliveries', {
  table: 'past_delivery',
  scope: 'station',
  permission: 'oilInfo',
  versioned: false,
  body: z.object({}),
  read: {
    stationId: Ref('stations'),
    productId: Ref('products'),
    /** Null until it is placed. */
    tankId: Ref('tanks').nullable(),
    at: Instant,
    volumeCl: Centilitres,
    /** The litres as the file wrote them. */
    said: z.string(),
    docNo: z.string(),
    supplier: z.string(),
    plate: z.string(),
    /** The import that brought it. */
    source: z.string(),
    placed: PlacedBy.nullable(),
    placedById: Ref('users').nullable(),
    placedDate: Instant.nullable(),
    /** From when on it counts in the book of its tank; null where that book began after it, for the opening has measured it. */
    bookedAt: Instant.nullable(),
    /** Of one that came late for a settled shift: the day that it belongs to. */
    belongsDay: LocalDate.nullable(),
    createdDate: Instant,
  },
  sort: 'at,desc',
  totals: ['volumeCl'],
  acts: ['list', 'get'],
})

const Past = z.looseObject(pastDeliveries.row.shape)
export const pastDeliveryCalls = {
  place: endpoint('POST', '/pastDeliveries/:id/place', {
    permission: 'oilInfo.write',
    body: z.strictObject({ tankId: Ref('tanks') }),
    returns: Past,
    rows: true,
    summary: 'Says into which tank a delivery of a history went; it counts there where the book of the tank had begun',
  }),
  takeBack: endpoint('POST', '/pastDeliveries/:id/takeBack', {
    permission: 'oilInfo.write',
    returns: Past,
    rows: true,
    summary: 'A delivery of a history was placed by mistake: it is of no tank again',
  }),
}

/** 油品账存: the book stock of each fuel of a station: its tanks together, and what no tank knows yet. */
export const productBooks = endpoint('GET', '/productBooks', {
  permission: 'tankEntry.read',
  query: z.strictObject({ stationId: z.coerce.number().int().positive() }),
  returns: z.object({
    content: z.array(
      z.object({
        productId: Id,
        productName: z.string(),
        /** Of the tanks whose books have begun; null while there is none. */
        tanksCl: Centilitres.nullable(),
        /** Deliveries since the first of these books began that are placed into no tank. */
        unplacedCl: Centilitres,
        unplaced: z.int(),
        bookCl: Centilitres.nullable(),
      }),
    ),
  }),
  summary: 'The book stock of each fuel of a station, with deliveries of a history that no tank knows yet',
})
