import type { Method } from '@forecourt/contract/measure/case.ts'
import type { Commodity, Mode, Reference, Standard } from '@forecourt/contract/measure/terms.ts'

/** What a word in the column `method` asks for; what it does not say is as the options of the command say. */
export interface Asked {
  readonly method: Method
  readonly standard?: Standard
  readonly reference?: Reference
  readonly commodity?: Commodity
}

/** Words are compared without case, blanks and signs: `VCF-20`, `vcf20` and `Vcf 20` are one. */
export const plainWord = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ρ', 'rho')
    .replaceAll(/[^a-z0-9\u4e00-\u9fff]/g, '')

const named: readonly (readonly [names: string, asked: Asked])[] = [
  ['vcf, factor, 体积修正系数', { method: 'vcf' }],
  ['vcf15', { method: 'vcf', reference: 15 }],
  ['vcf20', { method: 'vcf', reference: 20 }],
  ['ctl15', { method: 'vcf', reference: 15, standard: 'mpms11' }],
  ['ctl20', { method: 'vcf', reference: 20, standard: 'mpms11' }],
  ['density, standardDensity, 标准密度', { method: 'standardDensity' }],
  ['density15, rho15, standardDensity15', { method: 'standardDensity', reference: 15 }],
  ['density20, rho20, standardDensity20', { method: 'standardDensity', reference: 20 }],
  ['densityAt, densityAtTemperature, densityT, rhoT', { method: 'densityAtTemperature' }],
  ['volumeAtReference, standardVolume, 标准体积', { method: 'volumeAtReference' }],
  ['volume15, v15', { method: 'volumeAtReference', reference: 15 }],
  ['volume20, v20', { method: 'volumeAtReference', reference: 20 }],
  ['volume, volumeAt, volumeAtTemperature, volumeT, vt, litres', { method: 'volumeAtTemperature' }],
  ['mass, massKg, m, kg, weight, 质量', { method: 'mass' }],
  ['mixture, mix, mixtureDensity, 混合密度', { method: 'mixtureDensity' }],
  ['ctl, ctl60', { method: 'ctl' }],
  ['cpl', { method: 'cpl' }],
  ['ctpl', { method: 'ctpl' }],
  ['density60, rho60, observedToDensity60', { method: 'observedToDensity60' }],
  ['api, apiGravity, density15ToApi, densityToApi', { method: 'apiGravity' }],
  ['rd, relativeDensity, density15ToRd, densityToRd, apiToRd', { method: 'relativeDensity' }],
  ['apiToDensity15, apiToDensity, density15OfApi', { method: 'density15' }],
  ['apiToDensity60, density60OfApi', { method: 'density60' }],
  ['cylinder, cylinderVolume, tank, 卧罐', { method: 'cylinderVolume' }],
  ['heads, headsVolume', { method: 'headsVolume' }],
  ['share, fraction, filledShare, cylinderShare', { method: 'cylinderShare' }],
  ['chart, chartVolume, 罐容表', { method: 'chartVolume' }],
]
const words: ReadonlyMap<string, Asked> = new Map(
  named.flatMap(([names, asked]) => names.split(', ').map(name => [plainWord(name), asked] as const)),
)

const letters = { a: 'crude', b: 'product', d: 'lubricant' } as const
/** A printed table by its number, whatever stands before it: `60B`, `GB/T 1885 table 60B`, `ASTM 54B`. */
function tableNamed(word: string): Asked | undefined {
  const [, number, letter] = /(53|54|59|60)([abd])$/.exec(word) ?? []
  if (!number || !letter) return undefined
  return {
    method: number === '54' || number === '60' ? 'vcf' : 'standardDensity',
    standard: 'gbt1885',
    reference: number === '53' || number === '54' ? 15 : 20,
    commodity: letters[letter as keyof typeof letters],
  }
}

export const methodNamed = (text: string): Asked | undefined => words.get(plainWord(text)) ?? tableNamed(plainWord(text))
/** The first name of each method. */
export const methodWords = (): string => named.map(([names]) => names.split(', ')[0]).join(', ')

const oneOf =
  <T>(choices: Readonly<Record<string, T>>) =>
  (text: string): T | undefined =>
    choices[plainWord(text)]
export const modeNamed = oneOf<Mode>({
  formula: 'formula',
  f: 'formula',
  公式: 'formula',
  table: 'table',
  t: 'table',
  表: 'table',
  查表: 'table',
})
export const standardNamed = oneOf<Standard>({
  gbt1885: 'gbt1885',
  gbt18851998: 'gbt1885',
  gb: 'gbt1885',
  gbt: 'gbt1885',
  mpms11: 'mpms11',
  mpms111: 'mpms11',
  mpms1112004: 'mpms11',
  apimpms111: 'mpms11',
  apimpms1112004: 'mpms11',
  api: 'mpms11',
  mpms: 'mpms11',
})
export const referenceNamed = oneOf<Reference>({ 15: 15, '15c': 15, 20: 20, '20c': 20 })
export const commodityNamed = oneOf<Commodity>({
  product: 'product',
  products: 'product',
  gasoline: 'product',
  diesel: 'product',
  jet: 'product',
  fueloil: 'product',
  crude: 'crude',
  lubricant: 'lubricant',
  lube: 'lubricant',
  e10: 'e10',
})
export const instrumentNamed = oneOf({
  hydrometer: 'hydrometer',
  glass: 'hydrometer',
  densitometer: 'densitometer',
  electronic: 'densitometer',
} as const)
export const headsNamed = oneOf({
  flat: 'flat',
  none: 'flat',
  elliptical: 'elliptical',
  ellipsoidal: 'elliptical',
  21: 'elliptical',
} as const)
