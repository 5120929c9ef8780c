import type { Invariant } from '../../platform/invariant.ts'

/** Quotas of fleets beside the book. @source decisions FL12, FL17, FL18 */
export const quotaInvariants: readonly Invariant[] = [
  {
    invariant: 'FL12',
    says: 'a plan gives once in a period: its entry is the fact of that period, and moves to each card what the run says, and nothing else',
    query: `
      select 'run ' || run.id as subject, (entry.id is not null or coalesce(lines.moving, 0) = 0)
        and (entry.id is null or entry.ref = 'plan:' || run.plan_id || ':' || run.period and entry.kind = 'card.assign')
        and coalesce(lines.given, 0) = run.given_cents and coalesce(lines.back, 0) = run.back_cents
        and coalesce(lines.served, 0) = run.served and coalesce(lines.short, 0) = run.short
        and coalesce(lines.passed, 0) = run.passed_over and coalesce(lines.agree, true) as holds
      from {allocation_run} run left join {ledger_entry} entry on entry.company_id = run.company_id and entry.id = run.ledger_entry_id
      left join (
        select line.run_id, sum(line.given_cents) as given, sum(line.back_cents) as back,
          count(*) filter (where line.outcome in ('given', 'enough')) as served,
          count(*) filter (where line.outcome in ('partly', 'without')) as short,
          count(*) filter (where line.outcome = 'passedOver') as passed,
          count(*) filter (where line.given_cents <> line.back_cents) as moving,
          bool_and(line.given_cents - line.back_cents = coalesce(movement.principal_cents, 0)
            and coalesce(movement.gift_cents + movement.debt_cents, 0) = 0) as agree
        from {allocation_run_line} line
        join {allocation_run} own on own.company_id = line.company_id and own.id = line.run_id
        left join {user_card_detail} movement on movement.company_id = own.company_id
          and movement.ledger_entry_id = own.ledger_entry_id and movement.user_card_id = line.user_card_id
        group by line.run_id
      ) as lines on lines.run_id = run.id`,
  },
  {
    invariant: 'FL12',
    says: 'every entry that a plan is the fact of belongs to a run',
    query: `
      select 'entry ' || entry.id as subject, run.id is not null as holds
      from {ledger_entry} entry left join {allocation_run} run on run.company_id = entry.company_id and run.ledger_entry_id = entry.id
      where entry.ref like 'plan:%'`,
  },
]
