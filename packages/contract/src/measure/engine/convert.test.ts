import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measured, type MeasureCase } from './case.ts'
import { massKg, standardDensity, volumeAtReference, volumeCorrectionFactor } from './convert.ts'
import { deliveryAsObserved, deliveryAtReference } from './delivery.ts'
import { densityAt, fluidOf } from './fluid.ts'
import { gbtTables } from './gbt1885.ts'
import { mpmsGroups } from './mpms11.ts'
import { roundTo, roundToStep } from './rounding.ts'
import { isFigure, type Measured, type MeasureSettings } from './terms.ts'

const byFormula: MeasureSettings = { standard: 'gbt1885', reference: 20, mode: 'formula' }
const byTable: MeasureSettings = { ...byFormula, mode: 'table' }
const mpms: MeasureSettings = { standard: 'mpms11', reference: 15, mode: 'formula' }
const every: readonly MeasureSettings[] = (['gbt1885', 'mpms11'] as const).flatMap(standard =>
  ([15, 20] as const).flatMap(reference => (['formula', 'table'] as const).map(mode => ({ standard, reference, mode }))),
)
const value = (result: Measured): number | string => (isFigure(result) ? result.value : result.reason)

test.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [2.5, 0, 3],
  [-2.5, 0, -3],
  [-0.4, 0, 0],
  [1e-9, 2, 0],
  [1e21, 2, 1e21],
  [29717.1, 2, 29717.1],
])('%d to %d places is %d: a half is rounded away from zero', (given, places, expected) => {
  expect(roundTo(given, places)).toBe(expected)
})

test('a correction mirrors what it corrects', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      fc.nat(5),
      (one, places) => roundTo(-one, places) === 0 - roundTo(one, places),
    ),
  )
  expect(roundToStep(27.7, 0.25)).toBe(27.75)
  expect(roundToStep(-2.3, 0.25)).toBe(-2.25)
})

const load = {
  before: { volumeCl: 8_412_30, temperature: 18 },
  after: { volumeCl: 21_655_80, temperature: 22.5 },
  sold: { volumeCl: 312_45, temperature: 22.5 },
  note: { volumeCl: 13_600_00, temperature: 27.7 },
  oil: { density: 742 },
}

test('a load that looks 44 litres short is 4 litres short at 20 °C: it was heat', () => {
  expect(deliveryAsObserved(load)).toEqual({ offloadedCl: 13_243_50, totalCl: 13_555_95, profitLossCl: -44_05 })
  expect(deliveryAtReference(load, byFormula)).toMatchObject({
    offloadedCl: 13_156_70,
    totalCl: 13_468_19,
    profitLossCl: -3_56,
    reason: null,
  })
  expect(deliveryAtReference(load, byTable)).toMatchObject({
    offloadedCl: 13_156_18,
    totalCl: 13_467_66,
    profitLossCl: -3_14,
    reason: null,
  })
})

test('what nobody measured stays unknown, and what does not need it is still told', () => {
  const cold = { ...load, note: { ...load.note, temperature: null } }
  expect(deliveryAtReference(cold, byFormula)).toMatchObject({
    offloadedCl: 13_156_70,
    totalCl: 13_468_19,
    profitLossCl: null,
    reason: { reason: 'temperatureUnknown' },
  })
  expect(deliveryAtReference({ ...load, note: null }, byFormula)).toMatchObject({ totalCl: 13_468_19, profitLossCl: null, reason: null })
  expect(deliveryAsObserved({ ...load, note: null }).profitLossCl).toBeNull()
  expect(deliveryAtReference({ ...load, before: { volumeCl: 0, temperature: null } }, byFormula)).toMatchObject({
    offloadedCl: null,
    totalCl: null,
  })
})

test('a figure names its standard, table, mode, rounding, inputs and each step', () => {
  const given = { volumeCl: 30_000_00, temperature: 27.7, observedDensity: 735.3, observedTemperature: 27.7 }
  expect(volumeAtReference(given, byFormula)).toEqual({
    quantity: 'volumeAtReference',
    value: 29_717_40,
    places: 0,
    standard: 'gbt1885',
    table: '60B',
    mode: 'formula',
    reference: 20,
    commodity: 'product',
    instrument: 'hydrometer',
    inputs: [
      { quantity: 'volume', value: 30_000_00 },
      { quantity: 'temperature', value: 27.7 },
      { quantity: 'observedDensity', value: 735.3 },
      { quantity: 'observedTemperature', value: 27.7 },
    ],
    steps: [
      { quantity: 'correctedDensity', value: 735.169 },
      { quantity: 'density15', value: 746.685 },
      { quantity: 'density', value: 742.163 },
      { quantity: 'vcf15', value: 0.9845772 },
      { quantity: 'vcf15AtReference', value: 0.9939441 },
      { quantity: 'vcf', value: 0.99058 },
    ],
  })
  expect(volumeAtReference({ volumeCl: 30_000_00, temperature: 27.7, density: 741.2 }, byTable)).toMatchObject({
    table: '60B',
    mode: 'table',
    steps: expect.arrayContaining([
      { quantity: 'tableTemperature', value: 27.75 },
      { quantity: 'tableDensity', value: 742 },
      { quantity: 'vcf', value: 0.9905 },
    ]),
  })
  expect(volumeAtReference({ volumeCl: 100, temperature: 30, density: 850 }, { ...mpms, mode: 'table' })).toMatchObject({
    standard: 'mpms11',
    table: 'fuelOil',
    mode: 'formula',
  })
})

test('a densitometer has no glass, and the two instruments differ by what the glass grows', () => {
  const sample = { observedDensity: 735.3, observedTemperature: 35 }
  const [glass, electronic] = [standardDensity(sample, byFormula), standardDensity({ ...sample, instrument: 'densitometer' }, byFormula)]
  expect(Number(value(electronic)) - Number(value(glass))).toBeCloseTo(0.3, 5)
  expect(value(standardDensity(sample, mpms))).toBe(value(standardDensity({ ...sample, instrument: 'densitometer' }, mpms)))
})

// Negative space: no figure, and the reason; nothing is extrapolated, and no temperature is assumed.
const noFigures: readonly [string, MeasureCase, string][] = [
  ['a temperature that nobody measured', { method: 'volumeAtReference', volumeCl: 100, density: 742 }, 'temperatureUnknown'],
  ['a sample whose temperature is unknown', { method: 'standardDensity', observedDensity: 742, temperature: 20 }, 'temperatureUnknown'],
  ['no density at all', { method: 'vcf', temperature: 25 }, 'densityUnknown'],
  ['600, which papers may say', { method: 'vcf', density: 600, temperature: 25 }, 'densityOutOfRange'],
  ['just below the tables', { method: 'vcf', density: 652.9, temperature: 20 }, 'densityOutOfRange'],
  ['just above the tables', { method: 'vcf', density: 1075.1, temperature: 20 }, 'densityOutOfRange'],
  ['a sample that is too light', { method: 'standardDensity', observedDensity: 640, observedTemperature: 20 }, 'densityOutOfRange'],
  ['a volume without a volume', { method: 'volumeAtReference', density: 742, temperature: 20 }, 'volumeUnknown'],
  ['a mass of nothing known', { method: 'mass', density: 742 }, 'volumeUnknown'],
  ['a mixture of one', { method: 'mixtureDensity', massKg: 10, density: 742 }, 'massUnknown'],
  ['a mixture with an unknown', { method: 'mixtureDensity', massKg: 10, secondMassKg: 10, density: 742 }, 'densityUnknown'],
  ['too much pressure', { method: 'cpl', density60: 742, temperature: 20, pressurePsig: 1500.1 }, 'pressureOutOfRange'],
  ['an unknown pressure', { method: 'ctpl', density60: 742, temperature: 20 }, 'pressureUnknown'],
  ['303 °F', { method: 'ctl', density60: 742, fahrenheit: 303 }, 'temperatureOutOfRange'],
  ['−59 °F', { method: 'ctl', density60: 742, fahrenheit: -59 }, 'temperatureOutOfRange'],
  ['a gravity that is too light', { method: 'density15', apiGravity: 90 }, 'densityOutOfRange'],
  ['a tank without a length', { method: 'cylinderVolume', diameterMm: 2400, heightMm: 1 }, 'dimensionsUnknown'],
  ['a tank on end', { method: 'cylinderVolume', diameterMm: 2400, lengthMm: 8000, slope: 1, heightMm: 1 }, 'dimensionsOutOfRange'],
  ['a height above the tank', { method: 'cylinderVolume', diameterMm: 2400, lengthMm: 8000, heightMm: 2401 }, 'heightOutOfRange'],
  ['no height', { method: 'headsVolume', diameterMm: 2400 }, 'heightUnknown'],
  ['no chart', { method: 'chartVolume', heightMm: 1 }, 'chartNotRising'],
]
test.each(noFigures)('%s: no figure by any standard or mode, and the reason', (_, asked, reason) => {
  for (const settings of every) expect(value(measured(asked, settings)), JSON.stringify(settings)).toBe(reason)
})

test('GB/T 1885 ends at −18 and 90 °C and knows no ethanol; API MPMS 11.1 covers both', () => {
  const at = (temperature: number) => ({ density: 742, temperature })
  expect([-18.1, -18, 90, 90.1].map(celsius => isFigure(volumeCorrectionFactor(at(celsius), byFormula)))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(volumeCorrectionFactor(at(90.1), byFormula)).toEqual({ reason: 'temperatureOutOfRange', min: -18, max: 90 })
  expect(isFigure(volumeCorrectionFactor(at(90.1), mpms))).toBe(true)
  expect(value(volumeCorrectionFactor({ ...at(30), commodity: 'e10' }, byFormula))).toBe('commodityNotCovered')
  // 714.34·10⁻⁶ a °F: 15 °C warmer than the reference is 27 °F.
  expect(value(volumeCorrectionFactor({ ...at(30), commodity: 'e10' }, mpms))).toBeCloseTo(1 - 27 * 714.34e-6, 3)
  expect(value(volumeCorrectionFactor({ ...at(30), commodity: 'crude' }, byFormula))).not.toBe(
    value(volumeCorrectionFactor(at(30), byFormula)),
  )
})

const tenths = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map(one => one / 10)
const densities = tenths(660, 1000)

test('at the reference temperature nothing is corrected, by any standard and mode', () => {
  fc.assert(
    fc.property(densities, fc.constantFrom(...every), (density, settings) => {
      expect(value(volumeCorrectionFactor({ density, temperature: settings.reference }, settings))).toBe(1)
    }),
  )
})

test('what is warmer takes more room, and a ton is the same ton at every temperature', () => {
  fc.assert(
    fc.property(densities, tenths(-18, 85), fc.constantFrom(...every), (density, temperature, settings) => {
      const at = (warmth: number) => Number(value(volumeCorrectionFactor({ density, temperature: warmth }, settings)))
      expect(at(temperature + 1)).toBeLessThan(at(temperature))
      const kg = 30_000
      const volumeCl = measured({ method: 'volumeAtTemperature', massKg: kg, density, temperature }, settings)
      expect(value(massKg({ volumeCl: Number(value(volumeCl)), density, temperature }, settings))).toBe(kg)
    }),
  )
})

test('at the lines of the printed tables both modes agree within 0.0001', () => {
  const lines = fc.integer({ min: -18 * 4, max: 90 * 4 }).map(quarter => quarter / 4)
  fc.assert(
    fc.property(fc.integer({ min: 330, max: 500 }), lines, fc.constantFrom(15, 20), (row, temperature, reference) => {
      const given = { density: row * 2, temperature }
      const [one, other] = [byFormula, byTable].map(by => Number(value(volumeCorrectionFactor(given, { ...by, reference }))))
      expect(Math.abs(one! - other!)).toBeLessThan(0.0001)
    }),
  )
})

const edges = { gbt1885: [770.5, 788, 839], mpms11: [770.352, 787.5195, 838.3127] }
test.each([
  ['gbt1885', gbtTables.product!.at],
  ['mpms11', mpmsGroups.product],
] as const)(
  '%s: a density found from any temperature leads back there; at the edge of a band it is found all the same',
  (standard, equationAt) => {
    fc.assert(
      fc.property(fc.double({ min: 650, max: 960, noNaN: true }), tenths(-20, 60), (density, temperature) => {
        const fluid = fluidOf(equationAt, density, temperature)
        expect(densityAt(fluid, temperature)).toBeCloseTo(density, 4)
        const back = fluidOf(equationAt, densityAt(fluid, temperature), temperature)
        expect(back.base).toBeCloseTo(fluid.base, 4)
      }),
      { numRuns: 2000 },
    )
    // Beside an edge two densities may have one and the same density at a temperature.
    for (const edge of edges[standard])
      for (let temperature = -20; temperature <= 60; temperature++)
        for (let off = -0.15; off <= 0.15; off += 0.01) {
          const base = edge + off
          const found = fluidOf(equationAt, base * equationAt(base).factor(base, temperature), temperature)
          expect(Math.abs(found.base - base)).toBeLessThan(Math.abs(off) > 0.11 ? 0.0001 : 0.15)
        }
  },
)

test('where the steps swing between two bands for ever, the lower one is taken', () => {
  const light = { name: 'light', factor: () => 0.9 }
  const heavy = { name: 'heavy', factor: () => 1.1 }
  const found = fluidOf(base => (base < 800 ? light : heavy), 800, 30)
  expect(found).toEqual({ base: 800 / 0.9, equation: light })
})

test('the two standards differ by no more than 0.00015 between 700 and 900 kg/m³, −10 and 45 °C', () => {
  fc.assert(
    fc.property(tenths(700, 900), tenths(-10, 45), (density, temperature) => {
      const [old, later] = [{ ...byFormula, reference: 15 as const }, mpms].map(by =>
        Number(value(volumeCorrectionFactor({ density, temperature }, by))),
      )
      expect(Math.abs(old! - later!)).toBeLessThanOrEqual(0.00016)
    }),
  )
})

test('API gravity, relative density and the densities at 60 °F and 15 °C lead to each other', () => {
  fc.assert(
    fc.property(tenths(660, 1000), density15 => {
      const api = Number(value(measured({ method: 'apiGravity', density15 }, mpms)))
      expect(Number(value(measured({ method: 'density15', apiGravity: api }, mpms)))).toBeCloseTo(density15, 0)
      const relativeDensity = Number(value(measured({ method: 'relativeDensity', density15 }, mpms)))
      expect(141.5 / relativeDensity - 131.5).toBeCloseTo(api, 1)
    }),
  )
})
