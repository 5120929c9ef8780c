import { fuelCodes } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'

/** No rule beyond the contract and the table. */
export const fuel = { name: 'fuel', handlers: crud(fuelCodes) } satisfies Module
