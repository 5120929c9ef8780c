import type { Invariant } from './invariants.ts'

/** A row with an amount, and the row under which its amount is added up: of one company, and so of one currency. */
const belongs = (name: string, rows: string, parent: string, on: string) => `
      select ${name} as subject, coalesce(own.company_id = parent.company_id, false) as kept
      from ${rows} own left join ${parent} parent on ${on}`

/** Amounts of two currencies are never added (decision O16). Each company has one currency: what is added lies within one company. */
export const currencyInvariants: readonly Invariant[] = [
  {
    law: 'O16',
    says: 'what is added up belongs to one company, and so to one currency',
    query: [
      belongs("'order ' || order_no", 'audit."order"', 'station', 'parent.id = own.station_id'),
      belongs("'line ' || own.id", 'audit.line', 'audit."order"', 'parent.id = own.order_id'),
      belongs("'payment ' || serial", 'audit.txn', 'audit."order"', 'parent.id = own.order_id'),
      belongs("'refund ' || own.serial", 'audit.refund', 'audit.txn', 'parent.id = own.transaction_id'),
      belongs("'movement ' || own.id", 'audit.card_movement', 'user_card', 'parent.id = own.card'),
      belongs("'settlement of shift ' || shift", 'audit.settlement', 'station', 'parent.id = own.station'),
      belongs("'settlement of ' || business_day", 'audit.day_settlement', 'station', 'parent.id = own.station'),
      belongs(
        "concat_ws(' ', 'statistic of', fact, dimension, grain, station, key, at)",
        'audit.statistic',
        'statistic_site',
        'parent.station_id = own.station',
      ),
    ].join(' union all '),
  },
]
