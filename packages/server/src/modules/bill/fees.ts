import type { FeeKind } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Discount } from '../reckoning/index.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import type { BilledLine } from './lines.ts'
import type { Period } from './period.ts'

interface Clause {
  readonly id: number
  readonly name: string
  readonly kind: FeeKind
  readonly amountCents: number | null
  readonly percent: number | null
}

/** An agreement with its clauses and the discount it promises. */
export interface Agreement {
  readonly id: number
  readonly number: string
  readonly fromDate: string
  readonly untilDate: string | null
  readonly autoIssue: boolean
  readonly discount: Discount | null
  readonly clauses: readonly Clause[]
}

export interface BilledFee {
  readonly clauseId: number
  readonly agreement: string
  readonly name: string
  readonly kind: FeeKind
  readonly basis: number
  readonly rateCents: number | null
  readonly percent: number | null
  readonly amountCents: number
}

/** The agreements of a fleet that began before a day was over. */
export async function agreementsOf({ tx }: Ctx, groupId: number, { companyId, lastDay }: Period): Promise<Agreement[]> {
  const { rows } = await sql<Agreement>`
    select agreement.id, agreement.number, agreement.from_date, agreement.until_date, agreement.auto_issue,
      case when discount.id is not null then json_build_object('id', discount.id, 'name', discount.name,
        'centsPerL', discount.cents_per_l, 'percent', discount.percent, 'products', discount.products, 'stations', discount.stations,
        'hours', discount.hours, 'validFrom', discount.valid_from, 'validUntil', discount.valid_until) end as discount,
      coalesce((
        select json_agg(json_build_object('id', clause.id, 'name', clause.name, 'kind', clause.kind, 'amountCents', clause.amount_cents,
          'percent', clause.percent) order by clause.turn)
        from fleet_agreement_clause clause where clause.company_id = ${companyId} and clause.agreement_id = agreement.id), '[]') as clauses
    from fleet_agreement agreement
    left join discount on discount.company_id = ${companyId} and discount.id = agreement.discount_id
    where agreement.company_id = ${companyId} and agreement.group_id = ${groupId} and agreement.from_date <= ${lastDay}
    order by agreement.from_date`.execute(tx)
  return rows
}

/** The agreement that is in force on a day; there is one at most. */
export const inForce = (agreements: readonly Agreement[], day: string): Agreement | undefined =>
  agreements.find(({ fromDate, untilDate }) => fromDate <= day && (untilDate === null || untilDate >= day))

/** Hundredths of a percent of an amount, rounded half up. */
const percentOf = (cents: number, percent: number): number =>
  Number((2n * BigInt(cents) * BigInt(Math.round(percent * 100)) + 10_000n) / 20_000n)

/**
 * What the clauses of agreements let the company charge: of each for the fills of its own days, late ones included; by the month where it
 * was in force on any day of it. A clause that comes to nothing charges nothing.
 * @param dayOf the day of a line, by the calendar of the company
 */
export function feesOf(
  agreements: readonly Agreement[],
  lines: readonly BilledLine[],
  { month, lastDay }: Pick<Period, 'month' | 'lastDay'>,
  dayOf: (line: BilledLine) => string,
): BilledFee[] {
  const of = Map.groupBy(lines, line => inForce(agreements, dayOf(line)))
  return agreements.flatMap(agreement => {
    const own = of.get(agreement) ?? []
    const sum = (figure: (line: BilledLine) => number) => own.reduce((all, line) => all + figure(line), 0)
    const covers = agreement.fromDate <= lastDay && (agreement.untilDate === null || agreement.untilDate >= month)
    const bases = { perFill: sum(line => line.fills), perMonth: covers ? 1 : 0, percentOfSales: sum(line => line.netCents) }
    return agreement.clauses
      .map(({ id: clauseId, name, kind, amountCents: rateCents, percent }) => {
        const basis = Math.max(0, bases[kind])
        const amountCents = kind === 'percentOfSales' ? percentOf(basis, percent!) : basis * rateCents!
        return { clauseId, agreement: agreement.number, name, kind, basis, rateCents, percent, amountCents }
      })
      .filter(({ amountCents }) => amountCents > 0)
  })
}
