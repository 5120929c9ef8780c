import { sql, type RawBuilder } from 'kysely'
import type { ToldColumn } from '../../platform/search/read-out.ts'

type Sql = RawBuilder<unknown>
type Words = Readonly<Record<string, string>>

/** What is in every record, or is for programs to read; and records by their numbers, which say nothing to a reader. */
const skipped = '^(id|version|source|search|columns|hash|fingerprint|session|pinProof|about)$|Id$|Ids$'
/** By which a record is known, in this order. */
const names = ['orderNo', 'number', 'name', 'code', 'serial']

const json = (words: Words): Sql => sql`${JSON.stringify(words)}::jsonb`

/** A noted value as a person reads it: choices in the words of the screen, figures with their places; nothing for what is no value. */
const said = (words: Words, value: Sql): Sql => sql`case jsonb_typeof(${value})
  when 'null' then '—'
  when 'boolean' then ${json(words)} ->> (${value} #>> '{}')
  when 'number' then case when key ~ '(Cents|Cl)$'
    then to_char((${value} #>> '{}')::numeric / 100, 'FM999,999,999,990.00') else ${value} #>> '{}' end
  when 'string' then case
    when ${value} #>> '{}' = '' then '—'
    when ${value} #>> '{}' ~ '^[[{]' then null
    when ${value} #>> '{}' ~ '^\d{4}-\d\d-\d\dT' then replace(left(${value} #>> '{}', 19), 'T', ' ') || ' UTC'
    else coalesce(${json(words)} ->> (key || '_' || (${value} #>> '{}')), ${value} #>> '{}') end
end`

/** What the page of the log shows of an entry in words; `words` are those of its reader's language. */
export const auditColumns: Readonly<Record<string, ToldColumn>> = {
  /** Of which record, by the number or name that was noted. */
  record: {
    kind: 'text',
    value: (own, words) => sql`nullif(concat_ws(' ', ${json(words)} ->> split_part(${own('subject')}, ':', 1),
      coalesce(${sql.join(names.map(name => sql`${own('detail')} ->> ${sql.lit(name)}`))})), '')`,
  },
  /** `Price: 7.80 → 7.99; Reason: …` */
  changes: {
    kind: 'text',
    value: (own, words) => sql`(
      select string_agg(label || ${words['colon'] ?? ': '}::text || change, ${words['semicolon'] ?? '; '}::text order by place)
      from (
        select place, ${json(words)} ->> ('label_' || key) as label,
          case when jsonb_typeof(value) = 'object' and value ? 'from' and value ? 'to'
            then ${said(words, sql`(value -> 'from')`)} || ' → ' || ${said(words, sql`(value -> 'to')`)}
            else ${said(words, sql`value`)} end as change
        from jsonb_each(${own('detail')}) with ordinality as noted (key, value, place)
        where key !~ ${sql.lit(skipped)}
      ) as each
      where label is not null and change is not null)`,
  },
}
