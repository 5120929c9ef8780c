/** What moved of one base fuel on a day: bought into a depot, from one depot to another, or out of one onto the road. */
export interface ValuedMove {
  readonly day: string
  readonly fromDepotId: number | null
  readonly toDepotId: number | null
  readonly weightKg: number
  /** Of what was bought: with tax and without. */
  readonly amountCents: number
  readonly netCents: number
}

/** What a depot holds, and what that cost with tax and without. */
export interface Worth {
  readonly weightKg: bigint
  readonly amountCents: bigint
  readonly netCents: bigint
}
const nothing: Worth = { weightKg: 0n, amountCents: 0n, netCents: 0n }

/** Half up, once. */
const rounded = (part: bigint, whole: bigint) => (2n * part + whole) / (2n * whole)

/** The worth of so much out of a whole; the last of it takes what is left, so that no cent is lost. */
function shareOf({ weightKg, amountCents, netCents }: Worth, kg: bigint): Worth {
  if (kg >= weightKg) return { weightKg: kg, amountCents, netCents }
  return { weightKg: kg, amountCents: rounded(amountCents * kg, weightKg), netCents: rounded(netCents * kg, weightKg) }
}
const plus = (one: Worth, other: Worth): Worth => ({
  weightKg: one.weightKg + other.weightKg,
  amountCents: one.amountCents + other.amountCents,
  netCents: one.netCents + other.netCents,
})
const minus = (one: Worth, other: Worth): Worth => ({
  weightKg: one.weightKg - other.weightKg,
  amountCents: one.amountCents - other.amountCents,
  netCents: one.netCents - other.netCents,
})

/**
 * What each depot holds of one base fuel after these moves, and what that is worth by the weighted average of each month. What is put on
 * the road leaves at the average of its month; what goes to another depot leaves at the average of the month up to that day, for the
 * months of two depots that send each other fuel would wait for each other. What is left keeps the last cent.
 * @param before what they held before these moves, at the end of a month
 * @source decision SU12, docs/adr/0101
 */
export function depotWorths(moves: readonly ValuedMove[], before: ReadonlyMap<number, Worth> = new Map()): Map<number, Worth> {
  const held = new Map(before)
  const months = Map.groupBy(
    moves.toSorted((one, other) => one.day.localeCompare(other.day)),
    ({ day }) => day.slice(0, 7),
  )
  for (const month of months.values()) settleMonth(held, month)
  return held
}

function settleMonth(held: Map<number, Worth>, month: readonly ValuedMove[]): void {
  const change = (depotId: number, to: (before: Worth) => Worth) => void held.set(depotId, to(held.get(depotId) ?? nothing))
  for (const day of Map.groupBy(month, ({ day }) => day).values()) {
    for (const { fromDepotId, toDepotId, weightKg, amountCents, netCents } of day)
      if (fromDepotId === null && toDepotId !== null)
        change(toDepotId, before =>
          plus(before, { weightKg: BigInt(weightKg), amountCents: BigInt(amountCents), netCents: BigInt(netCents) }),
        )
    for (const { fromDepotId, toDepotId, weightKg } of inOrder(held, day)) {
      const share = shareOf(held.get(fromDepotId) ?? nothing, BigInt(weightKg))
      change(fromDepotId, before => minus(before, share))
      change(toDepotId, before => plus(before, share))
    }
  }
  const issued = new Map<number, bigint>()
  for (const { fromDepotId, toDepotId, weightKg } of month)
    if (fromDepotId !== null && toDepotId === null) issued.set(fromDepotId, (issued.get(fromDepotId) ?? 0n) + BigInt(weightKg))
  for (const [depotId, kg] of issued) change(depotId, before => minus(before, shareOf(before, kg)))
}

interface Transfer {
  readonly fromDepotId: number
  readonly toDepotId: number
  readonly weightKg: number
}

/** Transfers of a day, each once its depot holds as much: what came in the morning may go on in the afternoon. */
function* inOrder(held: ReadonlyMap<number, Worth>, day: readonly ValuedMove[]): Generator<Transfer> {
  const left = day.filter((move): move is ValuedMove & Transfer => move.fromDepotId !== null && move.toDepotId !== null)
  while (left.length > 0) {
    const at = left.findIndex(({ fromDepotId, weightKg }) => (held.get(fromDepotId)?.weightKg ?? 0n) >= BigInt(weightKg))
    yield left.splice(Math.max(0, at), 1)[0]!
  }
}

/** Cents for one ton; null where there is nothing. */
export const centsPerT = ({ weightKg, amountCents }: Worth): number | null =>
  weightKg > 0n ? Number(rounded(amountCents * 1000n, weightKg)) : null
