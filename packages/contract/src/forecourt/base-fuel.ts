import { z } from 'zod'
import { fuelColors } from './fuel-color.ts'
import { resource } from '../kit.ts'
import { Instant, Name } from '../units.ts'

/**
 * 基础油品: what depots hold and contracts are about; products of the catalogue are sold from one. Its colour is that of its products,
 * unless a product has one of its own.
 * @source requirements SUP-005, decisions.md B5
 */
export const baseFuels = resource('baseFuels', {
  table: 'base_fuel',
  scope: 'company',
  permission: 'forecourt.baseFuel',
  body: z.object({
    name: Name(40),
    code: Name(20),
    type: z.enum(['gasoline', 'diesel']),
    /** At 20 ℃; what a contract or a delivery begins with. */
    densityKgM3: z.int().min(600).max(1000).nullable().default(null),
    /** Unset, each product has the usual one of its kind. */
    color: z.enum(fuelColors).nullable().default(null),
  }),
  read: { createdDate: Instant },
  label: ['code', 'name'],
  many: { products: ['products', 'baseFuelId'] },
  sort: 'code,asc',
  bulk: ['update', 'delete'],
})
