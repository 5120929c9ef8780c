import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { CentsPerL, Id, Instant, Ref } from '../units.ts'

/** 挂牌价: what a litre costs at a station from an instant on. Never edited; the next one ends it. */
export const ProductPrice = z.object({
  stationId: Ref('stations'),
  productId: Ref('products'),
  priceCents: CentsPerL,
  fromAt: Instant,
})

/** The price history with what is to come: newest first. */
export const productPrices = resource('productPrices', {
  table: 'station_price',
  storedIn: 'product_price',
  scope: 'station',
  permission: 'forecourt.product',
  body: ProductPrice,
  read: {
    setById: Ref('users').nullable(),
    createdDate: Instant,
    /** The price that this one sets back: what was sold in between keeps the wrong price. */
    correctsId: Ref('productPrices').nullable(),
  },
  many: { corrections: ['productPrices', 'correctsId'] },
  sort: 'fromAt,desc',
  versioned: false,
  acts: ['list', 'get'],
})

const PriceSet = z.object({ id: Id, stationId: Id, productId: Id, priceCents: CentsPerL, fromAt: Instant })

export const setPrice = endpoint('POST', '/products/:id/price', {
  permission: 'forecourt.price.write',
  idempotent: true,
  summary: 'Sets the price of a fuel at a station, at once or from a later instant on.',
  body: z.strictObject({
    stationId: Ref('stations'),
    priceCents: CentsPerL,
    fromAt: Instant.optional(),
    /** The new price once more, where it changes by more than the station's setting allows. */
    confirmPriceCents: CentsPerL.optional(),
  }),
  returns: PriceSet,
})

/** Seconds within which a price can be set back. */
export const setBackSeconds = 60

export const setPriceBack = endpoint('POST', '/productPrices/:id/setBack', {
  permission: 'forecourt.price.write',
  idempotent: true,
  summary: 'Sets a price back within 60 seconds: the price before it holds again, as a correction of the wrong one.',
  body: z.strictObject({}),
  returns: PriceSet,
})
