import { suppliers } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

interface Supplied {
  readonly fuelSupplierId: number | null
  readonly supplier: string
}

/**
 * What a delivery's supplier is called: as its record was when it was chosen. What was typed before there were records stays; a name that
 * came with a record goes with it.
 * @throws notFound, supplier.sellsNoFuel, supplier.ended on the field; what was chosen before it ended may stay
 */
export async function supplierName(ctx: Ctx, { fuelSupplierId, supplier }: Supplied, before?: Supplied): Promise<string> {
  if (fuelSupplierId === null) return before?.fuelSupplierId != null && supplier === before.supplier ? '' : supplier
  if (fuelSupplierId === before?.fuelSupplierId) return before.supplier
  const field = 'fuelSupplierId'
  const record = await getOf(ctx.tx, suppliers, fuelSupplierId, [], ctx.scope, { named: true }).catch(() => refuse('notFound', { field }))
  if (!record.sellsFuel) refuse('supplier.sellsNoFuel', { field })
  if (record.endedDate !== null) refuse('supplier.ended', { field })
  return record.name
}
