import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { MeasureSetting } from '../org/config.ts'
import { Centilitres } from '../units.ts'
import { methods } from './engine/case.ts'
import { headKinds } from './engine/tank-geometry.ts'
import { commodities, instruments, modes, quantities, reasons, standards } from './engine/terms.ts'

/** What is absent or null is unknown. What is beyond the tables is answered with a reason, not refused. */
const unknown = <S extends z.ZodType>(schema: S) => schema.nullable().optional()
const Celsius = unknown(z.number().min(-100).max(300).multipleOf(0.1, 'oneDecimal'))
const Fahrenheit = unknown(z.number().min(-148).max(572).multipleOf(0.1, 'oneDecimal'))
const Density = unknown(z.number().min(1).max(2000).multipleOf(0.1, 'oneDecimal'))
const Volume = unknown(Centilitres.min(0).max(100_000_000_00))
const Mass = unknown(z.int().min(0).max(1_000_000_000))
const Height = unknown(z.int().min(0).max(20_000))
const Length = unknown(z.int().min(1).max(100_000))

/** Litres are whole centilitres, masses kilograms in air, densities kg/m³, temperatures °C to one decimal. */
const MeasureCase = z.strictObject({
  method: z.enum(methods),
  /** As the company at hand measures, where absent. */
  standard: z.enum(standards).optional(),
  reference: z.literal([15, 20]).optional(),
  mode: z.enum(modes).optional(),
  /** At the reference temperature. Where it is not known: what was observed, and the temperature of the sample. */
  density: Density,
  observedDensity: Density,
  observedTemperature: Celsius,
  instrument: unknown(z.enum(instruments)),
  commodity: unknown(z.enum(commodities)),
  /** Of the liquid whose volume is meant. */
  temperature: Celsius,
  volumeCl: Volume,
  volumeAtReferenceCl: Volume,
  massKg: Mass,
  secondMassKg: Mass,
  secondDensity: Density,
  /** For API MPMS 11.1 at 60 °F: temperatures may be told in °F instead. */
  fahrenheit: Fahrenheit,
  observedFahrenheit: Fahrenheit,
  density60: unknown(z.number().min(1).max(2000).multipleOf(0.01, 'twoDecimals')),
  density15: Density,
  apiGravity: unknown(z.number().min(-20).max(120).multipleOf(0.01, 'twoDecimals')),
  relativeDensity: unknown(z.number().min(0.1).max(2)),
  /** Pounds per square inch above the pressure of the atmosphere. */
  pressurePsig: unknown(z.number().min(0).max(100_000)),
  /** For tanks. */
  heightMm: Height,
  diameterMm: Length,
  lengthMm: Length,
  heads: unknown(z.enum(headKinds)),
  slope: unknown(z.number().min(-1).max(1)),
  gaugeAtMm: Height,
  points: unknown(
    z.array(z.strictObject({ heightMm: z.int().min(0).max(20_000), volumeCl: Centilitres.min(0).max(1_000_000_00) })).max(5000),
  ),
})

const Item = z.object({ quantity: z.enum(quantities), value: z.number() })
/** A figure with all that it was reached by: what a certificate prints. */
const Figure = z.object({
  ...Item.shape,
  /** The value was rounded once, half away from zero, to so many places. */
  places: z.int(),
  standard: z.enum(standards).nullable(),
  /** The table of GB/T 1885 (59B, 60B …) or the product group of API MPMS 11.1. */
  table: z.string(),
  mode: z.enum(modes),
  reference: z.literal([15, 20]).nullable(),
  commodity: z.enum(commodities).nullable(),
  instrument: z.enum(instruments).nullable(),
  inputs: z.array(Item),
  steps: z.array(Item),
})
const NoFigure = z.object({ reason: z.enum(reasons), min: z.number().optional(), max: z.number().optional() })

/** The figure, or why there is none. */
export const Converted = z.object({ figure: Figure.nullable(), none: NoFigure.nullable() })

/** 换算: everyone who sees tanks may convert; nothing is kept. */
export const measurements = endpoint('POST', '/measurements', {
  permission: 'forecourt.tank.read',
  reads: true,
  body: z.strictObject({
    cases: z.array(MeasureCase).min(1).max(1000),
  }),
  returns: z.object({
    /** How the company at hand measures. */
    settings: MeasureSetting,
    /** In the order of the cases. */
    content: z.array(Converted),
  }),
  summary: 'Converts volumes, masses and densities by the standard of the company, and says how each figure was reached',
})
