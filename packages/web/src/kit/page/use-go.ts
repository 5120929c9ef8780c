import type { PageName } from '@forecourt/contract'
import { useRouter } from '@tanstack/react-router'
import { addressOf, type Params } from './address.ts'

export type Go = (page: PageName, params?: Params, search?: Record<string, string | number | undefined>) => void

/** Goes to a page by name. */
export function useGo(): Go {
  const router = useRouter()
  return (page, params, search) => router.history.push(addressOf(page, params, search))
}
