import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import type { DailyState } from '../shift/index.ts'
import type { Figures } from './figures.ts'
import type { TankRow } from './tanks.ts'

/** A shift about to be written down for good. */
export interface Closing {
  readonly state: DailyState
  readonly figures: Figures
  readonly counted: readonly { payType: string; countedCents: number }[]
  readonly cash: readonly { valueCents: number; pieces: number }[]
  readonly tanks: readonly TankRow[]
  readonly note: string
  readonly at: Date
  readonly forced: boolean
  /** Of figures beyond tolerance: why they were accepted, and which they were. */
  readonly reason: string | null
  readonly beyond: string | null
}

/** Writes a settlement and its fingerprint: each part once, and none of them ever again. */
export async function freeze(ctx: Ctx, closing: Closing): Promise<{ id: number; hash: string; differenceCents: number }> {
  const { companyId } = closing.state
  const payTypes = countedBy(closing)
  const head = await writeHead(ctx, closing, payTypes)
  const of = { classSettleId: head.id, companyId }
  const { tx } = ctx,
    { items, nozzles, employees, unpaid, corrections } = closing.figures
  const part = <R extends object>(rows: readonly R[]) => rows.map(row => ({ ...of, ...row }))
  if (payTypes.length)
    await tx
      .insertInto('classSettlePayType')
      .values(part(payTypes.map(({ expectedCents: _expected, ...row }) => row)))
      .execute()
  if (items.length) await tx.insertInto('classSettleItem').values(part(items)).execute()
  if (nozzles.length)
    await tx
      .insertInto('classSettleNozzle')
      .values(part(nozzles.map(({ meteredCl: _run, differenceCl: _gap, ...row }) => row)))
      .execute()
  if (closing.tanks.length)
    await tx
      .insertInto('classSettleTank')
      .values(part(closing.tanks.map(({ drawnCl: _drawn, differenceCl: _gap, deliveries: _own, ...row }) => row)))
      .execute()
  if (closing.cash.length) await tx.insertInto('classSettleCash').values(part(closing.cash)).execute()
  if (employees.length) await tx.insertInto('classSettleEmployee').values(part(employees)).execute()
  await insertRows(
    ctx.tx,
    'classSettleUnpaid',
    part(unpaid).map(({ dueCents: _due, ...row }) => row),
  )
  await insertRows(ctx.tx, 'classSettleCorrection', part(corrections))
  const { rows } = await sql<{ hash: Buffer }>`select class_settle_hash(${companyId}::bigint, ${head.id}) as hash`.execute(tx)
  const { hash } = rows[0]!
  await tx
    .insertInto('classSettleSeal')
    .values({ ...of, hash })
    .execute()
  return { ...head, hash: hash.toString('hex') }
}

type CountedRow = Figures['payTypes'][number] & { countedCents: number | null }

/** What was counted beside what should be there; cash stands there even when none was taken. */
export function countedBy({ figures, counted }: Pick<Closing, 'figures' | 'counted'>): CountedRow[] {
  const amounts = new Map(counted.map(({ payType, countedCents }) => [payType, countedCents]))
  const taken = new Set<string>(figures.payTypes.map(({ payType }) => payType))
  const untaken = counted
    .filter(({ payType }) => !taken.has(payType))
    .map(({ payType }) => ({ ...nothing, payType }) as Figures['payTypes'][number])
  return [...figures.payTypes, ...untaken].map(row => ({ ...row, countedCents: amounts.get(row.payType) ?? null }))
}
const nothing = { payments: 0, amountCents: 0, refundedCents: 0, topUps: 0, topUpCents: 0, expectedCents: 0 }

async function writeHead({ tx, actor, now }: Ctx, closing: Closing, payTypes: readonly CountedRow[]) {
  const { state, figures, note, at, forced, reason, beyond } = closing
  const {
    payTypes: _types,
    items: _items,
    nozzles: _nozzles,
    employees: _employees,
    unpaid: _unpaid,
    corrections: _late,
    ...sums
  } = figures
  const counted = payTypes.filter(({ countedCents }) => countedCents !== null)
  const expectedCents = counted.reduce((sum, row) => sum + row.expectedCents, 0)
  const countedCents = counted.reduce((sum, row) => sum + row.countedCents!, 0)
  const { companyId, stationId, id: dailyStateId, businessDay, number, startTime } = state
  const station = await tx
    .selectFrom('station')
    .leftJoin('userAccount', on => on.on('userAccount.id', '=', actor.kind === 'user' ? actor.id : 0))
    .where('station.id', '=', stationId)
    .select(['station.name', 'userAccount.name as userName'])
    .executeTakeFirstOrThrow()
  return tx
    .insertInto('classSettle')
    .values({
      companyId,
      stationId,
      stationName: station.name,
      dailyStateId,
      businessDay,
      number,
      startTime,
      endTime: at,
      employeeId: actor.kind === 'user' ? actor.id : null,
      employeeName: station.userName ?? actor.key,
      isNatureDay: state.isNatureDay,
      forced,
      ...sums,
      expectedCents,
      countedCents,
      differenceCents: countedCents - expectedCents,
      note,
      reason,
      beyond,
      createdDate: now,
    })
    .returning(['id', 'differenceCents'])
    .executeTakeFirstOrThrow()
}
