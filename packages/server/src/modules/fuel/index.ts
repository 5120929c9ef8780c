import { fuelCodes } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'

/** No rule beyond the contract and the table. */
export const handlers = crud(fuelCodes)
