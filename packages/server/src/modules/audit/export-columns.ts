import { sql, type RawBuilder } from 'kysely'
import type { ToldColumn } from '../../platform/search/read-out.ts'

type Sql = RawBuilder<unknown>
type Words = Readonly<Record<string, string>>

/** What is in every record, or is for programs to read; and records by their numbers, which say nothing to a reader. */
const skipped = '^(id|version|source|search|columns|hash|fingerprint|session|pinProof|about)$|Id$|Ids$'
/** By which a record is known, in this order. */
const names = ['orderNo', 'number', 'name', 'code', 'serial']

const json = (words: Words): Sql => sql`${JSON.stringify(words)}::jsonb`

/**
 * A noted text as a moment by the clock of the page. Somebody's own words may look like a moment and be none: the reckoning never fails,
 * and what does not come out as the same day and time stays as it was written.
 */
const moment = (text: Sql, zone: string): Sql => sql`(
  select case when to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS') = left(${text}, 19)
    then to_char(at at time zone 'UTC' at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS') else ${text} end
  from (select timestamp '2000-01-01' + make_interval(
    years => left(${text}, 4)::int - 2000, months => substr(${text}, 6, 2)::int - 1, days => substr(${text}, 9, 2)::int - 1,
    hours => substr(${text}, 12, 2)::int, mins => substr(${text}, 15, 2)::int, secs => substr(${text}, 18, 2)::int) as at) as noted)`

/** What may be a moment: `2026-05-01T04:00:00.000Z`. */
const momentShape = '^[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}([.][0-9]+)?(Z|[+]00:00)$'

/** A noted value as a person reads it: choices in the words of the screen, figures with their places; nothing for what is no value. */
const said = (words: Words, value: Sql, zone: string): Sql => sql`case jsonb_typeof(${value})
  when 'null' then '—'
  when 'boolean' then ${json(words)} ->> (${value} #>> '{}')
  when 'number' then case when key ~ '(Cents|Cl)$'
    then to_char((${value} #>> '{}')::numeric / 100, 'FM999,999,999,990.00') else ${value} #>> '{}' end
  when 'string' then case
    when ${value} #>> '{}' = '' then '—'
    when ${value} #>> '{}' ~ '^[[{]' then null
    when ${value} #>> '{}' ~ ${sql.lit(momentShape)} then ${moment(sql`(${value} #>> '{}')`, zone)}
    else coalesce(${json(words)} ->> (key || '_' || (${value} #>> '{}')), ${value} #>> '{}') end
end`

/** What the page of the log shows of an entry in words; `words` are those of its reader's language. */
export const auditColumns: Readonly<Record<string, ToldColumn>> = {
  /** Of which record, by the number or name that was noted. */
  record: {
    kind: 'text',
    value: ({ own }, words) => sql`nullif(concat_ws(' ', ${json(words)} ->> split_part(${own('subject')}, ':', 1),
      coalesce(${sql.join(names.map(name => sql`${own('detail')} ->> ${sql.lit(name)}`))})), '')`,
  },
  /** `Price: 7.80 → 7.99; Reason: …` */
  changes: {
    kind: 'text',
    moments: true,
    value: ({ own }, words, zone) => sql`(
      select string_agg(label || ${words['colon'] ?? ': '}::text || change, ${words['semicolon'] ?? '; '}::text order by place)
      from (
        select place, ${json(words)} ->> ('label_' || key) as label,
          case when jsonb_typeof(value) = 'object' and value ? 'from' and value ? 'to'
            then ${said(words, sql`(value -> 'from')`, zone)} || ' → ' || ${said(words, sql`(value -> 'to')`, zone)}
            else ${said(words, sql`value`, zone)} end as change
        from jsonb_each(${own('detail')}) with ordinality as noted (key, value, place)
        where key !~ ${sql.lit(skipped)}
      ) as each
      where label is not null and change is not null)`,
  },
}
