import { z } from 'zod'

const Column = z.string().min(1)
/** Words with columns in braces: `{Country} {ChainID}-{GasStationID}`. */
const Template = z.string().min(1)
const File = z.string().regex(/^[^/\\]+$/)
/** Which company a row belongs to: the value of a column, looked up. */
const CompanyBy = z.strictObject({ column: Column, values: z.record(z.string(), z.string()) })

/** How an operator's files are read. Everything about their shape is said here; nothing is guessed. */
export const Mapping = z.strictObject({
  /** Names the import: what came under this name once is known the next time. */
  source: z.string().regex(/^[a-z0-9-]{2,40}$/),
  encoding: z.string().default('utf-8'),
  delimiter: z.string().length(1).default(','),
  /** Files that are written otherwise, by their name. */
  formats: z.record(z.string(), z.strictObject({ encoding: z.string(), delimiter: z.string().length(1) })).default({}),
  timeZone: z.string(),
  companies: z
    .array(
      z.strictObject({
        key: z.string(),
        code: z.string().min(2).max(32),
        name: z.string().min(1).max(100),
        currency: z.string().regex(/^[A-Z]{3}$/),
        currencyName: z.string().min(1),
        symbol: z.string().min(1),
      }),
    )
    .min(1),
  stations: z.strictObject({
    file: File,
    id: Column,
    name: Template,
    country: Column.optional(),
    description: Template.optional(),
    /** Absent where all belong to the one company there is. */
    company: CompanyBy.optional(),
  }),
  products: z.strictObject({
    file: File,
    id: Column,
    name: Column,
    /** The first kind with a fitting description; `*` stands for any characters. What fits none is goods. */
    kinds: z.array(z.strictObject({ kind: z.enum(['gasoline', 'diesel', 'gas']), names: z.array(z.string()).min(1) })),
  }),
  customers: z.strictObject({
    file: File,
    id: Column,
    name: Template,
    remark: Template.optional(),
    company: CompanyBy.optional(),
  }),
  sales: z.strictObject({
    file: File,
    id: Column,
    date: Column,
    time: Column,
    customer: Column,
    card: Column,
    station: Column,
    product: Column,
    /** Litres for fuels, pieces for goods. */
    quantity: Column,
    /** The whole row in the company's currency, with a point and at most two decimals. */
    total: Column,
    /** Rows that agree in these columns are lines of one order. */
    order: z.array(Column).min(1),
  }),
})
export type Mapping = z.infer<typeof Mapping>
