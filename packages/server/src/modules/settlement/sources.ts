import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { everyModule, type SettlementSource } from '../../platform/module.ts'

/** What the modules bring to the settlement of a shift. */
export const settlementSources = (): readonly SettlementSource[] => everyModule().flatMap(({ settlementSources: own = [] }) => own)

/** The money of one kind that all modules know of a shift: `pay_type`, `amount_cents`, `employee_id`, `counts`. */
export const moneyBesides = (tx: Tx, kind: SettlementSource['kind'], shift: number): RawBuilder<unknown> =>
  sql.join(
    settlementSources()
      .filter(source => source.kind === kind)
      .map(({ rows }) => rows(tx, shift)),
    sql` union all `,
  )
