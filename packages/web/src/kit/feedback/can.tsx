import type { Permission } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { useMay } from '../../core/session.ts'

/** Shown to whoever may do it; the server decides again. */
export function Can({ permission, children, otherwise = null }: { permission: Permission; children: ReactNode; otherwise?: ReactNode }) {
  return useMay(permission) ? children : otherwise
}
