import { suppliers } from '@forecourt/contract'
import { crud } from '../../platform/execution/crud.ts'
import type { Module } from '../../platform/module.ts'

/** Supply: suppliers, depots, contracts, and what fuel costs. */
export const supply = { name: 'supply', handlers: crud(suppliers) } satisfies Module
