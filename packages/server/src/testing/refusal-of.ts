import { Refusal } from '../platform/execution/refusal.ts'

/** The refusal that an act ends in, as its code and detail. */
export async function refusalOf(act: () => unknown): Promise<Record<string, unknown>> {
  try {
    await act()
  } catch (thrown) {
    if (thrown instanceof Refusal) return { code: thrown.code, ...thrown.detail }
    throw thrown
  }
  return { code: 'accepted' }
}
