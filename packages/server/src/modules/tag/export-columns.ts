import { sql } from 'kysely'
import type { ToldColumn } from '../../platform/search/read-out.ts'

/** The tags that a member carries, by their names. */
export const memberColumns: Readonly<Record<string, ToldColumn>> = {
  tags: {
    kind: 'text',
    value: ({ own, rowsOf }) => sql`(select string_agg(tag.name, '、' order by tag.name collate "C")
      from ${rowsOf('tag_member')} carried join ${rowsOf('tag')} tag on tag.company_id = carried.company_id and tag.id = carried.tag_id
      where carried.user_id = ${own('id')})`,
  },
}
