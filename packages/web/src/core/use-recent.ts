import { useOwnSetting } from './own-settings.ts'
import { withRecent, type Recent } from './recent.ts'

/** What its user chose of late, the latest first, on whatever machine: `smartSupplier` for suppliers. */
export function useRecent<V>(name: string): readonly [readonly Recent<V>[], (chosen: Recent<V>) => void] {
  const [kept, keep] = useOwnSetting<readonly Recent<V>[]>(name)
  const list = Array.isArray(kept) ? kept : []
  return [list, chosen => keep(withRecent(list, chosen))]
}
