/** 50 t are bought at 7,845.50; 8.380 t go to the station, which finds 9,980 L of them in its tank and sells 500 L. */
const bought = { weightKg: 50_000, centsPerT: 7_845_50n }
const sent = { weightKg: 8_380, freightCentsPerT: 80_00n }
export const arrivedCl = 9_980_00
export const soldCl = 500_00

const half = (over: bigint, under: bigint): number => Number((2n * over + under) / (2n * under))
const net = (cents: number, percent: number): number => half(BigInt(cents) * 100n, BigInt(100 + percent))
/** In air, one litre of 838 kg/m³ weighs 1.1 g less. */
const gramsPerLitre = 8369n
export const figure = (value: number, places = 2) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: places, maximumFractionDigits: places }).format(value / 10 ** places)

/** What each page should say, by the documents alone. */
export function reckoning(openingCl: number, grossCents: number) {
  const purchaseCents = half(BigInt(bought.weightKg) * bought.centsPerT, 1000n)
  const amountCents = half(BigInt(sent.weightKg) * bought.centsPerT, 1000n)
  const loadedCl = half(BigInt(sent.weightKg) * 1_000_000n, gramsPerLitre)
  const signedKg = half(BigInt(arrivedCl) * gramsPerLitre, 1_000_000n)
  const lostKg = sent.weightKg - signedKg
  const allowedKg = Math.min(lostKg, half(BigInt(sent.weightKg) * 2n, 1000n))
  const claimedKg = lostKg - allowedKg
  const share = (cents: number) => half(BigInt(cents) * BigInt(claimedKg), BigInt(sent.weightKg))
  const claim = { cents: share(amountCents), netCents: share(net(amountCents, 13)) }
  const freightCents = half(BigInt(signedKg) * sent.freightCentsPerT, 1000n)
  const freightNet = net(freightCents, 9)
  const totalNet = net(amountCents, 13) + freightNet - claim.netCents
  const perLitre = half(BigInt(totalNet) * 10_000n, BigInt(arrivedCl))
  // The month: what the depot's average makes of the load, and of it what was sold.
  const purchaseNet = net(purchaseCents, 13)
  const issuedCents = half(BigInt(sent.weightKg) * BigInt(purchaseNet), BigInt(bought.weightKg))
  const receivedCents = issuedCents + freightNet - claim.netCents
  const openingCents = half(BigInt(openingCl) * BigInt(receivedCents), BigInt(arrivedCl))
  const pool = { cl: openingCl + arrivedCl, cents: openingCents + receivedCents }
  const costCents = half(BigInt(soldCl) * BigInt(pool.cents), BigInt(pool.cl))
  const salesNet = net(grossCents, 13)
  const depotCents = purchaseNet - issuedCents
  return {
    purchaseCents,
    purchaseNet,
    amountCents,
    loadedCl,
    signedKg,
    lostKg,
    allowedKg,
    claimedKg,
    claim,
    freightNet,
    totalNet,
    perLitre: (perLitre / 10_000).toFixed(4),
    issuedCents,
    receivedCents,
    costCents,
    salesNet,
    closingCents: depotCents + pool.cents - costCents,
  }
}

export type Reckoning = ReturnType<typeof reckoning>
