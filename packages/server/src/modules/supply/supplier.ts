import { supplierCalls, suppliers } from '@forecourt/contract'
import { handle, type Handler } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { getOf } from '../../platform/search/list.ts'
import { setEnded } from './ended.ts'

const end = handle(supplierCalls.end, async (ctx, { id }) => {
  await setEnded(ctx, suppliers, id, true)
  return getOf(ctx.tx, suppliers, id, [], ctx.scope)
})

const resume = handle(supplierCalls.resume, async (ctx, { id }) => {
  await setEnded(ctx, suppliers, id, false)
  return getOf(ctx.tx, suppliers, id, [], ctx.scope)
})

export const supplierHandlers: readonly Handler[] = [...crud(suppliers), end, resume]
