import { z } from 'zod'

const Text = z.string().trim().min(1).max(100)
const File = z.string().regex(/^[^/\\]+$/)
/** A column by its name, or by its place where the file has no head; or the same words for every row. */
const Column = z.union([z.string().min(1), z.int().min(1), z.strictObject({ value: z.string() })])
export type Column = z.output<typeof Column>

/** A file of its own shape; what it does not say is as the mapping says for all. */
const file = {
  file: File,
  encoding: z.string().optional(),
  delimiter: z.string().length(1).optional(),
  /** Whether the first line names the columns. */
  header: z.boolean().default(true),
}
const numbers = { decimal: z.enum(['.', ',']).optional(), thousands: z.string().length(1).optional() }
/** The same one may stand in many rows, as in a file of purchases that names its stations in each. */
const repeated = z.boolean().default(false)
/** When: in one column, or in one for the day and one for the time. */
const when = { at: Column.optional(), date: Column.optional(), time: Column.optional(), dates: z.string().min(8).max(40).optional() }
const kinds = ['gasoline', 'diesel', 'gas', 'other'] as const
export type ProductKind = (typeof kinds)[number]

const hasMoment = ({ at, date, time }: { at?: unknown; date?: unknown; time?: unknown }) =>
  (at !== undefined) !== (date !== undefined && time !== undefined)
const moment = { error: 'atOrDateAndTime', path: ['at'] }

/**
 * What stations were delivered straight from suppliers, and what it cost with tax. The amount is the fact; without one it is quantity
 * times price, as exactly as the file writes both, rounded once. @source decision SU13
 */
const Purchases = z
  .strictObject({
    ...file,
    ...numbers,
    ...when,
    /** Tells a row from all others; of several columns together. */
    id: z.union([Column, z.array(Column).min(1)]).optional(),
    station: Column,
    product: Column,
    supplier: Column,
    /** Litres. */
    volume: Column.optional(),
    /** Tons. */
    weight: Column.optional(),
    /** Standard density in kg/m³, by which litres follow from tons. */
    density: Column.optional(),
    price: Column.optional(),
    pricePer: z.enum(['litre', 'kilolitre', 'ton']).default('litre'),
    amount: Column.optional(),
    /** In percent; without it, that of the product. */
    taxRate: Column.optional(),
    document: Column.optional(),
    plate: Column.optional(),
  })
  .refine(({ at, date }) => (at !== undefined) !== (date !== undefined), moment)
  .refine(({ volume, weight }) => volume !== undefined || weight !== undefined, { error: 'volumeOrWeight', path: ['volume'] })
  .refine(({ price, amount }) => price !== undefined || amount !== undefined, { error: 'priceOrAmount', path: ['price'] })
  .refine(({ price, pricePer, volume, weight }) => price === undefined || (pricePer === 'ton' ? weight : volume) !== undefined, {
    error: 'quantityOfPrice',
    path: ['pricePer'],
  })

/**
 * How readings of tanks, deliveries and purchases are read that somebody else has kept. Stations, products and tanks stand in files or in
 * the mapping itself; who is there already by code or number is used, the others are set up. Nothing about the shape of a file is guessed.
 */
export const WetStockMapping = z.strictObject({
  /** Names the import: what came under this name once is known the next time. */
  source: z.string().regex(/^[a-z0-9-]{2,40}$/),
  encoding: z.string().default('utf-8'),
  delimiter: z.string().length(1).default(','),
  decimal: z.enum(['.', ',']).default('.'),
  /** What stands between thousands, if anything does. */
  thousands: z.string().length(1).optional(),
  /** YYYY, MM, DD, HH, mm and ss with whatever stands between them; what is in square brackets may be missing. Or `iso`, with an offset. */
  dates: z.string().min(3).max(40).default('YYYY-MM-DD HH:mm[:ss]'),
  /** Where the clocks of the files stand. */
  timeZone: z.string(),
  company: z.strictObject({
    code: z.string().min(2).max(32),
    name: z.string().min(1).max(100),
    currency: z.string().regex(/^[A-Z]{3}$/),
    currencyName: z.string().min(1),
    symbol: z.string().min(1),
  }),
  stations: z.union([
    z.strictObject({ rows: z.array(z.strictObject({ id: Text, code: Text.optional(), name: Text })).min(1) }),
    z.strictObject({ ...file, repeated, id: Column, code: Column.optional(), name: Column }),
  ]),
  products: z.union([
    z.strictObject({ rows: z.array(z.strictObject({ id: Text, code: Text.optional(), name: Text, kind: z.enum(kinds) })).min(1) }),
    z.strictObject({ ...file, repeated, id: Column, code: Column.optional(), name: Column, kind: Column }),
  ]),
  /** Tanks are known by station and id; `litres` is what one holds at most. */
  tanks: z
    .union([
      z.strictObject({
        rows: z.array(
          z.strictObject({
            station: Text,
            id: Text,
            number: z.int().min(1).max(999).optional(),
            product: Text,
            litres: z.number().positive(),
          }),
        ),
      }),
      z.strictObject({ ...file, ...numbers, station: Column, id: Column, number: Column.optional(), product: Column, litres: Column }),
    ])
    .default({ rows: [] }),
  readings: z
    .strictObject({
      ...file,
      ...numbers,
      ...when,
      station: Column,
      tank: Column,
      /** Litres. */
      volume: Column,
      oilHeight: Column.optional(),
      waterHeight: Column.optional(),
      temperature: Column.optional(),
    })
    .refine(hasMoment, moment)
    .optional(),
  /** A delivery may name no tank: it is of the station and the product until it is placed. */
  deliveries: z
    .strictObject({
      ...file,
      ...numbers,
      ...when,
      id: Column.optional(),
      station: Column,
      tank: Column.optional(),
      product: Column.optional(),
      /** Litres. */
      volume: Column,
      document: Column.optional(),
      supplier: Column.optional(),
      plate: Column.optional(),
    })
    .refine(hasMoment, moment)
    .refine(({ tank, product }) => tank !== undefined || product !== undefined, { error: 'tankOrProduct', path: ['product'] })
    .optional(),
  purchases: Purchases.optional(),
})
export type WetStockMapping = z.output<typeof WetStockMapping>
