import { allows, cardInfos, cardSuppliers, chipActs } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { noCompany } from '../../platform/execution/ctx.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { chipForUpdate, keepChip, requirePermission, shownChip, withUnassigned, type Chip } from './chip.ts'

/** For good: the chip is broken, or lost from the box. @throws notFound, auth.forbidden, cardInfo.issued, cardInfo.reserved */
const scrap = handle(cardInfos.scrap, async (given, { id, body: { remark } }) => {
  const ctx = await withUnassigned(given)
  const chip = await chipForUpdate(ctx, id)
  requirePermission(ctx, chip.companyId === noCompany ? 'chip.unassigned' : 'chip.stock')
  if (!allows(chipActs.scrap, chip.state)) refuse(chip.issueTime === null ? 'cardInfo.reserved' : 'cardInfo.issued')
  if (chip.status === 'normal') await keepChip(ctx, chip, { status: 'disable' }, 'scrap', remark)
  return shownChip(ctx, id)
})

/** @throws cardInfo.notSpecial, cardInfo.disabled */
function refuseOrdinary({ state, status }: Chip): void {
  if (!allows(chipActs.handOver, state)) refuse(status === 'normal' ? 'cardInfo.notSpecial' : 'cardInfo.disabled')
}

/** @throws notFound, as refuseOrdinary, cardInfo.handedOver @source decisions CD8 */
const handOver = handle(cardInfos.handOver, async (given, { id, body: { to, remark } }) => {
  const ctx = await withUnassigned(given)
  const chip = await chipForUpdate(ctx, id)
  refuseOrdinary(chip)
  if (chip.handedTo !== '') refuse('cardInfo.handedOver', { to: chip.handedTo })
  await keepChip(ctx, chip, { handedTo: to }, 'handOver', remark ? `${to} · ${remark}` : to)
  return shownChip(ctx, id)
})

/** @throws notFound, as refuseOrdinary, cardInfo.notHandedOver */
const handBack = handle(cardInfos.handBack, async (given, { id, body: { remark } }) => {
  const ctx = await withUnassigned(given)
  const chip = await chipForUpdate(ctx, id)
  refuseOrdinary(chip)
  if (chip.handedTo === '') refuse('cardInfo.notHandedOver')
  await keepChip(ctx, chip, { handedTo: '' }, 'handBack', remark ? `${chip.handedTo} · ${remark}` : chip.handedTo)
  return shownChip(ctx, id)
})

const listSuppliers = handle(cardSuppliers.list, async ({ tx }) => ({
  content: await tx.selectFrom('cardSupplier').select(['code', 'name']).orderBy('code').execute(),
}))

/** @throws cardSupplier.nameTaken */
const saveSupplier = handle(cardSuppliers.save, async (ctx, { body }) => {
  await ctx.tx
    .insertInto('cardSupplier')
    .values(body)
    .onConflict(on => on.column('code').doUpdateSet({ name: body.name }))
    .execute()
  ctx.audit('chip.supplier', `cardSuppliers:${body.code}`, body)
  return body
})

export const actHandlers = [scrap, handOver, handBack, listSuppliers, saveSupplier]
