import { classSettles, settlement, type ClassSettle } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getOf, listOf } from '../../platform/search/list.ts'
import { totalsOf } from '../../platform/search/totals.ts'

/** A settlement with all its parts. @throws notFound */
export async function settlementOf(ctx: Ctx, id: number, expand: string[] = []): Promise<ClassSettle> {
  const head = await getOf(ctx.tx, classSettles, id, expand, ctx.scope)
  const { tx } = ctx
  const payTypes = await tx
    .selectFrom('classSettlePayType')
    .where('classSettleId', '=', id)
    .orderBy(of => of('payType', '<>', 'cash'))
    .orderBy('expectedCents', 'desc')
    .orderBy('payType')
    .selectAll()
    .execute()
  const items = await tx
    .selectFrom('classSettleItem')
    .where('classSettleId', '=', id)
    .orderBy('categoryType')
    .orderBy('amountCents', 'desc')
    .orderBy('itemId')
    .selectAll()
    .execute()
  const nozzles = await tx.selectFrom('classSettleNozzle').where('classSettleId', '=', id).orderBy('logicNo').selectAll().execute()
  const tanks = await tx.selectFrom('classSettleTank').where('classSettleId', '=', id).orderBy('number').selectAll().execute()
  const cash = await tx.selectFrom('classSettleCash').where('classSettleId', '=', id).orderBy('valueCents', 'desc').selectAll().execute()
  const employees = await tx
    .selectFrom('classSettleEmployee')
    .where('classSettleId', '=', id)
    .orderBy(of => of('employeeId', 'is', null))
    .orderBy('salesCents', 'desc')
    .orderBy('employeeId')
    .selectAll()
    .execute()
  const unpaid = await tx
    .selectFrom('classSettleUnpaid')
    .where('classSettleId', '=', id)
    .orderBy('createdDate')
    .orderBy('orderId')
    .selectAll()
    .execute()
  const corrections = await tx
    .selectFrom('classSettleCorrection')
    .where('classSettleId', '=', id)
    .orderBy('createdDate')
    .orderBy('orderId')
    .selectAll()
    .execute()
  const beyond = head.reason === null ? [] : await beyondOf(tx, 'classSettle', id)
  return {
    ...head,
    beyond,
    ...shown({ payTypes, items, nozzles, tanks, cash, employees, unpaid, corrections }),
  } as unknown as ClassSettle
}

/** The figures that were confirmed; there are none without a reason. */
export async function beyondOf(tx: Tx, table: 'classSettle' | 'daySettle', id: number): Promise<unknown> {
  const { beyond } = await tx.selectFrom(table).where('id', '=', id).select('beyond').executeTakeFirstOrThrow()
  return beyond ?? []
}

/** A row belongs to the settlement in whose table it is. */
const shown = (blocks: Record<string, { classSettleId: number; companyId: number }[]>) =>
  Object.fromEntries(
    Object.entries(blocks).map(([name, rows]) => [name, rows.map(({ classSettleId: _settle, companyId: _company, ...row }) => row)]),
  )

const list = handle(classSettles.list, (ctx, { query }) => listOf(ctx.tx, classSettles, query, ctx.scope, { last: true }))
const totals = handle(classSettles.totals, (ctx, { query }) => totalsOf(ctx.tx, classSettles, query, ctx.scope, { last: true }) as never)
const get = handle(settlement.get, (ctx, { id, query }) => settlementOf(ctx, id, query.expand))

export const readHandlers = [list, totals, get]
