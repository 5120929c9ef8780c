import type { Script } from '@forecourt/contract'
import { useEffect } from 'react'
import { addressOf } from '../../kit/page/address.ts'
import { usePage } from '../../kit/page/use-page.ts'

/** The way back leads to the list of the kind that a coupon, or an activity, is of. @source decision MK12 */
export function useUnderKind({ id, name }: Script, page: 'deal' | 'dealTask'): void {
  const { setUnder } = usePage()
  useEffect(() => setUnder({ label: name, path: addressOf(page, { scriptId: id }) }), [id, name, page, setUnder])
}
