export interface Recent<V> {
  readonly id: number | string
  readonly value: V
}

/** So many are remembered. @source spec 1 "List", supplier history */
export const recentAtMost = 10

/** A new choice goes first; one with the same id and value is replaced; the oldest is forgotten. */
export function withRecent<V>(kept: readonly Recent<V>[], chosen: Recent<V>): readonly Recent<V>[] {
  const same = (other: Recent<V>) => other.id === chosen.id && JSON.stringify(other.value) === JSON.stringify(chosen.value)
  return [chosen, ...kept.filter(other => !same(other))].slice(0, recentAtMost)
}
