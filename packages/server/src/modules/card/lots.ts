import type { Fill, Found, FromLot, Lot, Spent } from './facts.ts'

/** What others of the same group have left of the lots of a card, in the order in which they are spent. */
function lotsLeft({ lots }: Found, before: readonly Spent[]): readonly Lot[] {
  const taken = before.flatMap(spent => spent.lots)
  return (lots ?? []).map(lot => ({ ...lot, cents: lot.cents - sumOf(taken.filter(of => of.lot === lot.id)) }))
}

/** It has not ended when the fill was asked for, and everything that is bought is among its products. */
const isFor = ({ products, endsAt }: Lot, { at, askedAt = at, lines }: Pick<Fill, 'at' | 'askedAt' | 'lines'>): boolean =>
  (endsAt === null || Date.parse(endsAt) > askedAt.getTime()) &&
  (products.length === 0 || (lines !== null && lines.length > 0 && lines.every(({ productId }) => products.includes(productId ?? 0))))

/** The lots that a fill may take, and what lies in the others. @source decisions ME7 */
export function lotsFor(card: Found, before: readonly Spent[], fill: Pick<Fill, 'at' | 'askedAt' | 'lines'>) {
  if (!card.lots) return { own: [], closedCents: 0 }
  const left = lotsLeft(card, before)
  const own = left.filter(lot => isFor(lot, fill))
  return { own, closedCents: sumOf(left.filter(lot => !own.includes(lot))) }
}

/** So much of a gift, from lots as far as they go; what is missing lies outside of them. */
export function fromLots(lots: readonly Lot[], cents: number): FromLot[] {
  let wanted = cents
  return lots.flatMap(({ id, cents: left }) => {
    const part = Math.min(left, wanted)
    wanted -= part
    return part > 0 ? [{ lot: id, cents: part }] : []
  })
}

export const sumOf = (parts: readonly { readonly cents: number }[]): number => parts.reduce((sum, { cents }) => sum + cents, 0)
