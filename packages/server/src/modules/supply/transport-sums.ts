import { measured } from '@forecourt/contract/measure/case.ts'
import { isFigure, type Measured, type MeasureSettings } from '@forecourt/contract/measure/terms.ts'

/** Rounded once, half up; neither is below zero. */
const halfUp = (over: bigint, under: bigint): number => Number((2n * over + under) / (2n * under))

/** Hundredths of a percent: rates have two decimals. */
const hundredths = (percent: number): bigint => BigInt(Math.round(percent * 100))

/** What a weight costs at a price of a ton. @source standards reference §4 */
export const costOfWeight = (weightKg: number, centsPerTon: number): number => halfUp(BigInt(weightKg) * BigInt(centsPerTon), 1000n)

/** What a volume costs at a price of 1,000 litres. */
const costOfVolume = (volumeCl: number, centsPerKilolitre: number): number => halfUp(BigInt(volumeCl) * BigInt(centsPerKilolitre), 100_000n)

/** An amount without the tax that it includes. @source decision E5 */
export const withoutTax = (amountCents: number, taxRate: number): number =>
  halfUp(BigInt(amountCents) * 10_000n, 10_000n + hundredths(taxRate))

/** A part of an amount: so many of so many. */
const share = (amountCents: number, part: number, whole: number): number => halfUp(BigInt(amountCents) * BigInt(part), BigInt(whole))

interface Priced {
  readonly pricedBy: 'ton' | 'litre'
  readonly priceCents: number
  readonly ownAmountCents: number | null
  readonly taxRate: number
}
/** Kilograms and centilitres of a load; null where they are not known. */
export interface Quantity {
  readonly kg: number | null
  readonly cl: number | null
}
export interface Amount {
  readonly amountCents: number | null
  readonly netCents: number | null
}
const nothing: Amount = { amountCents: null, netCents: null }
const taxed = (amountCents: number, taxRate: number): Amount => ({ amountCents, netCents: withoutTax(amountCents, taxRate) })

/** What the fuel costs; null where it is priced by what nobody knows. @source SUP-004; decisions E5, SU5, SU13 */
export function fuelAmount({ pricedBy, priceCents, ownAmountCents, taxRate }: Priced, { kg, cl }: Quantity): Amount {
  if (ownAmountCents !== null) return taxed(ownAmountCents, taxRate)
  if (pricedBy === 'ton') return kg === null ? nothing : taxed(costOfWeight(kg, priceCents), taxRate)
  return cl === null ? nothing : taxed(costOfVolume(cl, priceCents), taxRate)
}

interface Freight {
  readonly freightPriceCents: number
  readonly freightOn: 'signed' | 'delivered'
  readonly freightTaxRate: number | null
  readonly taxRate: number
}
/** What carrying it costs, on the tons that the contract says; null until these are known. @source decision SU6 */
export function freightAmount(of: Freight, deliveredKg: number | null, signedKg: number | null): Amount {
  const kg = of.freightOn === 'signed' ? signedKg : deliveredKg
  if (of.freightPriceCents === 0) return { amountCents: 0, netCents: 0 }
  return kg === null ? nothing : taxed(costOfWeight(kg, of.freightPriceCents), of.freightTaxRate ?? of.taxRate)
}

export interface Loss {
  /** Delivered − signed; below zero where more was signed for. */
  readonly loss: number
  readonly allowed: number
  readonly claimed: number
}
/** What was lost on the road: as much as the contract allows, and the rest, which is claimed. @source decision SU6 */
export function lossOf(delivered: number, signed: number, allowedPercent: number): Loss {
  const loss = delivered - signed
  const most = halfUp(BigInt(delivered) * hundredths(allowedPercent), 10_000n)
  const allowed = Math.max(0, Math.min(loss, most))
  return { loss, allowed, claimed: Math.max(0, loss) - allowed }
}

/** What the fuel that is claimed cost: its share of the load, by weight where that is known. */
export function claimOf(amount: Amount, loaded: Quantity, claimed: Quantity): Amount {
  if (amount.amountCents === null || amount.netCents === null) return nothing
  const [part, whole] = loaded.kg === null ? [claimed.cl, loaded.cl] : [claimed.kg, loaded.kg]
  if (part === null || whole === null) return nothing
  return { amountCents: share(amount.amountCents, part, whole), netCents: share(amount.netCents, part, whole) }
}

/** Cents for 1,000 litres; null where nothing arrived. */
export const centsPerKilolitre = (cents: number, volumeCl: number): number => halfUp(BigInt(cents) * 100_000n, BigInt(volumeCl))

export interface Typed {
  readonly weightKg: number | null
  readonly volumeCl: number | null
  /** At the reference temperature. */
  readonly density: number | null
}
/** Both quantities: what was typed stays, what was not follows from the other by the density. */
export function quantitiesOf({ weightKg, volumeCl, density }: Typed, settings: MeasureSettings) {
  const weight =
    weightKg === null && volumeCl !== null ? measured({ method: 'mass', volumeAtReferenceCl: volumeCl, density }, settings) : null
  const volume =
    volumeCl === null && weightKg !== null ? measured({ method: 'volumeAtReference', massKg: weightKg, density }, settings) : null
  return { kg: weightKg ?? valueOf(weight), cl: volumeCl ?? valueOf(volume), weight, volume }
}
const valueOf = (result: Measured | null): number | null => (result && isFigure(result) && result.value > 0 ? result.value : null)

/** How a load lies in a truck that is filled from the front, compartment by compartment; the last one has what is left. */
export function spread(volumeCl: number, compartments: readonly { readonly volumeCl: number }[]): { number: number; volumeCl: number }[] {
  let left = volumeCl
  return compartments.flatMap(({ volumeCl: most }, at) => {
    const here = Math.min(left, most)
    left -= here
    return here > 0 ? [{ number: at + 1, volumeCl: here }] : []
  })
}
