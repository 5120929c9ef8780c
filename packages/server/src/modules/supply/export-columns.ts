import { sql } from 'kysely'
import type { ToldColumn } from '../../platform/search/read-out.ts'

/** What a depot holds, in words. */
export const depotColumns: Readonly<Record<string, ToldColumn>> = {
  fuelNames: {
    kind: 'text',
    value: ({ own, rowsOf }) => sql`(select string_agg(fuel.name, '、' order by held.turn)
      from jsonb_array_elements(${own('baseFuels')}) with ordinality as held (entry, turn)
      join ${rowsOf('base_fuel')} fuel on fuel.id = (held.entry ->> 'baseFuelId')::bigint)`,
  },
}

/** The compartments of a truck in litres, from the front. */
export const truckColumns: Readonly<Record<string, ToldColumn>> = {
  compartmentLitres: {
    kind: 'text',
    value: ({
      own,
    }) => sql`(select string_agg(to_char((held.entry ->> 'volumeCl')::bigint / 100.0, 'FM999,999,990'), ' + ' order by held.turn)
      from jsonb_array_elements(${own('compartments')}) with ordinality as held (entry, turn))`,
  },
}
