/** By which standard volumes and densities are converted: GB/T 1885-1998, or API MPMS 11.1-2004. */
export const standards = ['gbt1885', 'mpms11'] as const
export type Standard = (typeof standards)[number]
/** The temperature in °C that volumes are brought to. */
export type Reference = 15 | 20
/**
 * Formula: the equations, factors to five decimals. Table: as a person reads the printed tables of GB/T 1885, at the nearest row, factors
 * to four decimals. API MPMS 11.1-2004 is published as a procedure without tables: by it, everything is calculated by formula.
 */
export const modes = ['formula', 'table'] as const
export type Mode = (typeof modes)[number]

/** What a company chooses. */
export interface MeasureSettings {
  readonly standard: Standard
  readonly reference: Reference
  readonly mode: Mode
}

/** What kind of oil it is. E10 (gasoline with a tenth of ethanol) is covered by API MPMS 11.1 alone. */
export const commodities = ['product', 'crude', 'lubricant', 'e10'] as const
export type Commodity = (typeof commodities)[number]
/** What the density was read from: a glass hydrometer that is marked at 20 °C, or an electronic densitometer. */
export const instruments = ['hydrometer', 'densitometer'] as const
export type Instrument = (typeof instruments)[number]

/** What a figure is, an input or an intermediate one. Its unit is in `units`. */
export const quantities = [
  'volume',
  'volumeAtReference',
  'mass',
  'secondMass',
  'temperature',
  'density',
  'secondDensity',
  'observedDensity',
  'observedTemperature',
  'tableTemperature',
  'tableDensity',
  'correctedDensity',
  'density15',
  'density60',
  'densityAtTemperature',
  'mixtureDensity',
  'apiGravity',
  'relativeDensity',
  'vcf15',
  'vcf15AtReference',
  'ctl',
  'ctlAtReference',
  'cpl',
  'ctpl',
  'vcf',
  'pressure',
  'compressibility',
  'height',
  'diameter',
  'length',
  'slope',
  'gaugeAt',
  'filledShare',
] as const
export type Quantity = (typeof quantities)[number]
export interface Item {
  readonly quantity: Quantity
  readonly value: number
}

/**
 * A figure with all that it was reached by, so that anyone can calculate it again. Volumes in centilitres, masses in kilograms (in air),
 * densities in kg/m³, temperatures in °C, pressures in psi above the atmosphere, lengths in millimetres.
 */
export interface Figure {
  readonly quantity: Quantity
  /** Rounded once, half away from zero, to so many places. */
  readonly value: number
  readonly places: number
  /** Null where no standard of oil measurement has a part in it, as in the geometry of a tank. */
  readonly standard: Standard | null
  /** The table of GB/T 1885 (59B, 60B …), or the product group of API MPMS 11.1; empty for plain arithmetic. */
  readonly table: string
  readonly mode: Mode
  readonly reference: Reference | null
  readonly commodity: Commodity | null
  readonly instrument: Instrument | null
  readonly inputs: readonly Item[]
  /** Each intermediate figure, in the order of the calculation. */
  readonly steps: readonly Item[]
}

/** Why there is no figure. */
export const reasons = [
  'temperatureUnknown',
  'temperatureOutOfRange',
  'densityUnknown',
  'densityOutOfRange',
  'pressureUnknown',
  'pressureOutOfRange',
  'volumeUnknown',
  'massUnknown',
  'heightUnknown',
  'heightOutOfRange',
  'dimensionsUnknown',
  'dimensionsOutOfRange',
  'chartNotRising',
  'commodityNotCovered',
] as const
export type Reason = (typeof reasons)[number]
export interface NoFigure {
  readonly reason: Reason
  /** The range that what was given, or followed from it, lies outside of. */
  readonly min?: number
  readonly max?: number
}

export type Measured = Figure | NoFigure
export const isFigure = (measured: Measured): measured is Figure => 'value' in measured
