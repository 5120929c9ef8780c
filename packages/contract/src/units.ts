import { z } from 'zod'
import type { InvalidCode } from './refusals/invalid.ts'
import { isSixDigits } from './validators.ts'

/** A record's number: time-ordered, whole, exact in JavaScript. */
export const Id = z.int().positive()

/**
 * What a field measures or names, so that search, lists and forms know how to treat it without saying it twice.
 * `ref` names the resource that an id points to; the field is then called `<relation>Id`.
 */
export interface FieldMeta {
  readonly format?: Format
  readonly ref?: string
  /** Of a reference to a file: the type of file that the field takes (`fileRules`). */
  readonly file?: string
}
export type Format =
  | 'cents'
  | 'centsPerL'
  | 'centilitres'
  | 'kilograms'
  | 'instant'
  | 'date'
  | 'phone'
  | 'cardNumber'
  | 'percent'
  | 'longText'
  | 'password'

/** Hundredths of the company's currency (分). Never a float: 12.34 yuan is `1234`. */
export const Cents = z.int().meta({ format: 'cents' } satisfies FieldMeta)
export type Cents = number

/** Hundredths of the company's currency for one litre, or for one piece of goods. */
export const CentsPerL = z
  .int()
  .min(0)
  .max(10_000_000)
  .meta({ format: 'centsPerL' } satisfies FieldMeta)

/** The price at which something was sold. Where it follows from the amount, it is as high as that makes it: nobody entered it. */
export const SoldCentsPerL = z
  .int()
  .min(0)
  .meta({ format: 'centsPerL' } satisfies FieldMeta)

/** Hundredths of a litre; 30.00 litres is `3000`. */
export const Centilitres = z.int().meta({ format: 'centilitres' } satisfies FieldMeta)

/** Whole kilograms, in air, shown and typed as tons with three places: 31.580 t is `31580`. @source SUP-015 */
export const Kilograms = z.int().meta({ format: 'kilograms' } satisfies FieldMeta)

/** Within the years that every part of the product can write in four digits. */
function isBookable(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= 1900 && year <= 9999
}

/** ISO 8601 in UTC. Shown, grouped and cut in the station's zone. */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine(isBookable, 'instant')
  .meta({ format: 'instant' } satisfies FieldMeta)
export type Instant = string

/** A calendar day of the station, `YYYY-MM-DD`. */
export const LocalDate = z.iso.date().meta({ format: 'date' } satisfies FieldMeta)

/** Percent with at most two decimals: 13 is 13%. At least 0 and below 100 (spec 1 §5). */
export const TaxRate = z
  .number()
  .min(0)
  .lt(100)
  .multipleOf(0.01, 'twoDecimals')
  .meta({ format: 'percent' } satisfies FieldMeta)

/** How many for one, or how many times as much, with at most two decimals. */
export const Times = z.number().min(0).max(1000).multipleOf(0.01, 'twoDecimals')

/** The schema of a reference; the name of what it refers to is in its type as well, for the type of the relation (rows.ts). */
export type RefSchema<Name extends string> = z.ZodInt & { readonly $ref: Name }
/** The id of a record of another resource. The relation carries the field's name without `Id`. */
export const Ref = <const Name extends string>(resource: Name): RefSchema<Name> =>
  z
    .int()
    .positive()
    .meta({ ref: resource } satisfies FieldMeta) as RefSchema<Name>

/** A line of words, trimmed; empty is refused, and so is what only looks empty. */
export const Name = (max = 60) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^(?=.*[\p{L}\p{N}\p{P}\p{S}]).*$/u, 'oneLine')
/** Words that may be absent. */
export const Text = (max = 200) => z.string().trim().max(max)
export const LongText = (max = 1000) =>
  z
    .string()
    .trim()
    .max(max)
    .meta({ format: 'longText' } satisfies FieldMeta)

/** Words of one shape, trimmed; `refusal` says what shape where they have another, in the words of refusals/invalid.ts. */
export const Pattern = (shape: RegExp, refusal: InvalidCode) => z.string().trim().regex(shape, refusal)

/** Mainland mobile numbers; other countries' with a leading +. */
export const Mobile = Pattern(/^(1\d{10}|\+\d{7,15})$/, 'mobile').meta({ format: 'phone' } satisfies FieldMeta)
/** Payment password and PIN: six digits (spec 1 §5). */
export const SixDigits = z
  .string()
  .refine(isSixDigits, 'sixDigits')
  .meta({ format: 'password' } satisfies FieldMeta)
export const CardNumber = Pattern(/^[0-9A-Za-z-]{4,32}$/, 'cardNumber').meta({ format: 'cardNumber' } satisfies FieldMeta)

/** What a schema says of itself under its optional, nullable and default wrappings. */
export function metaOf(
  schema: z.ZodType,
): FieldMeta & { readonly nullable: boolean; readonly optional: boolean; readonly bare: z.ZodType } {
  let bare = schema,
    nullable = false,
    optional = false
  let meta: FieldMeta = (bare.meta() ?? {}) as FieldMeta
  while (bare instanceof z.ZodNullable || bare instanceof z.ZodOptional || bare instanceof z.ZodDefault) {
    nullable ||= bare instanceof z.ZodNullable
    optional ||= bare instanceof z.ZodOptional || bare instanceof z.ZodDefault
    bare = bare.unwrap() as z.ZodType
    meta = { ...(bare.meta() as FieldMeta | undefined), ...meta }
  }
  return { ...meta, nullable, optional, bare }
}

/** Hours and minutes of a day, by the clock of the place: `06:30`. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'timeOfDay')

/** In the order of the week. */
export const Weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
export type Weekday = z.output<typeof Weekday>
