/** Numbers that look random and are the same for the same seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** So many of them, every kind among them as long as there is room, in their order. */
export function some<T extends { readonly kind: string }>(all: readonly T[], count: number, roll: () => number): T[] {
  if (all.length <= count) return [...all]
  const shuffled = all.map(each => ({ each, at: roll() })).toSorted((a, b) => a.at - b.at)
  const seen = new Map<string, number>()
  const ranked = shuffled.map(({ each, at }) => {
    const rank = seen.get(each.kind) ?? 0
    seen.set(each.kind, rank + 1)
    return { each, rank: rank + at }
  })
  const chosen = new Set(
    ranked
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, count)
      .map(({ each }) => each),
  )
  return all.filter(each => chosen.has(each))
}
