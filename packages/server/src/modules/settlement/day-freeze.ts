import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { sidesOfShifts, tendersOf } from './day-reads.ts'
import { accepted, judgedFigures, type Acknowledgement } from './tolerance.ts'
import type { TenderRow } from './tender-row.ts'

export type DayTender = TenderRow & { readonly statementCents: number | null }
type Statements = readonly { payType: string; countedCents: number }[]

/** The ways of payment of several shifts together; the total on a platform's statement stands before what shifts counted. */
export function tendersOfDay(rows: readonly TenderRow[], statements: Statements): DayTender[] {
  const payTypes = [...new Set([...rows, ...statements].map(({ payType }) => payType))]
  return payTypes.map((payType): DayTender => {
    const own = rows.filter(row => row.payType === payType)
    const sum = (of: (row: TenderRow) => number) => own.reduce((all, row) => all + of(row), 0)
    const known = own.filter(({ countedCents }) => countedCents !== null)
    const statementCents = statements.find(row => row.payType === payType)?.countedCents ?? null
    const expectedCents = sum(row => row.expectedCents)
    return {
      payType,
      payments: sum(row => row.payments),
      amountCents: sum(row => row.amountCents),
      refundedCents: sum(row => row.refundedCents),
      topUps: sum(row => row.topUps),
      topUpCents: sum(row => row.topUpCents),
      expectedCents,
      countedCents: known.length ? sum(row => row.countedCents ?? 0) : null,
      statementCents,
      differenceCents:
        statementCents !== null ? statementCents - expectedCents : known.length ? sum(row => row.differenceCents ?? 0) : null,
    }
  })
}

interface Day {
  readonly station: { id: number; companyId: number; name: string }
  readonly businessDay: string
  readonly statements: Statements
  readonly note: string
  readonly confirmed: Acknowledgement
}

const summed = [
  'orders',
  'salesCents',
  'discountCents',
  'volumeCl',
  'pieces',
  'paidCents',
  'refundedCents',
  'earlierCents',
  'laterCents',
  'topUps',
  'topUpCents',
  'unpaidOrders',
  'unpaidCents',
  'closedOrders',
  'closedCents',
  'lateOrders',
  'lateCents',
] as const

/** The settlements that the day is made of, each with its fingerprint. */
const sealedShifts = (tx: Tx, stationId: number, businessDay: string) =>
  tx
    .selectFrom('classSettle')
    .innerJoin('classSettleSeal', 'classSettleId', 'classSettle.id')
    .where('stationId', '=', stationId)
    .where('businessDay', '=', businessDay)
    .selectAll('classSettle')
    .select('hash')
    .orderBy('startTime')
    .execute()

/** Writes the day as the sum of the settlements of its shifts, names them with their fingerprints, and seals it. */
export async function freezeDay(ctx: Ctx, { station, businessDay, statements, note, confirmed }: Day) {
  const { tx, actor, now } = ctx,
    { id: stationId, companyId } = station
  const shifts = await sealedShifts(tx, stationId, businessDay)
  const ids = shifts.map(({ id }) => id)
  const tenders = tendersOfDay(await tendersOf(tx, ids), statements)
  const figures = await judgedFigures(ctx, stationId, { payTypes: tenders, ...(await sidesOfShifts(tx, ids)) })
  const acceptance = accepted(figures, confirmed)
  const sums = Object.fromEntries(summed.map(field => [field, shifts.reduce((all, shift) => all + (shift[field] ?? 0), 0)]))
  const user =
    actor.kind === 'user' ? await tx.selectFrom('userAccount').where('id', '=', actor.id).select('name').executeTakeFirst() : undefined
  const differenceCents = tenders.reduce((all, row) => all + (row.differenceCents ?? 0), 0)
  const countedCents = tenders.reduce((all, row) => all + (row.statementCents ?? row.countedCents ?? 0), 0)
  const { id } = await tx
    .insertInto('daySettle')
    .values({
      ...(sums as Record<(typeof summed)[number], number>),
      companyId,
      stationId,
      stationName: station.name,
      businessDay,
      startTime: shifts[0]!.startTime,
      endTime: shifts.map(({ endTime }) => endTime).reduce((a, b) => (a > b ? a : b)),
      employeeId: actor.kind === 'user' ? actor.id : null,
      employeeName: user?.name ?? actor.key,
      shifts: shifts.length,
      expectedCents: countedCents - differenceCents,
      countedCents,
      differenceCents,
      note,
      ...acceptance,
      createdDate: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const of = { daySettleId: id, companyId }
  await tx
    .insertInto('daySettleShift')
    .values(shifts.map(({ id: classSettleId, hash }) => ({ ...of, classSettleId, hash })))
    .execute()
  if (tenders.length)
    await tx
      .insertInto('daySettlePayType')
      .values(tenders.map(({ expectedCents: _expected, ...row }) => ({ ...of, ...row })))
      .execute()
  const { rows } = await sql<{ hash: Buffer }>`select day_settle_hash(${companyId}::bigint, ${id}) as hash`.execute(tx)
  const { hash } = rows[0]!
  await tx
    .insertInto('daySettleSeal')
    .values({ ...of, hash })
    .execute()
  const { reason } = acceptance
  const facts = { shifts: shifts.length, salesCents: sums['salesCents']!, differenceCents, ...(reason !== null && { reason }) }
  return { id, ...facts, hash: hash.toString('hex') }
}
