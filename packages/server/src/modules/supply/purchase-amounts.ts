interface Priced {
  readonly weightKg: number
  readonly priceCentsPerT: number
  /** Percent with at most two decimals. */
  readonly taxRate: number
}

const halfUp = (part: bigint, whole: bigint): bigint => (2n * part + whole) / (2n * whole)

/**
 * What a contract comes to: tons × price, and that without tax. Each is rounded half up once, and the second from the first, as it stands
 * on an invoice; the table of contracts keeps the same.
 * @source requirement SUP-003, decisions SU5, E5
 */
export function amountsOf({ weightKg, priceCentsPerT, taxRate }: Priced): { amountCents: number; netCents: number } {
  const amount = halfUp(BigInt(weightKg) * BigInt(priceCentsPerT), 1000n)
  return { amountCents: Number(amount), netCents: netOf(Number(amount), taxRate) }
}

/** An amount without its tax, rounded half up once; what is credited as what was paid. */
export function netOf(amountCents: number, taxRate: number): number {
  const net = Number(halfUp(BigInt(Math.abs(amountCents)) * 10_000n, 10_000n + BigInt(Math.round(taxRate * 100))))
  return amountCents < 0 ? -net : net
}
