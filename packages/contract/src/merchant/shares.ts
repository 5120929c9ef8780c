/** What accounts are alike in, so that their shares come to 100 at a station. */
interface Alike {
  readonly type: number
  readonly channel: string
  readonly billType: number
  readonly priority: number
  readonly ratio: number
  readonly disabled: boolean
}

/** Those that are alike and whose shares do not come to 100, with what they come to; those that are switched off count nothing. */
export function sharesNotWhole<A extends Alike>(accounts: readonly A[]): readonly { readonly of: A; readonly sum: number }[] {
  const groups = new Map<string, { of: A; sum: number }>()
  for (const account of accounts.filter(({ disabled }) => !disabled)) {
    const { type, channel, billType, priority, ratio } = account
    const key = [type, channel, billType, priority].join()
    const group = groups.get(key)
    if (group) group.sum += ratio
    else groups.set(key, { of: account, sum: ratio })
  }
  return [...groups.values()].filter(({ sum }) => sum !== 100)
}
