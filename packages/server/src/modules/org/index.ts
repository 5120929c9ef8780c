import { companies, stations } from '@forecourt/contract'
import type { Handler } from '../../platform/command.ts'
import { crud } from '../../platform/crud.ts'

/** No rule beyond the contract and the tables. */
export const handlers: readonly Handler[] = [...crud(companies), ...crud(stations)]
