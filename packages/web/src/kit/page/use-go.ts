import type { PageName } from '@forecourt/contract'
import { addressOf, type Params } from './address.ts'
import { goTo } from './history.ts'

export type Go = (page: PageName, params?: Params, search?: Record<string, string | number | undefined>) => void

const go: Go = (page, params, search) => goTo(addressOf(page, params, search))
/** Goes to a page by name. */
export const useGo = (): Go => go
